/** A market clock that moves only when a test says so. */
import type { Cancel, MarketClock } from '#server/platform/clock.ts'

export interface ManualClock extends MarketClock {
  /** Moves on by `ms`, running what falls due in order of time; awaits microtasks between runs. */
  advance(ms: number): Promise<void>
  /** Moves on at once, as for a process that stood still: what fell due runs with the next `advance`. */
  jump(ms: number): void
  /** Moves on at once and runs what fell due, each once however often: as a process does that wakes up again. */
  leap(ms: number): Promise<void>
  /** Adds a part that works as time passes. `idle` resolves when it has done what fell due. */
  follow(idle: () => Promise<void>): void
  /** Resolves when every part that follows the clock has done what fell due. */
  idle(): Promise<void>
}

interface Due {
  time: number
  period: number | null
  run: () => void
}

export function manualClock(startMs: number): ManualClock {
  let time = startMs
  const waiting = new Set<Due>()
  const followers: (() => Promise<void>)[] = []
  const add = (due: Due): Cancel => {
    waiting.add(due)
    return () => waiting.delete(due)
  }
  const next = (until: number): Due | undefined =>
    [...waiting].filter((due) => due.time <= until).sort((a, b) => a.time - b.time)[0]
  return {
    now: () => time,
    at: (timeMs, run) => add({ time: timeMs, period: null, run }),
    every: (periodMs, run) => add({ time: time + periodMs, period: periodMs, run }),
    follow: (idle) => void followers.push(idle),
    idle: async () => {
      for (const idle of followers) await idle()
    },
    jump: (ms) => {
      time += ms
    },
    leap: async (ms) => {
      time += ms
      for (const due of [...waiting].filter((waiter) => waiter.time <= time)) {
        if (!waiting.has(due)) continue
        if (due.period === null) waiting.delete(due)
        else due.time = time + due.period
        due.run()
        await Promise.resolve()
      }
    },
    advance: async (ms) => {
      const until = time + ms
      for (let due = next(until); due !== undefined; due = next(until)) {
        time = Math.max(time, due.time)
        if (due.period === null) waiting.delete(due)
        else due.time += due.period
        due.run()
        await Promise.resolve()
      }
      time = until
    },
  }
}

/**
 * Lets time pass in steps. Each ends when the servers on this clock have stored what it brought about. A step is
 * shorter than the silence after which a market looks for missed ticks.
 */
export async function playTime(clock: ManualClock, ms: number, stepMs = 1_000): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    await clock.advance(Math.min(stepMs, left))
    await clock.idle()
  }
}
