/** Time and randomness of the wire, injected so that tests control both. */

/** Cancels a scheduled call. It does nothing after the call. */
export type Cancel = () => void

/** The clock, random numbers and timers of the wire. */
export interface Timing {
  /** Monotonic time in ms, from an arbitrary origin. */
  monotonicMs(): number
  /** A random number in [0, 1). */
  random(): number
  after(ms: number, run: () => void): Cancel
}

/** The time, randomness and timers of the browser. */
export const systemTiming: Timing = {
  monotonicMs: () => performance.now(),
  random: () => Math.random(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** A single timer. Setting it again replaces the pending call. */
export interface Alarm {
  set(ms: number, run: () => void): void
  isSet(): boolean
  clear(): void
}

/** Creates a timer that is not set. */
export function createAlarm(timing: Timing): Alarm {
  let cancel: Cancel | null = null
  const clear = (): void => {
    cancel?.()
    cancel = null
  }
  return {
    clear,
    isSet: () => cancel !== null,
    set: (ms, run) => {
      clear()
      cancel = timing.after(ms, () => {
        cancel = null
        run()
      })
    },
  }
}
