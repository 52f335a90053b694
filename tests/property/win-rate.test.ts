import fc from 'fast-check'
import { expect, it } from 'vitest'
import { winRateOf } from '#rules/win-rate.ts'

/** The square of the normal quantile as an exact fraction. */
const Z_SQUARED = { numerator: 3_841_458_820_694_124n, denominator: 10n ** 15n }

/**
 * The score test in integers, the definition that the interval inverts: whether `share` is rejected at 5 % by `won` of
 * `of`. With p = wins / whole: (won/of − p)² > Z² · p · (1 − p) / of.
 */
function isRejected(won: number, of: number, share: { wins: bigint; whole: bigint }): boolean {
  const [k, n] = [BigInt(won), BigInt(of)]
  const { wins, whole } = share
  const distance = k * whole - n * wins
  const { numerator, denominator } = Z_SQUARED
  return distance * distance * denominator > numerator * n * wins * (whole - wins)
}

const orders = fc
  .record({
    won: fc.oneof(fc.constantFrom(0, 1, 2), fc.integer({ min: 0, max: 100_000 })),
    lost: fc.oneof(fc.constantFrom(0, 1, 2), fc.integer({ min: 0, max: 100_000 })),
    stake: fc.bigInt({ min: 1n, max: 10n ** 14n }),
    profit: fc.bigInt({ min: 0n, max: 10n ** 14n }),
  })
  .filter(({ won, lost }) => won + lost > 0)
  .map(({ profit, ...rest }) => ({ ...rest, payout: rest.stake + profit }))

it('the interval has the rates that the score test does not reject, and no others', () => {
  fc.assert(
    fc.property(orders, ({ won, lost, stake, payout }) => {
      const of = won + lost
      const { rate, low, high } = winRateOf({ won, lost, stake, payout }) ?? expect.fail()
      expect(low).toBeLessThanOrEqual(rate)
      expect(high).toBeGreaterThanOrEqual(rate)
      const rejects = (bps: number): boolean =>
        isRejected(won, of, { wins: BigInt(bps), whole: 10_000n })
      // One basis point further in is inside; outside, everything is rejected.
      if (low > 0) expect(rejects(low - 1)).toBe(true)
      if (high < 10_000) expect(rejects(high + 1)).toBe(true)
      if (low + 1 <= high - 1) {
        expect(rejects(low + 1)).toBe(false)
        expect(rejects(high - 1)).toBe(false)
      }
    }),
  )
})

it('never calls a result more than luck that the exact test does not', () => {
  const seen = { above: 0, unclear: 0, below: 0 }
  fc.assert(
    fc.property(orders, ({ won, lost, stake, payout }) => {
      const of = won + lost
      const { compared } = winRateOf({ won, lost, stake, payout }) ?? expect.fail()
      seen[compared] += 1
      if (compared === 'unclear') return
      expect(isRejected(won, of, { wins: stake, whole: payout })).toBe(true)
      const isAbove = BigInt(won) * payout > BigInt(of) * stake
      expect(compared).toBe(isAbove ? 'above' : 'below')
    }),
    { numRuns: 1_000 },
  )
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5)
})

it('the break-even rate is the least whole basis point at which nothing is lost', () => {
  fc.assert(
    fc.property(orders, (decided) => {
      const { breakEven } = winRateOf(decided) ?? expect.fail()
      const gain = (bps: number): bigint => BigInt(bps) * decided.payout - 10_000n * decided.stake
      expect(gain(breakEven)).toBeGreaterThanOrEqual(0n)
      expect(gain(breakEven - 1)).toBeLessThan(0n)
    }),
  )
})
