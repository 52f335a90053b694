/** So many uploads at once, and so many of one user: bytes that are still arriving wait in memory. */
import { Rejected } from '#server/platform/errors.ts'

export interface UploadPlaces {
  /** Before the body is read; throws `unavailable`. Returns what gives the place back, once however often called. */
  enter(userId: bigint): () => void
}

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
