/** Detects silence of prices on a live connection: no quotes frame for three seconds, not even a heartbeat. */
import { TOPICS } from '#contract/topics.ts'
import { createSilence } from '#streams/wire/silence.ts'
import type { Timing } from '#streams/wire/timing.ts'

/** Watches for silence of the quotes topic. */
export interface PriceWatch {
  /** Starts the watch, when prices are subscribed and the link is up. */
  start(): void
  stop(): void
  heard(asOf: number): void
}

/** What the watch reports. Each callback is called once per change. */
export interface PriceWatchParts {
  timing: Timing
  /** Called when prices fall silent. `asOf` is the server time (ms) of the newest price frame. */
  onSilent(asOf: number): void
  onHeard(): void
}

const SILENT_AFTER_MS = TOPICS.quotes.staleAfterMs ?? 0

/** Creates a stopped watch. It continues after a silence as soon as a frame arrives. */
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
