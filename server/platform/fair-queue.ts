/** A queue for costly work: little of it runs at once, and callers take turns. */
import { Rejected } from '#server/platform/errors.ts'
import { Rotation } from '#server/platform/rotation.ts'

export interface FairLimits {
  atOnce: number
  atOnceOfCaller: number
  waiting: number
  waitingOfCaller: number
  /** Maximum wait in ms. */
  waitMs: number
}
/** Runs work of a caller and resolves or rejects with its result. */
export type RunFairly = <T>(caller: string, work: () => Promise<T>) => Promise<T>

const COME_AGAIN_MS = 2_000

/** Creates a queue. It throws `rate_limited` at a caller's limit, and `unavailable` at the limit of all or of time. */
export function fairQueue(limits: FairLimits): RunFairly {
  const waiting = new Rotation<() => void>()
  const runningOf = new Map<string, number>()
  let running = 0
  const hasRoom = (caller: string): boolean =>
    running < limits.atOnce && (runningOf.get(caller) ?? 0) < limits.atOnceOfCaller
  const enter = (caller: string): void => {
    running += 1
    runningOf.set(caller, (runningOf.get(caller) ?? 0) + 1)
  }
  const leave = (caller: string): void => {
    running -= 1
    const rest = (runningOf.get(caller) ?? 1) - 1
    if (rest > 0) runningOf.set(caller, rest)
    else runningOf.delete(caller)
    waiting.take(hasRoom)?.()
  }
  const turn = async (caller: string): Promise<void> => {
    if (hasRoom(caller)) return enter(caller)
    if (waiting.of(caller) >= limits.waitingOfCaller) {
      throw new Rejected('rate_limited', { retryAfterMs: COME_AGAIN_MS })
    }
    const full = new Rejected('unavailable', { retryAfterMs: COME_AGAIN_MS })
    if (waiting.size >= limits.waiting) throw full
    await new Promise<void>((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer)
        enter(caller)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.remove(caller, begin)
        reject(full)
      }, limits.waitMs)
      waiting.add(caller, begin)
    })
  }
  return async (caller, work) => {
    await turn(caller)
    try {
      return await work()
    } finally {
      leave(caller)
    }
  }
}
