import { describe, expect, it } from 'vitest'
import { timeMs } from '#contract/scalars.ts'
import { checkMarket, checkTerms, type MarketNow } from '#server/trading/order-checks.ts'
import { FAKE_PRODUCTS, FAKE_TERMS_ID, fakeProduct } from '#support/fake-market.ts'

const product = fakeProduct(FAKE_PRODUCTS[1])
const INTENT = { stake: 1_000n, durationMs: 30_000 }
const refusal = (run: () => unknown): string => {
  try {
    run()
    return 'accepted'
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown'
  }
}

describe('terms', () => {
  const check = (change: object, termsId?: string): string =>
    refusal(() => checkTerms(product, { ...INTENT, ...change }, termsId))
  it('takes the stake limits themselves and nothing beyond them', () => {
    expect(check({ stake: 100n })).toBe('accepted')
    expect(check({ stake: 99n })).toBe('stake_below_minimum')
    expect(check({ stake: 500_000n })).toBe('accepted')
    expect(check({ stake: 500_001n })).toBe('stake_above_maximum')
  })
  it('knows only the durations on offer', () => {
    expect(check({ durationMs: 29_999 })).toBe('duration_unknown')
    expect(checkTerms(product, INTENT)).toEqual({ durationMs: 30_000, payoutRate: 8500 })
  })
  it('says that terms changed before it says that a duration is gone', () => {
    expect(check({ durationMs: 7 }, 'ffffffffffffffff')).toBe('terms_changed')
    expect(check({}, FAKE_TERMS_ID)).toBe('accepted')
  })
  it('names a product that does not exist', () => {
    expect(refusal(() => checkTerms(undefined, INTENT))).toBe('product_unknown')
  })
})

describe('market', () => {
  const T0 = 1_000_000
  const open: MarketNow = {
    session: { state: 'open', opensAt: null, closesAt: null },
    lastTickAt: T0,
    headAt: T0,
    isHalted: false,
  }
  const check = (change: Partial<MarketNow>): string =>
    refusal(() => checkMarket({ ...open, ...change }, T0, T0 + 30_000))
  it('refuses a price older than 5 s', () => {
    expect(check({ lastTickAt: T0 - 5_000 })).toBe('accepted')
    expect(check({ lastTickAt: T0 - 5_001 })).toBe('price_stale')
    expect(check({ lastTickAt: undefined })).toBe('price_stale')
  })
  it('refuses while the log has halted, because it holds no order then', () => {
    expect(check({ isHalted: true })).toBe('price_stale')
  })
  it('takes no order from before a record that stands: its result could be known', () => {
    expect(check({ headAt: T0 + 1 })).toBe('price_stale')
    expect(check({ headAt: undefined })).toBe('price_stale')
  })
  it('refuses an expiry at the close or past it', () => {
    const closing = (atMs: number): string =>
      check({ session: { ...open.session, closesAt: timeMs.parse(atMs) } })
    expect(closing(T0 + 30_001)).toBe('accepted')
    expect(closing(T0 + 30_000)).toBe('expiry_past_close')
    expect(closing(T0 + 1)).toBe('expiry_past_close')
  })
  it('refuses while closed or halted, and says when it opens if anybody knows', () => {
    const session = { state: 'closed', opensAt: timeMs.parse(5), closesAt: null } as const
    expect(() => checkMarket({ ...open, session }, T0, T0)).toThrow(
      expect.objectContaining({ message: 'market_closed', params: { opensAt: 5 } }),
    )
    const halted = { ...session, state: 'halted', opensAt: null } as const
    expect(() => checkMarket({ ...open, session: halted }, T0, T0)).toThrow(
      expect.objectContaining({ message: 'market_closed', params: {} }),
    )
  })
})
