import { describe, expect, it } from 'vitest'
import { datesAt, fundDayAt, instantLeftAt, leftAt } from '#features/fund/fund-day.ts'
import { FUND_NOW, sampleFund } from '#support/sample-fund.ts'

const utc = (text: string): number => Date.parse(`${text}Z`)
const at = (text: string) => fundDayAt(utc(text))

describe('the day for which a transfer counts', () => {
  it('is today before the cut-off, and says nothing more', () => {
    const day = at('2026-12-23T14:59:59.999')
    expect(day).toMatchObject({ today: '2026-12-23', later: null, holidays: [] })
    expect(day.dates).toMatchObject({ tradeDay: '2026-12-23', settleDay: '2026-12-24' })
  })
  it('is a later one from the cut-off on, and names the holidays in between', () => {
    const day = at('2026-12-24T15:00')
    expect(day.later).toBe('after_cut_off')
    expect(day.dates).toMatchObject({ tradeDay: '2026-12-28', settleDay: '2026-12-29' })
    expect(day.holidays).toEqual([
      { day: '2026-12-25', name: 'christmas' },
      { day: '2026-12-26', name: 'boxing_day' },
    ])
  })
  it('says on a holiday that it is one, and on a weekend that it is that', () => {
    expect(at('2027-03-26T08:00')).toMatchObject({
      later: 'holiday',
      holidays: [
        { day: '2027-03-26', name: 'good_friday' },
        { day: '2027-03-29', name: 'easter_monday' },
      ],
    })
    expect(at('2026-11-21T08:00')).toMatchObject({ later: 'weekend', holidays: [] })
  })
  it('does not name the holiday on which it is confirmed already', () => {
    expect(at('2026-12-22T10:00').holidays).toEqual([])
  })
  it('ends at midnight of the business zone', () => {
    expect(at('2026-11-21T23:59:59').endsAt).toBe(utc('2026-11-22T00:00'))
  })
})

describe('the dates of a command', () => {
  const before = utc('2026-11-20T14:59:59.900')
  it('are those of the moment', () => {
    expect(datesAt(before).settleDay).toBe('2026-11-23')
  })
  it('move on to the day that the server has named', () => {
    const dates = datesAt(before, '2026-11-24')
    expect(dates).toMatchObject({ tradeDay: '2026-11-23', settleDay: '2026-11-24' })
    expect(dates.cutOffAt).toBe(utc('2026-11-23T15:00'))
  })
  it('never go back for a day that is over', () => {
    expect(datesAt(before, '2026-11-10').settleDay).toBe('2026-11-23')
  })
})

describe('what is left today', () => {
  const fund = sampleFund({
    subscriptions: { limit: 10, remaining: 3 },
    redemptions: { limit: 5, remaining: 0, instantRemaining: '12.00' },
  })
  const midnight = fund.resetsAt
  it('is what the server has said, until that day is over', () => {
    expect(leftAt(fund.subscriptions, midnight, FUND_NOW)).toBe(3)
    expect(leftAt(fund.redemptions, midnight, midnight - 1)).toBe(0)
    expect(instantLeftAt(fund, 1_000_000n, midnight - 1)).toBe(1_200n)
  })
  it('is whole again from midnight on, without a word from the server', () => {
    expect(leftAt(fund.subscriptions, midnight, midnight)).toBe(10)
    expect(leftAt(fund.redemptions, midnight, midnight)).toBe(5)
    expect(instantLeftAt(fund, 1_000_000n, midnight)).toBe(1_000_000n)
  })
})
