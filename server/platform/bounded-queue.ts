/** A bounded queue for memory-hard work: it limits how much work runs at once, how much waits and for how long. */
import { Rejected } from '#server/platform/errors.ts'

/** Work for known callers runs before work for unknown ones. Each priority has its own limit of waiting work. */
export type QueuePriority = 'known' | 'stranger'
/** Runs work in a priority (default `known`) and resolves or rejects with its result. */
export type Run = <T>(work: () => Promise<T>, priority?: QueuePriority) => Promise<T>

export interface QueueLimits {
  atOnce: number
  /** Per priority. */
  waitingMax: number
  /** Maximum wait in milliseconds. Default: unlimited. */
  waitMs?: number
}

const COME_AGAIN_MS = 2_000
const full = (): Rejected => new Rejected('unavailable', { retryAfterMs: COME_AGAIN_MS })

/** Creates a queue. It rejects with `unavailable` when the priority is full, and when work has waited for `waitMs`. */
export function boundedQueue({ atOnce, waitingMax, waitMs }: QueueLimits): Run {
  let running = 0
  const waiting: Record<QueuePriority, Set<() => void>> = { known: new Set(), stranger: new Set() }
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
  /** Passes the free slot to the next waiting work, known callers first. */
  const leave = (): void => {
    const [known] = waiting.known
    const [stranger] = waiting.stranger
    const next = known ?? stranger
    if (next === undefined) running -= 1
    else next()
  }
  return async (work, priority = 'known') => {
    await turn(waiting[priority])
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
