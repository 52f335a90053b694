/** Items that wait for a moment, in a heap ordered by time. One timer per order would not scale. */

/** A queue of items by time. */
export interface Schedule<T> {
  add(atMs: number, item: T): void
  /** The earliest moment in ms. Infinity if the schedule is empty. */
  next(): number
  /**
   * Removes and returns items of moments before `beforeMs`, earliest first: at most `limit`, within `spanMs` of each
   * other.
   */
  take(beforeMs: number, limit: number, spanMs: number): T[]
  size(): number
}

interface Entry<T> {
  at: number
  item: T
}

/** Creates an empty schedule. */
export function createSchedule<T>(): Schedule<T> {
  const heap: Entry<T>[] = []
  const at = (index: number): number => heap[index]?.at ?? Number.POSITIVE_INFINITY

  const swap = (a: number, b: number): void => {
    const [x, y] = [heap[a], heap[b]]
    if (x === undefined || y === undefined) throw new Error('the heap lost an entry')
    heap[a] = y
    heap[b] = x
  }
  const rise = (start: number): void => {
    for (let i = start; i > 0; ) {
      const parent = (i - 1) >>> 1
      if (at(parent) <= at(i)) return
      swap(i, parent)
      i = parent
    }
  }
  const sink = (): void => {
    for (let i = 0; ; ) {
      const left = 2 * i + 1
      const least = at(left + 1) < at(left) ? left + 1 : left
      if (at(least) >= at(i)) return
      swap(i, least)
      i = least
    }
  }
  const pop = (): Entry<T> | undefined => {
    const last = heap.pop()
    const top = heap[0]
    if (last === undefined || top === undefined) return last
    heap[0] = last
    sink()
    return top
  }

  return {
    add: (atMs, item) => {
      heap.push({ at: atMs, item })
      rise(heap.length - 1)
    },
    next: () => at(0),
    take: (beforeMs, limit, spanMs) => {
      const taken: T[] = []
      const until = Math.min(beforeMs, at(0) + spanMs)
      while (taken.length < limit && at(0) < until) {
        const entry = pop()
        if (entry !== undefined) taken.push(entry.item)
      }
      return taken
    },
    size: () => heap.length,
  }
}
