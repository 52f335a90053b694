import fc from 'fast-check'
import { expect, it } from 'vitest'
import { VENUES_NEEDED, venueName } from '#contract/index-price.ts'
import { basisPoints } from '#contract/scalars.ts'
import { medianPrice, truncatedPrice } from '#rules/index-price.ts'
import { ProductIndex } from '#server/market/feeds/live/product-index.ts'

const prices = (min: number, max: number) =>
  fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: min, maxLength: max })
/** Venues of which fewer than half lie, in any order. */
const mixed = prices(2, 4).chain((honest) =>
  prices(0, honest.length - 1).chain((lying) => {
    const all = [...honest, ...lying]
    return fc.record({
      honest: fc.constant(honest),
      all: fc.shuffledSubarray(all, { minLength: all.length }),
    })
  }),
)

it('stays within the honest prices while fewer than half of the venues lie', () => {
  fc.assert(
    fc.property(mixed, ({ honest, all }) => {
      const price = medianPrice(all) ?? Number.NaN
      expect(price).toBeGreaterThanOrEqual(Math.min(...honest))
      expect(price).toBeLessThanOrEqual(Math.max(...honest))
      expect(all).toContain(price)
    }),
    { numRuns: 500 },
  )
})

const texts = fc
  .tuple(
    fc.integer({ min: 0, max: 99_999_999 }),
    fc.string({ unit: fc.constantFrom('0', '1', '4', '5', '9'), maxLength: 12 }),
  )
  .map(([whole, fraction]) => (fraction === '' ? String(whole) : `${whole}.${fraction}`))

it('cuts off digits and never rounds up', () => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 8 }), (text, decimals) => {
      const [whole = '', fraction = ''] = text.split('.')
      const exact = BigInt(whole + fraction.padEnd(12, '0'))
      const cut = exact / 10n ** BigInt(12 - decimals)
      const scaled = truncatedPrice(text, decimals)
      if (cut <= BigInt(Number.MAX_SAFE_INTEGER)) expect(BigInt(scaled)).toBe(cut)
      else expect(scaled).toBeNaN()
    }),
    { numRuns: 500 },
  )
})

interface Sent {
  venue: number
  after: number
  price: number
}
const sent: fc.Arbitrary<Sent[]> = fc.array(
  fc.record({
    venue: fc.nat({ max: 4 }),
    after: fc.integer({ min: 0, max: 1_500 }),
    price: fc.integer({ min: 9_900, max: 10_100 }),
  }),
  { maxLength: 60 },
)
const LIMITS = { needed: VENUES_NEEDED, freshMs: 2_000, spreadBps: basisPoints.parse(100) }
const NAMES = venueName.options.slice(0, 5)

/** The rule once more, from the whole list of trades. */
function expected(trades: readonly (Sent & { at: number })[], now: number): number | string {
  const fresh = NAMES.flatMap((_, n) => {
    const last = trades.findLast(({ venue }) => venue === n)
    return last !== undefined && last.at >= now - LIMITS.freshMs ? [last.price] : []
  }).sort((a, b) => a - b)
  const [low = 0, high = 0] = [fresh[0], fresh.at(-1)]
  if (fresh.length < 3) return 'venues'
  if ((high - low) * 10_000 > low * LIMITS.spreadBps) return 'spread'
  return fresh[(fresh.length - 1) >> 1] ?? 'none'
}

it('has the price, or the reason for none, that the newest trades of all venues give', () => {
  fc.assert(
    fc.property(sent, (steps) => {
      const index = new ProductIndex(2)
      const trades: (Sent & { at: number })[] = []
      let now = 1_000_000
      for (const [n, step] of steps.entries()) {
        now += step.after
        trades.push({ ...step, at: now })
        const venue = NAMES[step.venue] ?? 'okx'
        const text = `${Math.floor(step.price / 100)}.${String(step.price % 100).padStart(2, '0')}`
        index.accept(
          venue,
          { symbol: 'BTCUSDT', tradeId: String(n + 1), price: text, tradedAt: now, aheadMs: 0 },
          now,
        )
        const state = index.at(now, { venues: NAMES, ...LIMITS })
        expect(state.reason ?? state.price).toBe(expected(trades, now))
      }
    }),
    { numRuns: 300 },
  )
})
