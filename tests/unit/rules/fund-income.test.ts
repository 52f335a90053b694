import { describe, expect, it } from 'vitest'
import { DAILY_RATE_MAX, type FundAccrual } from '#contract/fund.ts'
import { day } from '#contract/scalars.ts'
import {
  accrue,
  annualPercent,
  compareIncome,
  perTenThousand,
  rateOf,
  recomputeIncome,
} from '#rules/fund-income.ts'

describe('a day of income', () => {
  it.each([
    // 10,000.00 at 50 millionths: half a unit of money, to the cent.
    [1_000_000n, 50, 0, 50n, 0],
    // 19,999 cents miss a cent by a hair; what was carried makes it up.
    [19_999n, 50, 0, 0n, 999_950],
    [19_999n, 50, 49, 0n, 999_999],
    [19_999n, 50, 50, 1n, 0],
    [1n, 1, 999_999, 1n, 0],
    [123_456_789n, 0, 999_999, 0n, 999_999],
    [100_000_000n, DAILY_RATE_MAX, 999_999, 30_000n, 999_999],
    [0n, 300, 7, 0n, 7],
    // Far beyond what a number holds exactly.
    [99_999_999_999_999n, 299, 1, 29_899_999_999n, 999_702],
  ])('%s cents at %i carrying %i: %s cents, %i carried', (...row) => {
    const [share, dailyRate, carry, credited, rest] = row
    expect(accrue({ share, dailyRate, carry })).toEqual({ credited, carry: rest })
  })
})

describe('rates in words', () => {
  it.each([
    [50, '1.8250', 50n],
    [0, '0.0000', 0n],
    [1, '0.0365', 1n],
    [274, '10.0010', 274n],
    [300, '10.9500', 300n],
  ])('%i millionths a day are %s percent a year and %s cents for 10,000.00 a day', (...row) => {
    const [rate, percent, cents] = row
    expect(annualPercent(rate)).toBe(percent)
    expect(perTenThousand(rate)).toBe(cents)
    expect(accrue({ share: 1_000_000n, dailyRate: rate, carry: 0 }).credited).toBe(cents)
  })
})

const of = (text: string) => day.parse(text)
const rates = [
  { from: of('2026-07-06'), dailyRate: 50 },
  { from: of('2026-07-08'), dailyRate: 0 },
  { from: of('2026-07-09'), dailyRate: 300 },
]

describe('the rate of a day', () => {
  it('holds from its first day to the day before the next one', () => {
    const days = [
      '2026-07-05',
      '2026-07-06',
      '2026-07-07',
      '2026-07-08',
      '2026-07-09',
      '2099-12-31',
    ]
    expect(days.map((day) => rateOf(rates, day))).toEqual([null, 50, 50, 0, 300, 300])
    expect(days.map((day) => rateOf(rates.toReversed(), day))).toEqual([null, 50, 50, 0, 300, 300])
    expect(rateOf([], '2026-07-06')).toBeNull()
  })
})

/** Worked out on paper; the day before the first rate earns at 0, and nothing is held on the eighth. */
const DAYS: FundAccrual[] = [
  ['2026-07-05', 3_010_000n, 0, 0, 0n, 0],
  ['2026-07-06', 3_010_000n, 50, 0, 150n, 500_000],
  ['2026-07-07', 10_000n, 50, 500_000, 1n, 0],
  ['2026-07-09', 1_004n, 300, 0, 0n, 301_200],
  ['2026-07-10', 1_004n, 300, 301_200, 0n, 602_400],
].map(([at, share, dailyRate, carryBefore, credited, carryAfter]) => ({
  day: of(`${at}`),
  share: BigInt(`${share}`),
  dailyRate: Number(dailyRate),
  carryBefore: Number(carryBefore),
  credited: BigInt(`${credited}`),
  carryAfter: Number(carryAfter),
}))
const sources = {
  confirmed: [
    { day: '2026-07-05', amount: 3_000_000n },
    { day: '2026-07-05', amount: 10_000n },
    { day: '2026-07-09', amount: 1_004n },
  ],
  paid: [
    { day: '2026-07-07', amount: 3_000_150n },
    { day: '2026-07-08', amount: 10_001n },
  ],
  rates,
  throughDay: '2026-07-10',
}

describe('recomputing', () => {
  it('gives a row a day with a share: income earns from the day it is credited', () => {
    expect(recomputeIncome(sources)).toEqual(DAYS)
  })

  it('gives nothing before anything is confirmed or accrued', () => {
    expect(recomputeIncome({ ...sources, throughDay: null })).toEqual([])
    expect(recomputeIncome({ ...sources, throughDay: '2026-07-04' })).toEqual([])
    expect(recomputeIncome({ ...sources, confirmed: [], paid: [] })).toEqual([])
  })

  it('leaves the days out on which a false statement would owe shares', () => {
    const paid = [{ day: '2026-07-06', amount: 9_999_999n }]
    const days = recomputeIncome({ ...sources, paid, throughDay: '2026-07-08' })
    expect(days).toEqual(DAYS.slice(0, 1))
  })

  it('agrees with what was recorded, or names the first day that differs', () => {
    expect(compareIncome(recomputeIncome(sources), DAYS)).toEqual({
      ok: true,
      days: 5,
      total: 151n,
    })
    expect(compareIncome([], [])).toEqual({ ok: true, days: 0, total: 0n })
    const carried = DAYS.map((accrual, i) =>
      i < 3 ? accrual : { ...accrual, carryAfter: accrual.carryAfter + 1 },
    )
    expect(compareIncome(DAYS, carried)).toEqual({
      ok: false,
      day: '2026-07-09',
      expected: DAYS[3],
      recorded: carried[3],
    })
  })
})
