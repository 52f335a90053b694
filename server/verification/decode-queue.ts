/**
 * Limits the photos, and the pixels, that are decoded at once, because a decoded photo takes a hundred times its bytes.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Rejected } from '#server/platform/errors.ts'

export interface DecodeLimits {
  atOnce: number
  /** Maximum pixels being decoded in total. A single photo may reach it. */
  pixels: number
  waiting: number
  /** The time after which a caller gets `photo_too_slow`, in ms. The slot is freed only when the work has ended. */
  longestMs: number
}
/** Runs work of a number of pixels. */
export type DecodeQueue = <T>(pixels: number, work: () => Promise<T>) => Promise<T>

interface Place {
  pixels: number
  begin: () => void
}

/**
 * Creates a queue in order of arrival, so that small photos do not delay a large one without end. Throws `unavailable`
 * when it is full.
 */
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
      // The promise that loses the race has no other handler.
      for (const left of [done, tooLong]) left.catch(() => undefined)
    }
  }
}
