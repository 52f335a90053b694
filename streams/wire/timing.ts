/** Time and chance as the wire uses them, injected so that tests own both. */

export type Cancel = () => void

export interface Timing {
  /** Monotonic milliseconds; the origin does not matter. */
  monotonicMs(): number
  /** In [0, 1). */
  random(): number
  after(ms: number, run: () => void): Cancel
}

export const systemTiming: Timing = {
  monotonicMs: () => performance.now(),
  random: () => Math.random(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
