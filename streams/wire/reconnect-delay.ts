/** When to try again: full jitter from the first attempt on, so that a restart does not bring everybody at once. */

/** 5,000 clients over this window: no 100 ms slot takes more than about 5 % of them. */
const FIRST_WINDOW_MS = 2_000
const LONGEST_WINDOW_MS = 10_000

/** `attempt` counts from 1; uniform over a window that doubles. */
export function reconnectDelayMs(attempt: number, random: () => number): number {
  const window = Math.min(LONGEST_WINDOW_MS, FIRST_WINDOW_MS * 2 ** (attempt - 1))
  return Math.floor(random() * window)
}
