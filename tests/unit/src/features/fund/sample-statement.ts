/** A fund that earned for twelve days, and all that follows from it: each test tampers with one thing. */
import { z } from 'zod'
import {
  type FundRate,
  type FundState,
  type FundStatement,
  fundAccrual,
  fundRate,
  fundState,
  fundStatement,
} from '#contract/fund.ts'
import { day } from '#contract/scalars.ts'
import type { CheckInput } from '#features/fund/income/check-income.ts'
import { addDays, dayStart } from '#rules/business-day.ts'
import { exampleRate } from '#rules/fund-example-curve.ts'
import { recomputeIncome } from '#rules/fund-income.ts'
import { fundLotWire, fundTermsWire, fundWire, redemptionWire } from '#support/sample-fund.ts'

export const FIRST_DAY = '2023-11-02'
/** The last day that is over; today, the day on which the fake streams' clock begins, is the one after. */
export const LAST_DAY = '2023-11-13'
export const TODAY = day.parse(addDays(LAST_DAY, 1))

/** Published a week ahead from before the first day on, newest first. */
export const publishedRates = (): FundRate[] =>
  Array.from({ length: 26 }, (_, i) => addDays('2023-10-28', 25 - i)).map((from) =>
    fundRate.parse({
      from,
      dailyRate: exampleRate(from),
      publishedAt: dayStart(addDays(from, -7)),
      by: ['practice-curve'],
    }),
  )

const CONFIRMED = [
  { id: '900001', day: FIRST_DAY, amount: '12345.67' },
  { id: '900002', day: '2023-11-06', amount: '500.00' },
]
const PAID = [{ id: '950001', day: '2023-11-10', amount: '800.10' }]

export function sampleStatement(): FundStatement {
  const statement = fundStatement.parse({
    accruedThrough: LAST_DAY,
    confirmed: CONFIRMED,
    paid: PAID,
    rates: publishedRates()
      .filter(({ from }) => from >= FIRST_DAY && from <= LAST_DAY)
      .reverse(),
    accruals: [],
  })
  const { confirmed, paid, rates } = statement
  return {
    ...statement,
    accruals: recomputeIncome({ confirmed, paid, rates, throughDay: LAST_DAY }),
  }
}

/** The state that belongs to a statement. */
export function stateOf({ confirmed, paid, accruals }: FundStatement): FundState {
  const sum = (all: readonly { amount: bigint }[]): bigint =>
    all.reduce((total, { amount }) => total + amount, 0n)
  const total = accruals.reduce((all, { credited }) => all + credited, 0n)
  const state = fundState.parse(fundWire())
  return {
    ...state,
    confirmed: sum(confirmed) - sum(paid) + total,
    income: { ...state.income, total, carry: accruals.at(-1)?.carryAfter ?? 0 },
  }
}

export function sampleCheck(): CheckInput {
  const statement = sampleStatement()
  return { statement, published: publishedRates(), fund: stateOf(statement), today: TODAY }
}

/** What the server answers about it all, by path. */
export function fundReplies(): Record<string, unknown> {
  const statement = sampleStatement()
  const accruals = statement.accruals.map((row) => z.encode(fundAccrual, row)).reverse()
  return {
    '/fund': z.encode(fundState, stateOf(statement)),
    '/fund/terms': fundTermsWire(),
    '/fund/lots': { lots: [fundLotWire()], next: null },
    '/fund/redemptions': { redemptions: [redemptionWire()], next: null },
    '/fund/accruals': { accruals, next: null },
    '/fund/rates': { rates: publishedRates().map((row) => z.encode(fundRate, row)), next: null },
    '/fund/statement': z.encode(fundStatement, statement),
  }
}
