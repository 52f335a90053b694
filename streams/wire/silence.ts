/** Detects silence: no event for a time limit. One timer is enough for any number of events. */
import { createAlarm, type Timing } from '#streams/wire/timing.ts'

/** A watch for silence. */
export interface Silence {
  /** Starts the watch. */
  start(): void
  stop(): void
  heard(): void
}

/** Creates a stopped watch. `onSilent` is called once; a later event does not start the watch again. */
export function createSilence(timing: Timing, limitMs: number, onSilent: () => void): Silence {
  const alarm = createAlarm(timing)
  let heardAt = 0
  const check = (): void => {
    const left = heardAt + limitMs - timing.monotonicMs()
    if (left > 0) alarm.set(left, check)
    else onSilent()
  }
  const heard = (): void => {
    heardAt = timing.monotonicMs()
  }
  return {
    heard,
    stop: alarm.clear,
    start: () => {
      heard()
      if (!alarm.isSet()) alarm.set(limitMs, check)
    },
  }
}
