import fc from 'fast-check'
import { expect, it } from 'vitest'
import { accrue, rateOf, recomputeIncome } from '#rules/fund-income.ts'
import { type Fraction, fraction, plus, wholeOf } from '#support/fractions.ts'
import { fundDistribution } from '#support/fund-distribution.ts'
import { laterBy } from '#support/fund-calendar-oracle.ts'
import { incomeByHand } from '#support/fund-income-oracle.ts'
import { fundPath } from '#support/fund-path.ts'
import { statements } from '#support/fund-statements.ts'
import { choicesOf } from '#support/settle-choices.ts'
import { deep } from '#support/suite.ts'

const TEN_YEARS = 3_650
const PATHS = deep ? 600 : 150
const ONE_CENT = fraction(1n, 1n)
const seeds = fc.nat({ max: 2 ** 31 - 1 })

it('ten years of random actions: credited stays at or below exact, by less than a cent, every day', () => {
  const distribution = fundDistribution()
  const walk = (seed: number): void => {
    const next = fundPath(choicesOf(seed))
    // The rule's side.
    let [share, carry, credited] = [0n, 0, 0n]
    // The oracle's side: cents, exactly; what is due are its whole cents.
    let [held, exact]: [bigint, Fraction] = [0n, fraction(0n, 1n)]
    for (let day = 0; day < TEN_YEARS; day++) {
      const today = next(Number(held + wholeOf(exact)), carry)
      held += BigInt(today.move)
      share += BigInt(today.move)
      const owned = held + wholeOf(exact)
      exact = plus(exact, fraction(owned * BigInt(today.dailyRate), 1_000_000n))

      const before = carry
      const accrued = accrue({ share, dailyRate: today.dailyRate, carry })
      share += accrued.credited
      credited += accrued.credited
      carry = accrued.carry

      const behind = plus(exact, fraction(-credited, 1n))
      if (behind.over < 0n || behind.over * ONE_CENT.under >= behind.under)
        throw new Error(`day ${day}: ${behind.over}/${behind.under} cents behind exact`)
      // The very cent and the very rest, not merely near them.
      if (
        share !== held + wholeOf(exact) ||
        behind.over * 1_000_000n !== BigInt(carry) * behind.under
      )
        throw new Error(`day ${day}: share ${share}, carry ${carry}`)
      distribution.add({
        ...today,
        share: Number(owned),
        carryBefore: before,
        credited: Number(accrued.credited),
        carryAfter: carry,
      })
    }
  }
  fc.assert(fc.property(seeds, walk), { numRuns: PATHS })
  console.info(distribution.lines().join('\n'))
  expect(distribution.rare()).toEqual([])
})

it('recomputes what a naive model makes of the same movements and rates, day by day', () => {
  let rows = 0
  fc.assert(
    fc.property(statements, (statement) => {
      const byHand = incomeByHand(statement)
      expect(recomputeIncome(statement)).toEqual(byHand)
      rows += byHand.length
    }),
    { numRuns: 300 },
  )
  expect(rows).toBeGreaterThan(5_000)
})

it('the rate of a day is the newest that begins by then', () => {
  fc.assert(
    fc.property(statements, ({ rates, throughDay }) => {
      const newest = rates.reduce(
        (best, rate) => (rate.from <= throughDay && rate.from > best.from ? rate : best),
        { from: '', dailyRate: -1 },
      )
      expect(rateOf(rates, throughDay) ?? -1).toBe(newest.dailyRate)
      const earliest = rates.map(({ from }) => from).sort()[0]
      if (earliest !== undefined) expect(rateOf(rates, laterBy(earliest, -1))).toBeNull()
    }),
  )
})
