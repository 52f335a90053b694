/** Notices silence of the prices on a live connection: no quotes frame, not even a heartbeat, for three seconds. */
import { TOPICS } from '#contract/topics.ts'
import { createSilence } from '#streams/wire/silence.ts'
import type { Timing } from '#streams/wire/timing.ts'

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
  let newestAsOf = 0
  let silent = false
  const silence = createSilence(timing, SILENT_AFTER_MS, () => {
    silent = true
    onSilent(newestAsOf)
  })
  return {
    start: silence.start,
    stop: () => {
      silence.stop()
      silent = false
    },
    heard: (asOf) => {
      newestAsOf = asOf
      silence.heard()
      if (!silent) return
      silent = false
      silence.start()
      onHeard()
    },
  }
}
