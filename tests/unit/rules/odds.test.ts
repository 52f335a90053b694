import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { breakEvenShare, losersShare, resultOf } from '#rules/odds.ts'
import { breakEvenRate, payoutOf } from '#rules/payout.ts'

const TERMS = { stake: 10_000n, rateBps: 8_500 }
const rate = fc.integer({ min: 0, max: 20_000 })

describe('the break-even share', () => {
  it('is a fraction in lowest terms', () => {
    const shareOf = (rateBps: number) => breakEvenShare({ stake: 10_000n, rateBps })
    expect(shareOf(8_500)).toEqual({ wins: 20, of: 37 })
    expect(shareOf(8_000)).toEqual({ wins: 5, of: 9 })
    expect(shareOf(10_000)).toEqual({ wins: 1, of: 2 })
    expect(shareOf(0)).toEqual({ wins: 1, of: 1 })
    expect(breakEvenShare({ stake: 113n, rateBps: 8_400 })).toEqual({ wins: 113, of: 207 })
  })
  it('makes exactly nothing of that many orders, and the rounded rate is never below it', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 9n), rate, (stake, rateBps) => {
        const share = breakEvenShare({ stake, rateBps })
        expect(resultOf({ stake, rateBps }, share)).toBe(0n)
        expect(BigInt(share.wins) * payoutOf(stake, rateBps)).toBe(BigInt(share.of) * stake)
        const shown = breakEvenRate(stake, rateBps)
        expect(shown * share.of).toBeGreaterThanOrEqual(share.wins * 10_000)
        expect((shown - 1) * share.of).toBeLessThan(share.wins * 10_000)
      }),
    )
  })
})

describe('what a hundred orders come to', () => {
  it('adds the floored profits and takes the lost stakes', () => {
    expect(resultOf(TERMS, { wins: 50, of: 100 })).toBe(-75_000n)
    expect(resultOf(TERMS, { wins: 55, of: 100 })).toBe(17_500n)
    expect(resultOf({ stake: 333n, rateBps: 8_500 }, { wins: 1, of: 2 })).toBe(283n - 333n)
  })
  it('is a loss for whoever is right half the time, at every rate below the whole', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9_999 }),
        fc.bigInt(1n, 10n ** 12n),
        (rateBps, stake) => {
          expect(resultOf({ stake, rateBps }, { wins: 50, of: 100 })).toBeLessThan(0n)
        },
      ),
    )
  })
  it('refuses more wins than orders', () => {
    expect(() => resultOf(TERMS, { wins: 3, of: 2 })).toThrow(RangeError)
  })
})

/** Pascal's triangle in floating point: slower and rougher, but nothing of the code under test. */
function roughLosers(wanted: (wins: number) => boolean, orders: number): number {
  let row = [1]
  for (let n = 0; n < orders; n++) {
    row = [...row, 0].map((p, k) => (p + (row[k - 1] ?? 0)) / 2)
  }
  return row.reduce((sum, p, wins) => sum + (wanted(wins) ? p : 0), 0)
}

describe('the share of people who lose', () => {
  it('is what all the ways to guess say', () => {
    // Of two orders at 85 %: two losses, or one win and one loss.
    expect(losersShare(TERMS, 2)).toBe(7_500)
    expect(losersShare(TERMS, 1)).toBe(5_000)
    expect(losersShare({ stake: 100n, rateBps: 10_000 }, 2)).toBe(2_500)
  })
  it('agrees with an independent reckoning', () => {
    for (const rateBps of [8_000, 8_500, 9_200]) {
      for (const orders of [10, 100, 1_000]) {
        const rough = roughLosers((wins) => wins * rateBps < (orders - wins) * 10_000, orders)
        const exact = losersShare({ stake: 10_000n, rateBps }, orders)
        expect(Math.abs(exact - rough * 10_000)).toBeLessThanOrEqual(0.6)
      }
    }
  })
  it('grows with the number of orders', () => {
    const shares = [10, 100, 1_000].map((orders) => losersShare(TERMS, orders))
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
    expect(shares.at(-1)).toBeGreaterThan(9_900)
  })
})
