/**
 * Begins a limited number of requests per turn of the event loop. Without it, thousands of requests that arrive at once
 * are all handled before the next timer: no price is logged meanwhile, and no answer of the database is read.
 */
import { Rotation } from '#server/platform/rotation.ts'

/** Calls `begin` now or in a later turn. Callers take turns. */
export type Turns = (caller: string, begin: () => void) => void

/** Creates turns with `perTurn` requests each. `nextTurn` schedules the next one. */
export function createTurns(
  perTurn: number,
  nextTurn: (run: () => void) => unknown = setImmediate,
): Turns {
  const waiting = new Rotation<() => void>()
  let begun = 0
  let isScheduled = false
  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    nextTurn(() => {
      isScheduled = false
      begun = 0
      while (begun < perTurn && waiting.size > 0) {
        begun += 1
        waiting.take()?.()
      }
      if (begun > 0) schedule()
    })
  }
  return (caller, begin) => {
    schedule()
    if (begun >= perTurn) return waiting.add(caller, begin)
    begun += 1
    begin()
  }
}
