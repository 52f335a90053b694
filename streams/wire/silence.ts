/** Notices silence: a limit since something was last heard, checked by one timer however much is heard. */
import { createAlarm, type Timing } from '#streams/wire/timing.ts'

export interface Silence {
  /** From now on silence counts. */
  start(): void
  stop(): void
  heard(): void
}

/** `onSilent` is called once; hearing something does not start the watch again. */
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
