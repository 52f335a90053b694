/** Limits what is in progress at once, in total and per caller, because each holds memory: uploads, history pages. */
import { Rejected } from '#server/platform/errors.ts'

/** The limits of one kind of work. */
export interface Places<Caller> {
  /**
   * Throws `unavailable` at the limit. Returns a function that releases the slot; repeated calls have no effect.
   */
  enter(caller: Caller): () => void
}

const COME_AGAIN_MS = 2_000

/** Creates limits of `overall` in total and `ofOne` per caller. */
export function createPlaces<Caller>(overall: number, ofOne: number): Places<Caller> {
  const taken = new Map<Caller, number>()
  let all = 0
  return {
    enter: (caller) => {
      const own = taken.get(caller) ?? 0
      if (all >= overall || own >= ofOne) {
        throw new Rejected('unavailable', { retryAfterMs: COME_AGAIN_MS })
      }
      all += 1
      taken.set(caller, own + 1)
      let left = false
      return () => {
        if (left) return
        left = true
        all -= 1
        const rest = (taken.get(caller) ?? 1) - 1
        if (rest > 0) taken.set(caller, rest)
        else taken.delete(caller)
      }
    },
  }
}
