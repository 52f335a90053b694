/**
 * The delay before a reconnect: full jitter from the first attempt, so that clients do not all reconnect at once after
 * a restart.
 */

/** With 5,000 clients in this window, each slot of 100 ms has at most about 5 % of them. */
const FIRST_WINDOW_MS = 2_000
const MAX_WINDOW_MS = 10_000

/** A random delay in ms, uniform over a window that doubles with each attempt. `attempt` counts from 1. */
export function reconnectDelayMs(attempt: number, random: () => number): number {
  const window = Math.min(MAX_WINDOW_MS, FIRST_WINDOW_MS * 2 ** (attempt - 1))
  return Math.floor(random() * window)
}
