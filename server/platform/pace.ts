/** Spaces out work that many callers cause, so that a flood of it leaves time for others. */

export interface PaceLimits {
  perSecond: number
  /** As many in a row do not wait. */
  atOnce: number
  /** Default: unlimited. */
  waitMaxMs?: number
  /** Monotonic time in ms. Default: the process's. */
  now?: () => number
}

/** Creates a pace. Each call books the next slot and returns the wait in ms; null if it would exceed the maximum. */
export function createPace(limits: PaceLimits): () => number | null {
  const { perSecond, atOnce, waitMaxMs = Infinity, now = () => performance.now() } = limits
  const spacingMs = 1_000 / perSecond
  let bookedUntil = -Infinity
  return () => {
    const at = now()
    const waitMs = Math.max(0, bookedUntil - at - (atOnce - 1) * spacingMs)
    if (waitMs > waitMaxMs) return null
    bookedUntil = Math.max(bookedUntil, at) + spacingMs
    return waitMs
  }
}
