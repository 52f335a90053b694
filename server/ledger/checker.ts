/** Checks the invariants of the ledger at boot, every minute and on demand. Any fault stops money writes. */
import { insertHalt, type LedgerFault, selectFaults } from '#server/ledger/ledger-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/logging.ts'

const PERIOD_MS = 60_000
/** The rest after a check is at least this many times its duration, so that checks take at most 5 % of one core. */
const REST_FACTOR = 20
const FAULTS_SHOWN = 20

/** Checks the invariants of the ledger. */
export interface LedgerChecker {
  /** Checks now. Returns the first 20 faults, or an empty list if every invariant holds. */
  check(): Promise<LedgerFault[]>
  /** Stops the checks and waits for a running one. */
  close(): Promise<void>
}

/** What the checker needs. */
export interface CheckerParts {
  db: Database
  clock: MarketClock
  log: Pick<Logger, 'fatal' | 'error' | 'debug'>
  /** Faults that the database does not see by itself, such as a broken chain of prices. They count as its own. */
  audit?: () => Promise<LedgerFault[]>
  /** Reports each check to the metrics: the number of faults and the duration in ms. */
  observe?: (faults: number, tookMs: number) => void
}

/** Starts the checks of every minute. The caller runs the first check before the server listens. */
export function createLedgerChecker(parts: CheckerParts): LedgerChecker {
  const { db, clock, log, audit, observe } = parts
  let running: Promise<unknown> | null = null
  let restUntil = 0

  const read = async (): Promise<LedgerFault[]> => {
    const from = clock.now()
    const audited = (await audit?.()) ?? []
    const faults = [...audited, ...(await selectFaults(db, FAULTS_SHOWN))].slice(0, FAULTS_SHOWN)
    const tookMs = clock.now() - from
    restUntil = clock.now() + tookMs * REST_FACTOR
    observe?.(faults.length, tookMs)
    const [first] = faults
    if (first === undefined) return faults
    const halted = await insertHalt(db, `${first.invariant}: ${first.detail}`)
    log.fatal({ faults, halted }, 'the ledger breaks its invariants: money writes are halted')
    return faults
  }
  // Waits for a running check and then checks again, because the running one may have started before the change that
  // the caller wants to check.
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
