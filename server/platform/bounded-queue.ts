/** Runs so many at once, lets so many wait for so long, and turns the rest away: memory-hard work must not pile up. */
import { Rejected } from '#server/platform/errors.ts'

/** Work for callers who are known goes before work for strangers, and each has its own places to wait. */
export type Lane = 'known' | 'stranger'
export type Run = <T>(work: () => Promise<T>, lane?: Lane) => Promise<T>

export interface QueueLimits {
  atOnce: number
  /** Per lane. */
  waitingMax: number
  /** Default: as long as it takes. */
  waitMs?: number
}

const COME_AGAIN_MS = 2_000
const full = (): Rejected => new Rejected('unavailable', { retryAfterMs: COME_AGAIN_MS })

/** Rejects with `unavailable` when all places to wait are taken, and after `waitMs`. */
export function boundedQueue({ atOnce, waitingMax, waitMs }: QueueLimits): Run {
  let running = 0
  const waiting: Record<Lane, Set<() => void>> = { known: new Set(), stranger: new Set() }
  const turn = async (places: Set<() => void>): Promise<void> => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (places.size >= waitingMax) throw full()
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        places.delete(begin)
        clearTimeout(timer)
        resolve()
      }
      const giveUp = (): void => {
        places.delete(begin)
        reject(full())
      }
      const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs)
      places.add(begin)
    })
  }
  /** The place is handed over to the next one. */
  const leave = (): void => {
    const [known] = waiting.known
    const [stranger] = waiting.stranger
    const next = known ?? stranger
    if (next === undefined) running -= 1
    else next()
  }
  return async (work, lane = 'known') => {
    await turn(waiting[lane])
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
