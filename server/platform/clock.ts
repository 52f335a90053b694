/**
 * The market clock: wall time at boot plus monotonic time, so that a wall clock that is stepped cannot settle orders
 * early.
 */

/** Cancels a timer. Calls after the first have no effect. */
export type Cancel = () => void

/** The clock that all market and order times come from. */
export interface MarketClock {
  /** Milliseconds since 1970 UTC: an integer that never decreases. */
  now(): number
  /** Runs once when `now() >= timeMs`, never early. Callers handle errors of `run`. */
  at(timeMs: number, run: () => void): Cancel
  /** Runs every `periodMs` milliseconds of process time until it is cancelled. */
  every(periodMs: number, run: () => void): Cancel
}

/** Work that is repeated, and never done twice at the same time. */
export interface Worker {
  /** Does the work now; if it is being done already, this is that run. Throws what the work throws. */
  run(): Promise<void>
  /** Does the work now, and then in every period in whose beginning it is not being done. */
  start(): void
  /** Begins no run any more, and resolves when the present one has ended. */
  stop(): Promise<void>
}

/** Creates a worker with a period in ms. `failed` gets the errors of the runs that it began itself. */
export function createWorker(
  clock: Pick<MarketClock, 'every'>,
  parts: {
    periodMs: number
    work: () => Promise<unknown>
    failed: (err: unknown) => void
  },
): Worker {
  let running: Promise<void> | undefined
  let cancel: Cancel = () => undefined
  const runOnce = async (): Promise<void> => {
    try {
      await parts.work()
    } finally {
      running = undefined
    }
  }
  const run = (): Promise<void> => {
    running ??= runOnce()
    return running
  }
  const turn = (): void => {
    if (running === undefined) run().catch(parts.failed)
  }
  return {
    run,
    start: () => {
      turn()
      cancel = clock.every(parts.periodMs, turn)
    },
    stop: async () => {
      cancel()
      await running?.catch(() => undefined)
    },
  }
}

const MAX_TIMEOUT_MS = 2 ** 31 - 1

/** The time sources of a market clock, in milliseconds. Tests replace them. */
export interface ClockSource {
  wallMs(): number
  monotonicMs(): number
}

const systemSource: ClockSource = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
}

/** The maximum correction toward the wall clock as a share of elapsed time: 0.5 ms per second. */
const SLEW_RATE = 0.0005

/** Creates a market clock that starts at the wall time of `source` and slews toward it afterwards. */
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
      else timer = setTimeout(arm, Math.min(wait, MAX_TIMEOUT_MS))
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

/**
 * Where an audit starts that takes turns through all rows, as a share of them. It depends on the minute and is spread
 * evenly, so that a server that often restarts reads all rows too.
 */
export const placeAt = (nowMs: number): number =>
  (Math.floor(nowMs / 60_000) * 0.618_033_988_75) % 1
