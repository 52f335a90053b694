import { describe, expect, it } from 'vitest'
import { day } from '#contract/scalars.ts'
import {
  creditedToday,
  expectedToday,
  firstIncome,
  isUntouched,
  rateNow,
} from '#features/fund/fund-figures.ts'
import { FUND_NOW, sampleFund, sampleRate, sampleRedemption } from '#support/sample-fund.ts'

const today = day.parse('2023-11-15')
const rates = [sampleRate({ from: '2023-11-10', dailyRate: 50 })]

describe('what was credited today', () => {
  const fund = sampleFund({ income: { today: '0.05', total: '1.25', carry: 0 } })
  it('is for the day before', () => {
    expect(creditedToday(fund, FUND_NOW)).toEqual({ amount: 5n, day: '2023-11-14' })
  })
  it('is nothing yet on a new day, until the server says so', () => {
    expect(creditedToday(fund, fund.resetsAt)).toEqual({ amount: 0n, day: '2023-11-15' })
  })
})

describe('what today adds', () => {
  it('is worked out by the rule of the server, carry and all', () => {
    const fund = sampleFund({
      confirmed: '1999.99',
      income: { today: '0.00', total: '0.00', carry: 500 },
    })
    // 199,999 cents × 50 + 500 = 10,000,450 millionths: the carry makes it a tenth whole cent.
    expect(expectedToday(fund, rates, FUND_NOW)).toEqual({
      kind: 'amount',
      amount: 10n,
      creditedAt: Date.parse('2023-11-16T00:00Z'),
    })
    const without = sampleFund({
      confirmed: '1999.99',
      income: { today: '0', total: '0', carry: 0 },
    })
    expect(expectedToday(without, rates, FUND_NOW)).toMatchObject({ amount: 9n })
  })
  it('is nothing while nothing is confirmed', () => {
    const fund = sampleFund({ confirmed: '0.00', pending: '5.00' })
    expect(expectedToday(fund, rates, FUND_NOW)).toEqual({ kind: 'nothing' })
  })
  it('is not known without a rate', () => {
    const later = [sampleRate({ from: '2023-11-16' })]
    expect(expectedToday(sampleFund(), later, FUND_NOW)).toEqual({ kind: 'no_rate' })
  })
})

describe('what the first day earns', () => {
  it('takes the rate of that day', () => {
    const both = [...rates, sampleRate({ from: '2023-11-16', dailyRate: 100 })]
    expect(firstIncome(1_000_000n, both, day.parse('2023-11-15'))).toBe(50n)
    expect(firstIncome(1_000_000n, both, day.parse('2023-11-16'))).toBe(100n)
    expect(firstIncome(1_000_000n, both, day.parse('2023-11-09'))).toBeNull()
  })
})

describe('the rate now', () => {
  it('is the newest that has begun, and next the first ahead that differs', () => {
    const published = [
      sampleRate({ from: '2023-11-18', dailyRate: 55 }),
      sampleRate({ from: '2023-11-17', dailyRate: 52 }),
      sampleRate({ from: '2023-11-16', dailyRate: 50 }),
      sampleRate({ from: '2023-11-12', dailyRate: 50 }),
      sampleRate({ from: '2023-11-01', dailyRate: 40 }),
    ]
    const { current, next } = rateNow(published, today)
    expect(current?.from).toBe('2023-11-12')
    expect(next?.from).toBe('2023-11-17')
  })
  it('may have no next, and none at all', () => {
    expect(rateNow(rates, today).next).toBeNull()
    expect(rateNow([], today)).toEqual({ current: null, next: null })
  })
  it('is none before the first begins, which then is the next', () => {
    const ahead = sampleRate({ from: '2023-11-20' })
    expect(rateNow([ahead], today)).toEqual({ current: null, next: ahead })
  })
})

describe('an untouched fund', () => {
  const empty = { total: '0.00', confirmed: '0.00', redeemable: '0.00' }
  const none = { today: '0.00', total: '0.00', carry: 0 }
  it('has and had nothing', () => {
    expect(isUntouched(sampleFund({ ...empty, income: none }))).toBe(true)
  })
  it('is none any more once something was in it or is on its way', () => {
    const lot = { ...empty, total: '200.00', pending: '200.00', income: none }
    expect(isUntouched(sampleFund(lot))).toBe(false)
    expect(isUntouched(sampleFund(empty))).toBe(false)
    const leaving = { ...empty, income: none }
    expect(isUntouched({ ...sampleFund(leaving), pendingRedemptions: [sampleRedemption()] })).toBe(
      false,
    )
  })
})
