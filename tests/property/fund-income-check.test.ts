import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FundAccrual } from '#contract/fund.ts'
import { compareIncome, recomputeIncome } from '#rules/fund-income.ts'
import { laterBy } from '#support/fund-calendar-oracle.ts'
import { incomeByHand, type Statement } from '#support/fund-income-oracle.ts'
import { statements } from '#support/fund-statements.ts'
import { day as daySchema } from '#contract/scalars.ts'

/** A statement with at least one day, its recorded days, and the one of them that something happens to. */
const cases = fc
  .tuple(statements, fc.nat())
  .map(([statement, at]) => ({ statement, accruals: incomeByHand(statement), at }))
  .filter(({ accruals }) => accruals.length > 0)
  .map(({ statement, accruals, at }) => ({ statement, accruals, at: at % accruals.length }))

const compare = (statement: Statement, accruals: FundAccrual[]): ReturnType<typeof compareIncome> =>
  compareIncome(recomputeIncome(statement), accruals)
const replaced = (accruals: FundAccrual[], at: number, by: FundAccrual[]): FundAccrual[] =>
  accruals.toSpliced(at, 1, ...by)

it('finds an honest statement right, with its days and all that was credited', () => {
  fc.assert(
    fc.property(cases, ({ statement, accruals }) => {
      const total = accruals.reduce((sum, { credited }) => sum + credited, 0n)
      expect(compare(statement, accruals)).toEqual({ ok: true, days: accruals.length, total })
    }),
  )
})

const CHANGES: Record<string, (accrual: FundAccrual) => FundAccrual> = {
  'a cent more': (accrual) => ({ ...accrual, credited: accrual.credited + 1n }),
  'a cent less': (accrual) => ({ ...accrual, credited: accrual.credited - 1n }),
  'another share': (accrual) => ({ ...accrual, share: accrual.share + 1n }),
  'a wrong rate': (accrual) => ({ ...accrual, dailyRate: accrual.dailyRate + 1 }),
  'a changed carry before': (accrual) => ({ ...accrual, carryBefore: accrual.carryBefore ^ 1 }),
  'a changed carry after': (accrual) => ({ ...accrual, carryAfter: accrual.carryAfter ^ 1 }),
}
it.each(Object.entries(CHANGES))('names the day that bears %s', (_name, change) => {
  fc.assert(
    fc.property(cases, ({ statement, accruals, at }) => {
      const expected = accruals[at]
      if (expected === undefined) throw new Error('no day')
      const recorded = change(expected)
      expect(compare(statement, replaced(accruals, at, [recorded]))).toEqual({
        ok: false,
        day: expected.day,
        expected,
        recorded,
      })
    }),
  )
})

it('names a missing day, the first and the last too', () => {
  fc.assert(
    fc.property(cases, ({ statement, accruals, at }) => {
      for (const gone of [at, 0, accruals.length - 1]) {
        const expected = accruals[gone] ?? null
        const found = compare(statement, replaced(accruals, gone, []))
        expect(found).toEqual({ ok: false, day: expected?.day, expected, recorded: null })
      }
    }),
  )
})

it('names an extra day: one told twice, one before the first, one after the last', () => {
  fc.assert(
    fc.property(cases, ({ statement, accruals, at }) => {
      const [first, last, one] = [accruals[0], accruals.at(-1), accruals[at]]
      if (first === undefined || last === undefined || one === undefined) throw new Error('no day')
      const early = { ...first, day: daySchema.parse(laterBy(first.day, -1)) }
      const late = { ...last, day: daySchema.parse(laterBy(last.day, 1)) }
      const planted: [FundAccrual[], FundAccrual][] = [
        [replaced(accruals, at, [one, one]), one],
        [[early, ...accruals], early],
        [[...accruals, late], late],
      ]
      for (const [accrued, recorded] of planted) {
        const { day } = recorded
        expect(compare(statement, accrued)).toEqual({ ok: false, day, expected: null, recorded })
      }
    }),
  )
})

it('notices a statement that leaves out one of the movements', () => {
  let withdrawals = 0
  fc.assert(
    fc.property(cases, ({ statement, accruals, at }) => {
      const without = <T>(list: readonly T[]): T[] => list.toSpliced(at % list.length, 1)
      expect(compare({ ...statement, confirmed: without(statement.confirmed) }, accruals).ok).toBe(
        false,
      )
      if (statement.paid.length === 0) return
      withdrawals += 1
      expect(compare({ ...statement, paid: without(statement.paid) }, accruals).ok).toBe(false)
    }),
  )
  expect(withdrawals).toBeGreaterThan(10)
})
