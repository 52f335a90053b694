/** How often one page may ask: a bucket that drains with time. */

export interface RateBucket {
  /** False: too often. */
  take(): boolean
}

/** Lets `burst` through at once and `perSecond` from then on. */
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
