import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ClockSource, createMarketClock } from '#server/platform/clock.ts'

/** Wall and monotonic time that a test moves apart. */
function source(): ClockSource & { pass(ms: number): void; step(ms: number): void } {
  let wall = 1_000_000
  let monotonic = 0
  return {
    wallMs: () => wall,
    monotonicMs: () => monotonic,
    pass: (ms) => {
      wall += ms
      monotonic += ms
    },
    step: (ms) => {
      wall += ms
    },
  }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the market clock', () => {
  it('goes with real time', () => {
    const time = source()
    const clock = createMarketClock(time)
    time.pass(1234)
    expect(clock.now()).toBe(1_001_234)
  })

  it('never jumps and never goes back when the wall clock is stepped', () => {
    for (const step of [3_600_000, -3_600_000]) {
      const time = source()
      const clock = createMarketClock(time)
      time.step(step)
      const before = clock.now()
      expect(before).toBe(1_000_000)
      time.pass(1000)
      const after = clock.now()
      expect(after).toBeGreaterThan(before)
      expect(Math.abs(after - before - 1000)).toBeLessThanOrEqual(1)
    }
  })

  it('leans towards the wall clock by at most half a millisecond a second', () => {
    const time = source()
    const clock = createMarketClock(time)
    time.step(200)
    for (let second = 0; second < 100; second += 1) {
      time.pass(1000)
      clock.now()
    }
    const ahead = clock.now() - 1_000_000 - 100_000
    expect(ahead).toBeGreaterThanOrEqual(49)
    expect(ahead).toBeLessThanOrEqual(50)
  })

  it('settles nothing early when the wall clock leaps forward', async () => {
    const time = source()
    const clock = createMarketClock(time)
    const due = vi.fn()
    clock.at(1_060_000, due)
    time.step(3_600_000)
    time.pass(59_000)
    await vi.advanceTimersByTimeAsync(59_000)
    expect(due).not.toHaveBeenCalled()
    time.pass(1100)
    await vi.advanceTimersByTimeAsync(1100)
    expect(due).toHaveBeenCalledTimes(1)
  })

  it('waits longer than one timer can', async () => {
    const time = source()
    const clock = createMarketClock(time)
    const due = vi.fn()
    const thirtyDays = 30 * 86_400_000
    clock.at(1_000_000 + thirtyDays, due)
    await vi.advanceTimersByTimeAsync(1000)
    expect(due).not.toHaveBeenCalled()
  })

  it('lets a wait be taken back', async () => {
    const time = source()
    const clock = createMarketClock(time)
    const due = vi.fn()
    clock.at(1_000_500, due)()
    time.pass(1000)
    await vi.advanceTimersByTimeAsync(1000)
    expect(due).not.toHaveBeenCalled()
  })
})
