/** Who may decode now: few at once and few pixels at once, since an unpacked photo takes a hundred times its bytes. */
import { setTimeout as pause } from 'node:timers/promises'
import { Rejected } from '#server/platform/errors.ts'

export interface DecodeLimits {
  atOnce: number
  /** Of all that are being decoded; one photo alone may reach it. */
  pixels: number
  waiting: number
  /** Who takes longer is told `photo_too_slow`; the place is given on when the work has ended. */
  longestMs: number
}
export type DecodeQueue = <T>(pixels: number, work: () => Promise<T>) => Promise<T>

interface Place {
  pixels: number
  begin: () => void
}

/** In order of arrival: a large photo is not passed by small ones for ever. `unavailable` when too many wait. */
export function createDecodeQueue(limits: DecodeLimits): DecodeQueue {
  const waiting: Place[] = []
  let running = 0
  let pixelsNow = 0
  const fits = ({ pixels }: Place): boolean =>
    running === 0 || (running < limits.atOnce && pixelsNow + pixels <= limits.pixels)
  const admit = (): void => {
    for (let next = waiting[0]; next !== undefined && fits(next); next = waiting[0]) {
      waiting.shift()
      running += 1
      pixelsNow += next.pixels
      next.begin()
    }
  }
  return async (pixels, work) => {
    if (waiting.length >= limits.waiting) throw new Rejected('unavailable')
    await new Promise<void>((begin) => {
      waiting.push({ pixels, begin })
      admit()
    })
    const done = work().finally(() => {
      running -= 1
      pixelsNow -= pixels
      admit()
    })
    const patience = new AbortController()
    const tooLong = pause(limits.longestMs, undefined, { signal: patience.signal }).then(() => {
      throw new Rejected('photo_too_slow')
    })
    try {
      return await Promise.race([done, tooLong])
    } finally {
      patience.abort()
      // Whichever came second is nobody's any more.
      for (const left of [done, tooLong]) left.catch(() => undefined)
    }
  }
}
