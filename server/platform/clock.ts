/** The market clock: wall time at boot plus monotonic time, so that a stepped wall clock settles nothing early. */

export type Cancel = () => void

export interface MarketClock {
  /** Milliseconds since 1970 UTC, an integer that never goes back. */
  now(): number
  /** Runs once when `now() >= timeMs`, never early; errors are the caller's to catch. */
  at(timeMs: number, run: () => void): Cancel
  every(periodMs: number, run: () => void): Cancel
}

const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

export interface ClockSource {
  wallMs(): number
  monotonicMs(): number
}

const systemSource: ClockSource = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
}

/** Slews at most this share of elapsed time toward the wall clock: 0.5 ms a second. */
const SLEW_RATE = 0.0005

export function createMarketClock(source: ClockSource = systemSource): MarketClock {
  let base = source.wallMs()
  let mark = source.monotonicMs()
  const exact = (): number => {
    const monotonic = source.monotonicMs()
    const elapsed = monotonic - mark
    const straight = base + elapsed
    const error = source.wallMs() - straight
    const slew = Math.sign(error) * Math.min(Math.abs(error), elapsed * SLEW_RATE)
    base = straight + slew
    mark = monotonic
    return base
  }
  const now = (): number => Math.floor(exact())
  const at = (timeMs: number, run: () => void): Cancel => {
    let timer: NodeJS.Timeout
    const arm = (): void => {
      const wait = timeMs - now()
      if (wait <= 0) run()
      else timer = setTimeout(arm, Math.min(wait, LONGEST_TIMEOUT_MS))
    }
    timer = setTimeout(arm, 0)
    return () => clearTimeout(timer)
  }
  const every = (periodMs: number, run: () => void): Cancel => {
    const timer = setInterval(run, periodMs)
    return () => clearInterval(timer)
  }
  return { now, at, every }
}
