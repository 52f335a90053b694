/** Limits the uploads in progress, in total and per user, because their bytes are held in memory. */
import { Rejected } from '#server/platform/errors.ts'

/** The limits of uploads in progress. */
export interface UploadPlaces {
  /**
   * Call this before the body is read. Throws `unavailable` at the limit. Returns a function that releases the slot;
   * repeated calls have no effect.
   */
  enter(userId: bigint): () => void
}

/** Creates limits of `overall` uploads in total and `ofOneUser` per user. */
export function createUploadPlaces(overall: number, ofOneUser: number): UploadPlaces {
  const taken = new Map<bigint, number>()
  let all = 0
  return {
    enter: (userId) => {
      const own = taken.get(userId) ?? 0
      if (all >= overall || own >= ofOneUser) throw new Rejected('unavailable')
      all += 1
      taken.set(userId, own + 1)
      let left = false
      return () => {
        if (left) return
        left = true
        all -= 1
        const rest = (taken.get(userId) ?? 1) - 1
        if (rest > 0) taken.set(userId, rest)
        else taken.delete(userId)
      }
    },
  }
}
