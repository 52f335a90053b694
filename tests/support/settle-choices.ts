/** Choices from a seed alone, so that one number replays a run. */
import type { Pick } from '#support/settle-scenarios.ts'

/** Mulberry32: small, fast, and good enough to choose among boundaries. */
export function choicesOf(seed: number): Pick {
  let state = Math.imul(seed, 0x9e3779b1) | 0
  return (count) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * count)
  }
}
