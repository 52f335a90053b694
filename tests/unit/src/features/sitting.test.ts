import { MINUTE_MS } from '#contract/time.ts'
import { describe, expect, it } from 'vitest'
import { AWAY_MS, isDue, lengthOf, resultOf, seen } from '#features/limits/sitting.ts'

const NOW = 1_700_000_000_000
const look = (after: number, more = {}) => ({
  session: 'one',
  nowMs: NOW + after,
  profitAndLoss: 500n,
  ...more,
})

describe('a sitting', () => {
  const first = seen(null, look(0))
  it('goes on through a reload and a short absence, and keeps where it began', () => {
    const later = seen(first, look(AWAY_MS, { profitAndLoss: -700n }))
    expect(later).toEqual({ ...first, seenAt: NOW + AWAY_MS })
    expect(resultOf(later, -700n)).toBe(-1_200n)
    expect(lengthOf(later, NOW + AWAY_MS)).toBe(AWAY_MS)
  })
  it('begins anew after a longer absence and with another log-in', () => {
    expect(seen(first, look(AWAY_MS + 1)).startedAt).toBe(NOW + AWAY_MS + 1)
    expect(seen(first, look(1, { session: 'two' })).startedAt).toBe(NOW + 1)
  })
  it('is due when the minutes are over since it began or was last said', () => {
    expect(isDue(first, 30, NOW + 30 * MINUTE_MS - 1)).toBe(false)
    expect(isDue(first, 30, NOW + 30 * MINUTE_MS)).toBe(true)
    expect(isDue({ ...first, remindedAt: NOW + 5 }, 30, NOW + 30 * MINUTE_MS)).toBe(false)
  })
  it('never counts by a clock that went back', () => {
    const back = seen({ ...first, startedAt: NOW + 10, seenAt: NOW + 10 }, look(0))
    expect(back.startedAt).toBe(NOW)
  })
})
