/** Notices silence of the prices on a live connection: no quotes frame, not even a heartbeat, for three seconds. */
import { TOPICS } from '#contract/topics.ts'
import type { Cancel, Timing } from '#streams/wire/timing.ts'

export interface PriceWatch {
  /** Prices are subscribed and the link is up: from now on silence counts. */
  start(): void
  stop(): void
  heard(asOf: number): void
}

export interface PriceWatchParts {
  timing: Timing
  /** `asOf`: server ms of the newest price frame. */
  onSilent(asOf: number): void
  onHeard(): void
}

const SILENT_AFTER_MS = TOPICS.quotes.staleAfterMs ?? 0

export function createPriceWatch({ timing, onSilent, onHeard }: PriceWatchParts): PriceWatch {
  let heardAt = 0
  let newestAsOf = 0
  let silent = false
  let cancelTimer: Cancel | null = null
  const check = (): void => {
    const left = heardAt + SILENT_AFTER_MS - timing.monotonicMs()
    cancelTimer = left > 0 ? timing.after(left, check) : null
    if (left > 0) return
    silent = true
    onSilent(newestAsOf)
  }
  return {
    start: () => {
      heardAt = timing.monotonicMs()
      cancelTimer ??= timing.after(SILENT_AFTER_MS, check)
    },
    stop: () => {
      cancelTimer?.()
      cancelTimer = null
      silent = false
    },
    heard: (asOf) => {
      heardAt = timing.monotonicMs()
      newestAsOf = asOf
      if (!silent) return
      silent = false
      cancelTimer = timing.after(SILENT_AFTER_MS, check)
      onHeard()
    },
  }
}
