import { describe, expect, it } from 'vitest'
import { fundAccrual } from '#contract/fund.ts'
import { day } from '#contract/scalars.ts'
import { incomePicture, rangeStart, ratePicture } from '#features/fund/rates/chart-days.ts'
import { sampleRate } from '#support/sample-fund.ts'

const TODAY = day.parse('2023-11-15')
const rate = (from: string, dailyRate: number) => sampleRate({ from, dailyRate })
const accrual = (of: string, credited: string) =>
  fundAccrual.parse({
    day: of,
    share: '1000.00',
    dailyRate: 50,
    carryBefore: 0,
    credited,
    carryAfter: 0,
  })

describe('the span', () => {
  it('ends today and has as many days as its name says; all has no beginning', () => {
    expect(rangeStart('1m', TODAY)).toBe('2023-10-17')
    expect(rangeStart('1y', TODAY)).toBe('2022-11-16')
    expect(rangeStart('all', TODAY)).toBeNull()
  })
})

describe('the rate', () => {
  const rates = [rate('2023-11-17', 52), rate('2023-11-14', 48), rate('2023-11-10', 45)]

  it('holds from its day until the next one, up to today; those ahead go on from today', () => {
    const picture = ratePicture(rates, { from: '2023-11-12', today: TODAY })
    expect(picture?.held.map(({ value }) => value)).toEqual([45, 45, 48, 48])
    expect(picture?.ahead).toEqual([
      { day: '2023-11-15', value: 48 },
      { day: '2023-11-16', value: 48 },
      { day: '2023-11-17', value: 52 },
    ])
    expect(picture).toMatchObject({ lowest: 45, highest: 52, today: 48, aheadTo: '2023-11-17' })
  })

  it('begins with the first rate there is', () => {
    const picture = ratePicture(rates, { from: null, today: TODAY })
    expect(picture?.held[0]).toEqual({ day: '2023-11-10', value: 45 })
  })

  it('is ahead altogether where the first rate has not begun', () => {
    const picture = ratePicture([rate('2023-11-20', 50)], { from: '2023-10-17', today: TODAY })
    expect(picture).toMatchObject({ held: [], today: null, aheadTo: '2023-11-20' })
  })

  it('is nothing where none was published', () => {
    expect(ratePicture([], { from: null, today: TODAY })).toBeNull()
  })
})

describe('the income', () => {
  const accruals = [
    accrual('2023-11-14', '0.05'),
    accrual('2023-11-13', '0.07'),
    accrual('2023-11-10', '0.06'),
    accrual('2023-09-01', '1.00'),
  ]

  it('stands on its day, with a gap for days that earned nothing', () => {
    const picture = incomePicture(accruals, { from: '2023-10-17', everything: 118n })
    expect(picture?.perDay).toEqual([
      { day: '2023-11-10', value: 6 },
      { day: '2023-11-11', value: null },
      { day: '2023-11-12', value: null },
      { day: '2023-11-13', value: 7 },
      { day: '2023-11-14', value: 5 },
    ])
    expect(picture).toMatchObject({ total: 18n, best: { day: '2023-11-13' } })
  })

  it('adds up to all that was ever credited, whatever part of it is shown', () => {
    const picture = incomePicture(accruals, { from: '2023-10-17', everything: 118n })
    expect(picture?.inAll.map(({ value }) => value)).toEqual([106, 106, 106, 113, 118])
    const whole = incomePicture(accruals, { from: null, everything: null })
    expect(whole?.inAll[0]).toEqual({ day: '2023-09-01', value: 100 })
    expect(whole?.inAll.at(-1)).toEqual({ day: '2023-11-14', value: 118 })
  })

  it('is nothing where nothing was earned in the span', () => {
    expect(incomePicture(accruals, { from: '2023-11-15', everything: 118n })).toBeNull()
    expect(incomePicture([], { from: null, everything: 0n })).toBeNull()
  })
})
