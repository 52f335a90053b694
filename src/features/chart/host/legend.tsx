/** Holds the data of a legend for React, which is notified at most once per animation frame. */
export interface LegendStore<T> {
  set(data: T | null): void
  get(): T | null
  subscribe(listener: () => void): () => void
}

export function createLegendStore<T>(
  requestFrame: (run: () => void) => void = requestAnimationFrame,
): LegendStore<T> {
  let current: T | null = null
  let waiting = false
  const listeners = new Set<() => void>()
  return {
    set: (data) => {
      current = data
      if (waiting) return
      waiting = true
      requestFrame(() => {
        waiting = false
        for (const listener of listeners) listener()
      })
    },
    get: () => current,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
