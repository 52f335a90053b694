/** A token bucket that limits how often one page may send requests. */

/** A token bucket. */
export interface RateBucket {
  /** Takes one token. False if the limit is reached. */
  take(): boolean
}

/** Creates a bucket that allows `burst` requests at once and `perSecond` requests per second from then on. */
export function createRateBucket(
  nowMs: () => number,
  perSecond: number,
  burst: number,
): RateBucket {
  let level = 0
  let at = nowMs()
  return {
    take: () => {
      const now = nowMs()
      level = Math.max(0, level - ((now - at) * perSecond) / 1_000)
      at = now
      if (level + 1 > burst) return false
      level += 1
      return true
    },
  }
}
