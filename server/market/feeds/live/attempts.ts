/** When the next connection to a venue may be attempted: delays that grow with failures, within the venue's limit. */
import type { VenueLimits } from '#server/market/feeds/live/venue.ts'

/** The delay before the first attempt, and after a connection that had worked for a while: up to this long. */
const SPREAD_MS = 250
const FIRST_DELAY_MS = 500
const MAX_DELAY_MS = 30_000
/** We use this share of what the venue allows, because other programs may share our address. */
const SHARE = 0.5

export interface Attempts {
  /** The time (ms) of the next attempt, after so many failures in a row. */
  nextAt(now: number, failures: number): number
  /** Counts an attempt. */
  made(now: number): void
}

/** `random` spreads the delays, so that many servers do not reconnect at once. */
export function createAttempts(
  { count, perMs }: VenueLimits['attempts'],
  random: () => number,
): Attempts {
  const most = Math.max(1, Math.floor(count * SHARE))
  let times: number[] = []
  return {
    nextAt(now, failures) {
      const longest = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failures - 1, 16))
      const delay = failures === 0 ? SPREAD_MS * random() : longest * (0.5 + random() / 2)
      const oldest = times.length < most ? undefined : times[times.length - most]
      return Math.ceil(Math.max(now + delay, oldest === undefined ? now : oldest + perMs + 1))
    },
    made(now) {
      times = [...times, now].slice(-most)
    },
  }
}
