/** Runs so many at once, lets so many wait, and turns the rest away: memory-hard work must not pile up. */
import { Rejected } from '#server/platform/errors.ts'

export type Run = <T>(work: () => Promise<T>) => Promise<T>

/** Rejects with `unavailable` when the waiting room is full. */
export function boundedQueue(atOnce: number, waitingMax: number): Run {
  let running = 0
  const waiting: (() => void)[] = []
  const turn = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1
      return
    }
    if (waiting.length >= waitingMax) throw new Rejected('unavailable')
    // The one who leaves hands over the place.
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
  return async (work) => {
    await turn()
    try {
      return await work()
    } finally {
      leave()
    }
  }
}
