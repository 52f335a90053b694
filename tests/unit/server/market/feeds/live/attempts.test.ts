import { expect, it } from 'vitest'
import { lineName } from '#contract/venue-lines.ts'
import { createAttempts } from '#server/market/feeds/live/attempts.ts'
import { VENUES } from '#server/market/feeds/live/venues/table.ts'
import { chanceOf } from '#support/chance.ts'

/** The times of attempts that all fail at once, for ten minutes. */
function attemptsOf(
  limits: { count: number; perMs: number },
  { failures, seed = 1 }: { failures: (made: number) => number; seed?: number },
): number[] {
  const attempts = createAttempts(limits, chanceOf(seed))
  const times: number[] = []
  let now = 0
  while (now < 600_000) {
    now = attempts.nextAt(now, failures(times.length))
    attempts.made(now)
    times.push(now)
  }
  return times
}

it.each(lineName.options)('never exceeds half of the attempts that %s allows', (name) => {
  const { count, perMs } = VENUES[name].limits.attempts
  // However often a connection works for a moment, so that no delay grows.
  const times = attemptsOf({ count, perMs }, { failures: () => 0 })
  const most = Math.max(
    ...times.map((from) => times.filter((at) => at >= from && at < from + perMs).length),
  )
  expect(most).toBeLessThanOrEqual(Math.max(1, count / 2))
  expect(times.length).toBeGreaterThan(10)
})

it('waits longer after each failure, up to half a minute, and spreads its delays', () => {
  const limits = { count: 1_000, perMs: 1_000 }
  const delays = attemptsOf(limits, { failures: (made) => made }).map(
    (at, n, times) => at - (times[n - 1] ?? 0),
  )
  expect(delays[0]).toBeLessThanOrEqual(250)
  expect(delays[1]).toBeLessThanOrEqual(500)
  expect(delays[3]).toBeGreaterThanOrEqual(1_000)
  expect(Math.max(...delays)).toBeLessThanOrEqual(30_000)
  expect(delays.at(-1)).toBeGreaterThanOrEqual(15_000)
  const first = [1, 2, 3, 4].map((seed) => attemptsOf(limits, { failures: () => 5, seed })[0])
  expect(new Set(first).size).toBe(4)
})
