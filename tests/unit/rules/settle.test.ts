import { describe, expect, it } from 'vitest'
import { type SettleTerms, settle } from '#rules/settle.ts'
import { gap, halt, heartbeat, logOf, type Planned, tick } from '#support/records.ts'

const T0 = 10_000
const T = 40_000
const UP: SettleTerms = { direction: 'up', startsAt: T0, expiresAt: T }
const DOWN: SettleTerms = { ...UP, direction: 'down' }

/** A quiet second-by-second log around the order, with something put in place of part of it. */
function quiet(
  changes: readonly Planned[] = [],
  without: readonly [number, number] = [0, 0],
): Planned[] {
  const ticks = Array.from({ length: 36 }, (_, i) => tick(7_500 + i * 1000, 100))
  const kept = ticks.filter(({ at }) => at < without[0] || at >= without[1])
  return [...kept, ...changes].sort((a, b) => a.at - b.at)
}
const verdict = (planned: readonly Planned[], terms = UP): string => {
  const settled = settle(logOf(planned), terms)
  if (settled === null) return 'pending'
  return settled.outcome === 'void' ? settled.reason : settled.outcome
}

describe('outcome', () => {
  const rising = [tick(9_000, 90), tick(10_500, 100), tick(39_000, 101), tick(40_500, 90)]
  const falling = [tick(9_000, 90), tick(10_500, 100), tick(39_000, 99), tick(40_500, 190)]
  it('up wins and down loses when the exit is above the entry', () => {
    expect(verdict(rising)).toBe('won')
    expect(verdict(rising, DOWN)).toBe('lost')
  })
  it('down wins and up loses when the exit is below the entry', () => {
    expect(verdict(falling)).toBe('lost')
    expect(verdict(falling, DOWN)).toBe('won')
  })
  it('equal prices are a draw for both directions', () => {
    expect(verdict(quiet())).toBe('draw')
    expect(verdict(quiet(), DOWN)).toBe('draw')
  })
  it('names the decisive ticks themselves', () => {
    expect(settle(logOf(rising), UP)).toMatchObject({ entry: { seq: 2 }, exit: { seq: 3 } })
  })
})

describe('which ticks decide', () => {
  it('a tick exactly at acceptance is not the entry, one a millisecond later is', () => {
    const log = quiet([tick(T0, 500), tick(T0 + 1, 100)])
    expect(verdict(log)).toBe('draw')
  })
  it('a tick exactly at expiry is the exit, one a millisecond later is not', () => {
    expect(verdict(quiet([tick(T, 200)]))).toBe('won')
    expect(verdict(quiet([tick(T + 1, 200)]))).toBe('draw')
  })
  it('of ticks in the same millisecond the first enters and the last exits', () => {
    const entries = [tick(T0 + 1, 100), tick(T0 + 1, 900)]
    const exits = [tick(T, 50), tick(T, 101)]
    expect(verdict(quiet([...entries, ...exits]))).toBe('won')
  })
  it('heartbeats are no ticks', () => {
    expect(verdict(quiet([heartbeat(T0 + 1), heartbeat(T)]))).toBe('draw')
  })
})

describe('pending', () => {
  it('is undecided until a record later than expiry stands in the log', () => {
    const until = quiet().filter(({ at }) => at < T)
    expect(verdict(until)).toBe('pending')
    expect(verdict([...until, heartbeat(T)])).toBe('pending')
    expect(verdict([...until, heartbeat(T + 1)])).toBe('draw')
  })
  it('a void that is already certain still waits for expiry', () => {
    expect(verdict([tick(9_500, 1), gap(10_000), tick(10_100, 1)])).toBe('pending')
  })
  it('an empty log decides nothing', () => expect(verdict([])).toBe('pending'))
})

describe('entry', () => {
  it('3.000 s after the start is in time, 3.001 s is late', () => {
    const at = (ms: number): Planned[] => quiet([tick(T0 + ms, 100)], [T0, T0 + 4_000])
    expect(verdict(at(2_999))).toBe('draw')
    expect(verdict(at(3_000))).toBe('draw')
    expect(verdict(at(3_001))).toBe('late_entry')
  })
  it('is late when no tick comes before expiry', () => {
    expect(verdict([tick(9_900, 1), tick(T + 1, 1)])).toBe('late_entry')
    const short = { ...UP, expiresAt: T0 + 500 }
    expect(verdict([tick(9_900, 1), tick(T0 + 501, 1)], short)).toBe('late_entry')
  })
  it('a gap whose span touches acceptance voids', () => {
    expect(verdict(quiet([gap(T0)]))).toBe('gap_at_entry')
    expect(verdict(quiet([gap(T0 + 400)]))).toBe('gap_at_entry')
    expect(verdict(quiet([tick(T0, 1), gap(T0 + 400)]))).toBe('gap_at_entry')
    expect(verdict(quiet([tick(T0, 1), gap(T0), tick(T0, 1)]))).toBe('gap_at_entry')
  })
  it('a gap that ends just before acceptance or starts just after it does not', () => {
    expect(verdict(quiet([gap(T0 - 1)]))).toBe('draw')
    expect(verdict(quiet([heartbeat(T0 + 1), gap(T0 + 400)]))).toBe('draw')
  })
  it('a halt at acceptance voids until the next good tick', () => {
    expect(verdict(quiet([halt(T0)]))).toBe('halt_at_entry')
    expect(verdict(quiet([halt(T0 - 400), heartbeat(T0 - 100)]))).toBe('halt_at_entry')
    expect(verdict(quiet([halt(T0 - 400), tick(T0, 1)]))).toBe('draw')
    expect(verdict(quiet([halt(T0 + 1)]))).toBe('draw')
  })
})

describe('exit', () => {
  it('3.000 s old at expiry is fresh, 3.001 s is stale', () => {
    const at = (ms: number): Planned[] =>
      quiet([tick(T - ms, 100), heartbeat(T - 1)], [T - 4_000, T])
    expect(verdict(at(2_999))).toBe('draw')
    expect(verdict(at(3_000))).toBe('draw')
    expect(verdict(at(3_001))).toBe('stale_exit')
  })
  it('a gap whose span touches expiry voids', () => {
    expect(verdict(quiet([gap(T)]))).toBe('gap_at_exit')
    expect(verdict(quiet([gap(T + 200)]))).toBe('gap_at_exit')
    expect(verdict(quiet([tick(T, 1), gap(T + 200)]))).toBe('gap_at_exit')
    expect(verdict(quiet([gap(T - 1)]))).toBe('draw')
    expect(verdict(quiet([heartbeat(T + 1), gap(T + 200)]))).toBe('draw')
  })
  it('a halt at expiry voids until the next good tick', () => {
    expect(verdict(quiet([halt(T)]))).toBe('halt_at_exit')
    expect(verdict(quiet([halt(T - 200)]))).toBe('halt_at_exit')
    expect(verdict(quiet([halt(T - 200), tick(T, 100)]))).toBe('draw')
    expect(verdict(quiet([halt(T + 1)]))).toBe('draw')
  })
  it('one tick for both moments is too few', () => {
    const short = { ...UP, expiresAt: T0 + 1_000 }
    expect(verdict(quiet(), short)).toBe('too_few_ticks')
  })
})

describe('order of the reasons', () => {
  it('a gap comes before a halt, the entry before the exit', () => {
    expect(verdict(quiet([halt(T0 - 100), gap(T0)]))).toBe('gap_at_entry')
    expect(verdict(quiet([halt(T0), gap(T)]))).toBe('halt_at_entry')
    expect(verdict(quiet([halt(T - 100), gap(T)]))).toBe('gap_at_exit')
  })
  it('late entry comes before a gap at expiry', () => {
    expect(verdict(quiet([gap(T)], [T0, T0 + 4_000]))).toBe('late_entry')
  })
  it('a halt at expiry comes before staleness', () => {
    const log = quiet([halt(T - 3_500), heartbeat(T - 1)], [T - 4_000, T])
    expect(verdict(log)).toBe('halt_at_exit')
  })
  it('gap and halt strictly inside touch neither moment and change nothing', () => {
    expect(verdict(quiet([gap(20_000), halt(25_000)]))).toBe('draw')
  })
})
