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
  .map(([it, at]) => ({ it, accruals: incomeByHand(it), at }))
  .filter(({ accruals }) => accruals.length > 0)
  .map(({ it, accruals, at }) => ({ it, accruals, at: at % accruals.length }))

const compare = (it: Statement, accruals: FundAccrual[]): ReturnType<typeof compareIncome> =>
  compareIncome(recomputeIncome(it), accruals)
const replaced = (accruals: FundAccrual[], at: number, by: FundAccrual[]): FundAccrual[] =>
  accruals.toSpliced(at, 1, ...by)

it('finds an honest statement right, with its days and all that was credited', () => {
  fc.assert(
    fc.property(cases, ({ it, accruals }) => {
      const total = accruals.reduce((sum, { credited }) => sum + credited, 0n)
      expect(compare(it, accruals)).toEqual({ ok: true, days: accruals.length, total })
    }),
  )
})

const CHANGES: Record<string, (it: FundAccrual) => FundAccrual> = {
  'a cent more': (it) => ({ ...it, credited: it.credited + 1n }),
  'a cent less': (it) => ({ ...it, credited: it.credited - 1n }),
  'another share': (it) => ({ ...it, share: it.share + 1n }),
  'a wrong rate': (it) => ({ ...it, dailyRate: it.dailyRate + 1 }),
  'a changed carry before': (it) => ({ ...it, carryBefore: it.carryBefore ^ 1 }),
  'a changed carry after': (it) => ({ ...it, carryAfter: it.carryAfter ^ 1 }),
}
it.each(Object.entries(CHANGES))('names the day that bears %s', (_name, change) => {
  fc.assert(
    fc.property(cases, ({ it, accruals, at }) => {
      const expected = accruals[at]
      if (expected === undefined) throw new Error('no day')
      const recorded = change(expected)
      expect(compare(it, replaced(accruals, at, [recorded]))).toEqual({
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
    fc.property(cases, ({ it, accruals, at }) => {
      for (const gone of [at, 0, accruals.length - 1]) {
        const expected = accruals[gone] ?? null
        const found = compare(it, replaced(accruals, gone, []))
        expect(found).toEqual({ ok: false, day: expected?.day, expected, recorded: null })
      }
    }),
  )
})

it('names an extra day: one told twice, one before the first, one after the last', () => {
  fc.assert(
    fc.property(cases, ({ it, accruals, at }) => {
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
        expect(compare(it, accrued)).toEqual({ ok: false, day, expected: null, recorded })
      }
    }),
  )
})

it('notices a statement that leaves out one of the movements', () => {
  let withdrawals = 0
  fc.assert(
    fc.property(cases, ({ it, accruals, at }) => {
      const without = <T>(list: readonly T[]): T[] => list.toSpliced(at % list.length, 1)
      expect(compare({ ...it, confirmed: without(it.confirmed) }, accruals).ok).toBe(false)
      if (it.paid.length === 0) return
      withdrawals += 1
      expect(compare({ ...it, paid: without(it.paid) }, accruals).ok).toBe(false)
    }),
  )
  expect(withdrawals).toBeGreaterThan(10)
})
