import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ClockSource, createMarketClock, createWorker } from '#server/platform/clock.ts'
import { manualClock } from '#support/manual-clock.ts'

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

describe('a worker', () => {
  const PERIOD_MS = 60_000
  /** A worker on a clock that a test moves, whose work lasts until the test ends it. */
  function slowWorker() {
    const clock = manualClock(0)
    const begun: PromiseWithResolvers<void>[] = []
    const failures: unknown[] = []
    const worker = createWorker(clock, {
      periodMs: PERIOD_MS,
      work: () => {
        const work = Promise.withResolvers<void>()
        begun.push(work)
        return work.promise
      },
      failed: (error) => failures.push(error),
    })
    return { clock, worker, begun, failures }
  }

  it('begins at the start and then each period, and no run beside another', async () => {
    const { clock, worker, begun, failures } = slowWorker()
    worker.start()
    expect(begun).toHaveLength(1)
    // The first run takes longer than two periods.
    await clock.advance(2 * PERIOD_MS)
    expect(begun).toHaveLength(1)
    begun[0]?.resolve()
    await vi.advanceTimersByTimeAsync(0)
    await clock.advance(PERIOD_MS)
    expect(begun).toHaveLength(2)
    begun[1]?.reject(new Error('no database'))
    await vi.advanceTimersByTimeAsync(0)
    await clock.advance(PERIOD_MS)
    expect(begun).toHaveLength(3)
    expect(failures).toEqual([new Error('no database')])
  })

  it('joins a run that is called for while another runs, and reports its error to the caller', async () => {
    const { worker, begun, failures } = slowWorker()
    const [first, second] = [worker.run(), worker.run()]
    expect(begun).toHaveLength(1)
    begun[0]?.reject(new Error('no database'))
    await expect(first).rejects.toThrow('no database')
    await expect(second).rejects.toThrow('no database')
    expect(failures).toEqual([])
  })

  it('begins nothing after its stop, which waits for the run that was begun', async () => {
    const { clock, worker, begun } = slowWorker()
    worker.start()
    let hasStopped = false
    const stopped = worker.stop().then(() => {
      hasStopped = true
    })
    await clock.advance(2 * PERIOD_MS)
    expect([begun.length, hasStopped]).toEqual([1, false])
    begun[0]?.resolve()
    await stopped
    await clock.advance(PERIOD_MS)
    expect(begun).toHaveLength(1)
  })
})
