import { describe, expect, it } from 'vitest'
import type { OrderFigures, Results } from '#contract/results.ts'
import { day as daySchema } from '#contract/scalars.ts'
import { shortAmount } from '#features/results/calendar.tsx'
import {
  assetsCurve,
  curveTone,
  nextMonth,
  profitCurve,
  weeksOf,
} from '#features/results/result-days.ts'
import { sampleResults } from './sample-results.ts'

const FIGURES: OrderFigures = {
  orders: 1,
  won: 1,
  lost: 0,
  draw: 0,
  void: 0,
  staked: 100n,
  profitAndLoss: 85n,
  winRate: null,
}
const dayOf = (text: string) => daySchema.parse(text)
const onDay = (text: string, total: bigint): Results['days'][number] => {
  return { ...FIGURES, day: dayOf(text), total }
}

describe('the curves', () => {
  const results: Results = {
    ...sampleResults(),
    from: dayOf('2026-11-01'),
    to: dayOf('2026-11-05'),
    days: [onDay('2026-11-02', 85n), onDay('2026-11-04', -15n)],
    assets: { before: 1_000n, days: [{ day: dayOf('2026-11-02'), total: 1_085n }] },
  }

  it('have a point per day, from the day before the period to its end', () => {
    expect(profitCurve(results)).toEqual([
      { day: '2026-10-31', value: 0 },
      { day: '2026-11-01', value: 0 },
      { day: '2026-11-02', value: 85 },
      { day: '2026-11-03', value: 85 },
      { day: '2026-11-04', value: -15 },
      { day: '2026-11-05', value: -15 },
    ])
    expect(assetsCurve(results).map(({ value }) => value)).toEqual([
      1_000, 1_000, 1_085, 1_085, 1_085, 1_085,
    ])
  })

  it('have the colour of their last value', () => {
    const until = (count: number) => profitCurve(results).slice(0, count)
    expect([until(2), until(4), until(6), []].map(curveTone)).toEqual([
      'none',
      'up',
      'down',
      'none',
    ])
  })

  it('of all time start before the first change', () => {
    const curve = profitCurve({ ...results, from: null })
    expect(curve[0]).toEqual({ day: '2026-11-01', value: 0 })
    expect(profitCurve({ ...results, from: null, days: [] }).map(({ day }) => day)).toEqual([
      '2026-11-04',
      '2026-11-05',
    ])
  })
})

describe('the calendar', () => {
  it('puts each day of a month under its weekday, Monday first', () => {
    const weeks = weeksOf('2026-11', [onDay('2026-11-04', 0n)])
    expect(weeks.map((week) => week.map((cell) => cell?.day.slice(-2) ?? '  ').join(' '))).toEqual([
      '                  01',
      '02 03 04 05 06 07 08',
      '09 10 11 12 13 14 15',
      '16 17 18 19 20 21 22',
      '23 24 25 26 27 28 29',
      '30                  ',
    ])
    const cells = weeks.flat().filter((cell) => cell !== null)
    expect(cells.filter(({ figures }) => figures !== null).map(({ day }) => day)).toEqual([
      '2026-11-04',
    ])
  })

  it('knows leap years and turns of the year', () => {
    expect(weeksOf('2028-02', []).flat().filter(Boolean)).toHaveLength(29)
    expect(weeksOf('2027-02', [])).toHaveLength(4)
    expect(nextMonth('2026-12', 1)).toBe('2027-01')
    expect(nextMonth('2026-01', -1)).toBe('2025-12')
    expect(nextMonth('2026-01', 1)).toBe('2026-02')
  })
})

describe('a short amount', () => {
  it.each([
    ['en', 8_500n, '+85'],
    ['en', -85n, '−0.85'],
    ['en', 0n, '0'],
    ['en', -673_010n, '−6.7K'],
    ['en', 123_456_789_00n, '+120M'],
    ['de', -673_010n, '−6730'],
    ['de', 2_150_000n, '+22k'],
    ['de', -123_456_789n, '−1,2 Mio.'],
    ['zh-CN', 673_010n, '+6730'],
    ['zh-CN', 2_150_000n, '+2.2万'],
    ['id', 673_010n, '+6,7 rb'],
  ])('in %s of %d is %s', (language, minor, text) => {
    expect(shortAmount(language, minor)).toBe(text)
  })
})
