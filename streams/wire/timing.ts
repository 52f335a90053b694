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

/** One thing to come: setting it again replaces it. */
export interface Alarm {
  set(ms: number, run: () => void): void
  isSet(): boolean
  clear(): void
}

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
