/** The wire's time and chance in a test's hands: nothing happens until the test moves on. */
import type { Timing } from '#streams/wire/timing.ts'

export interface FakeTiming extends Timing {
  advance(ms: number): void
  /** How many runs are still to come. */
  waiting(): number
  /** What `random` gives. */
  chance: number
}

export function fakeTiming(): FakeTiming {
  let now = 0
  let made = 0
  const waiting = new Map<number, { at: number; run: () => void }>()
  const next = (until: number): [number, { at: number; run: () => void }] | undefined =>
    [...waiting]
      .filter(([, { at }]) => at <= until)
      .sort(([a, { at: first }], [b, { at: second }]) => first - second || a - b)[0]
  const timing: FakeTiming = {
    chance: 0.5,
    waiting: () => waiting.size,
    monotonicMs: () => now,
    random: () => timing.chance,
    after: (ms, run) => {
      const id = made++
      waiting.set(id, { at: now + ms, run })
      return () => void waiting.delete(id)
    },
    advance: (ms) => {
      const until = now + ms
      for (let due = next(until); due !== undefined; due = next(until)) {
        const [id, { at, run }] = due
        waiting.delete(id)
        now = Math.max(now, at)
        run()
      }
      now = until
    },
  }
  return timing
}
