import { describe, expect, it } from 'vitest'
import { type MarketSession, marketSession } from '#contract/product.ts'
import { PRODUCTS } from '#server/market/catalogue.ts'
import { createSessions } from '#server/market/sessions.ts'
import { createTermsSchedule } from '#server/market/terms-schedule.ts'
import { manualClock } from '#support/manual-clock.ts'

const CLOSE = 1_000_500
const products = PRODUCTS.slice(0, 2)
const sessionAt = (_: unknown, timeMs: number): MarketSession =>
  marketSession.parse(
    timeMs < CLOSE
      ? { state: 'open', opensAt: null, closesAt: CLOSE }
      : { state: 'closed', opensAt: CLOSE + 60_000, closesAt: null },
  )

describe('a market session', () => {
  it('is closed to orders where prices can only be watched, while the feed stays open', () => {
    const clock = manualClock(CLOSE - 500)
    const sessions = createSessions({ products, sessionAt, watchOnly: new Set([1]) }, clock)
    expect(sessions.of(1)).toEqual({ state: 'closed', opensAt: null, closesAt: null })
    expect(sessions.calendarOf(1).state).toBe('open')
    expect(sessions.of(2).state).toBe('open')
  })
  it('is closed from its very close on, before anybody refreshes, and tells once', () => {
    const clock = manualClock(CLOSE - 500)
    const sessions = createSessions({ products, sessionAt }, clock)
    const told: number[][] = []
    sessions.onChange((changed) => told.push(changed.map(({ id }) => id)))
    clock.jump(499)
    expect(sessions.of(1).state).toBe('open')
    clock.jump(1)
    expect(sessions.of(1)).toEqual({ state: 'closed', opensAt: CLOSE + 60_000, closesAt: null })
    expect(sessions.of(2).state).toBe('closed')
    sessions.refresh()
    expect(told).toEqual([[1, 2]])
  })
  it('takes no orders around a change of terms, and says from when and until when', () => {
    const change = CLOSE - 200_000
    const [{ terms } = fail()] = products
    const versions = [0, change].map((validFrom) => ({ productId: 1, validFrom, terms }))
    const clock = manualClock(change - 40_001)
    const sessions = createSessions({ products, sessionAt }, clock, {
      terms: createTermsSchedule(versions),
    })
    const told: number[][] = []
    sessions.onChange((changed) => told.push(changed.map(({ id }) => id)))
    expect(sessions.of(1)).toEqual({ state: 'open', opensAt: null, closesAt: change - 40_000 })
    expect(sessions.of(2).closesAt).toBe(CLOSE)
    clock.jump(1)
    expect(sessions.of(1)).toEqual({ state: 'closed', opensAt: change + 10_000, closesAt: null })
    expect(sessions.of(2).state).toBe('open')
    expect(sessions.calendarOf(1).state).toBe('open')
    sessions.refresh()
    sessions.refresh()
    expect(told).toEqual([[1]])
    clock.jump(50_000)
    expect(sessions.of(1)).toEqual({ state: 'open', opensAt: null, closesAt: CLOSE })
    sessions.refresh()
    expect(told).toEqual([[1], [1]])
  })
})

function fail(): never {
  throw new Error('no product')
}
