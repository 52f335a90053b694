import type { LegendData } from '#features/chart/chart-view.ts'

/** Holds the data of the legend for React, which is notified at most once per animation frame. */
export interface LegendStore {
  set(data: LegendData | null): void
  get(): LegendData | null
  subscribe(listener: () => void): () => void
}

export function createLegendStore(
  requestFrame: (run: () => void) => number = requestAnimationFrame,
): LegendStore {
  let current: LegendData | null = null
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
