import { MINUTE_MS } from '#contract/time.ts'
import { describe, expect, it } from 'vitest'
import {
  eased,
  edgesOf,
  framingFor,
  framingOf,
  LIVE_SPANS,
  LIVE_VIEWS,
} from '#features/chart/live/live-views.ts'

const NOW = 1_700_000_000_000

describe('the views of the live line', () => {
  it.each(LIVE_VIEWS)('have a regular grid that a phone can draw: %s', (view) => {
    const { spanMs, stepMs, keepMs, ticksMs } = LIVE_SPANS[view]
    expect(stepMs).toBeGreaterThanOrEqual(100)
    expect(stepMs).toBeLessThanOrEqual(1_000)
    expect(1_000 % stepMs).toBe(0)
    expect(spanMs / stepMs).toBeLessThanOrEqual(900)
    expect(keepMs).toBeGreaterThan(spanMs)
    expect(keepMs / stepMs).toBeLessThanOrEqual(2_400)
    expect(ticksMs).toBeLessThan(keepMs)
  })

  it('show a fifth of the span after now, and as much more as the next expiry needs', () => {
    expect(framingFor(MINUTE_MS, null).aheadMs).toBe(12_000)
    expect(framingFor(MINUTE_MS, 5_000).aheadMs).toBe(12_000)
    const half = framingFor(MINUTE_MS, 30_000)
    expect(half.aheadMs).toBeGreaterThan(30_000)
    expect(half.aheadMs).toBeLessThanOrEqual(0.6 * MINUTE_MS)
  })

  it('do not give away the past for an expiry that is out of view anyway', () => {
    expect(framingFor(MINUTE_MS, 5 * MINUTE_MS).aheadMs).toBe(12_000)
  })

  it('keep the framing that a user chose while now is in it', () => {
    const framing = framingOf({ fromMs: NOW - 8_000, toMs: NOW + 2_000 }, NOW)
    expect(framing).toEqual({ spanMs: 10_000, aheadMs: 2_000 })
    expect(framing && edgesOf(framing, NOW + 500)).toEqual({
      fromMs: NOW - 7_500,
      toMs: NOW + 2_500,
    })
    expect(framingOf({ fromMs: NOW - 8_000, toMs: NOW - 1 }, NOW)).toBeNull()
  })

  it('approach a new framing and arrive there', () => {
    let ahead = 12_000
    for (let frames = 0; frames < 200; frames += 1) {
      const next = eased(ahead, 34_000, 16)
      expect(next).toBeGreaterThanOrEqual(ahead)
      ahead = next
    }
    expect(ahead).toBe(34_000)
    expect(eased(12_000, 34_000, Number.POSITIVE_INFINITY)).toBe(34_000)
  })
})
