/** Reads the invariant view at boot, each minute and on demand; any fault stops money writes. */
import { insertHalt, type LedgerFault, selectFaults } from '#server/ledger/ledger-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/logging.ts'

const PERIOD_MS = 60_000
/** After a long check at least this many times its duration passes: checking takes 5 % of one core at most. */
const REST_FACTOR = 20
const FAULTS_SHOWN = 20

export interface LedgerChecker {
  /** Checks now; returns the faults found (the first 20), none when all is well. */
  check(): Promise<LedgerFault[]>
  /** Waits for a check that runs. */
  close(): Promise<void>
}

export interface CheckerParts {
  db: Database
  clock: MarketClock
  log: Pick<Logger, 'fatal' | 'error' | 'debug'>
  /** For the metrics: faults found by the last check and how long it took. */
  observe?: (faults: number, tookMs: number) => void
}

/** Starts the minute's rhythm; the first check is the caller's, before the server listens. */
export function createLedgerChecker({ db, clock, log, observe }: CheckerParts): LedgerChecker {
  let running: Promise<unknown> | null = null
  let restUntil = 0

  const read = async (): Promise<LedgerFault[]> => {
    const from = clock.now()
    const faults = await selectFaults(db, FAULTS_SHOWN)
    const tookMs = clock.now() - from
    restUntil = clock.now() + tookMs * REST_FACTOR
    observe?.(faults.length, tookMs)
    const [first] = faults
    if (first === undefined) return faults
    const halted = await insertHalt(db, `${first.invariant}: ${first.detail}`)
    log.fatal({ faults, halted }, 'the ledger breaks its invariants: money writes are halted')
    return faults
  }
  // After a check that runs already: that one may have begun before what the caller wants to know.
  const check = (): Promise<LedgerFault[]> => {
    const mine = (running ?? Promise.resolve()).catch(() => undefined).then(read)
    running = mine
    const rest = (): void => {
      if (running === mine) running = null
    }
    mine.then(rest, rest)
    return mine
  }
  const tick = (): void => {
    if (running !== null || clock.now() < restUntil) return
    check().catch((error: unknown) => log.error({ err: error }, 'the ledger check did not finish'))
  }
  const stop = clock.every(PERIOD_MS, tick)
  return {
    check,
    close: async () => {
      stop()
      await running?.catch(() => undefined)
    },
  }
}
