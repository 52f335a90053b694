/**
 * Checks the invariants of the ledger at boot, every minute and on demand: what is new, what is open, and old rows in
 * turn. A fault freezes what it concerns; a broken chain and books that do not sum stop all money writes.
 */
import {
  checkLedger,
  type FoundFaults,
  haltMoney,
  type LedgerFault,
  selectEnds,
} from '#server/ledger/ledger-store.ts'
import { createLedgerRotation, type LedgerSlice, wholeSlice } from '#server/ledger/rotation.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/logging.ts'

const PERIOD_MS = 60_000
/** The rest after a check is at least this many times its duration, so that checks take at most 5 % of one core. */
const REST_FACTOR = 20
const FAULTS_SHOWN = 20

/**
 * What a check reads beside the global invariants and what is open: `new` rows only, as at a start; also the next
 * `slice` of old rows, as each minute; or `everything`, which is a rotation at once.
 */
type CheckReach = 'new' | 'slice' | 'everything'

/** Checks the invariants of the ledger. */
export interface LedgerChecker {
  /** Checks now, by default with the next slice. Returns the first 20 faults, or an empty list. */
  check(reach?: CheckReach): Promise<LedgerFault[]>
  /** Stops the checks and waits for a running one. */
  close(): Promise<void>
}

export interface CheckerParts {
  db: Database
  auditor: Database<'auditor'>
  clock: MarketClock
  log: Pick<Logger, 'fatal' | 'error' | 'debug'>
  /** Freezes what the invariants find faulty now with this slice, and returns how many things that were. */
  setFrozen(slice: LedgerSlice | null): Promise<number>
  /** Faults of the signed history, which the database does not see by itself. Each stops all money writes. */
  audit?: () => Promise<LedgerFault[]>
  /** Reports each check to the metrics. */
  observe?: (seen: CheckFigures) => void
}

/** A check in numbers. */
export interface CheckFigures {
  faults: number
  tookMs: number
  /** How long it takes to read all old rows once. Null if the check read none of them in turn. */
  rotationMs: number | null
}

const isNew = ({ first }: FoundFaults): boolean => first.some(({ is_frozen }) => !is_frozen)

/**
 * Reads the faults and freezes what they concern, unless one concerns everything. A fault for which nothing can be
 * frozen concerns everything too.
 */
async function judge({ auditor, log, setFrozen }: CheckerParts, slice: LedgerSlice | null) {
  for (let frozen = -1; ; ) {
    const found = await checkLedger(auditor, { slice, limit: FAULTS_SHOWN })
    const stopping = found.first.filter(
      ({ scope, is_frozen }) => scope === 'all' || (frozen === 0 && !is_frozen),
    )
    if (stopping.length > 0 || !isNew(found)) return { found, stopping }
    frozen = await setFrozen(slice)
    log.error({ faults: found.first, frozen }, 'faults were found, and what they concern is frozen')
  }
}

/** Starts the checks of every minute. The caller runs the first check before the server listens. */
export function createLedgerChecker(parts: CheckerParts): LedgerChecker {
  const { db, auditor, clock, log, audit, observe } = parts
  const rotation = createLedgerRotation(clock)
  let running: Promise<unknown> | null = null
  let restUntil = 0

  const turn = async (reach: CheckReach) => {
    if (reach === 'new') return { slice: null, rotationMs: null }
    const ends = await selectEnds(db)
    return reach === 'slice' ? rotation.next(ends) : { slice: wholeSlice(ends), rotationMs: null }
  }
  const read = async (reach: CheckReach): Promise<LedgerFault[]> => {
    const from = clock.now()
    const audited = (await audit?.()) ?? []
    const { slice, rotationMs } = await turn(reach)
    const { found, stopping } = await judge(parts, slice)
    if (reach === 'slice') rotation.advance()
    const tookMs = clock.now() - from
    restUntil = clock.now() + tookMs * REST_FACTOR
    observe?.({ faults: audited.length + found.count, tookMs, rotationMs })
    const [first] = [...audited, ...stopping]
    if (first !== undefined) {
      const halted = await haltMoney(auditor, `${first.invariant}: ${first.detail}`)
      log.fatal({ faults: [...audited, ...stopping], halted }, 'money writes are halted')
    }
    const each = found.first.map(({ invariant, detail }) => ({ invariant, detail }))
    return [...audited, ...each].slice(0, FAULTS_SHOWN)
  }
  // Waits for a running check and then checks again, because the running one may have started before the change that
  // the caller wants to check.
  const check = (reach: CheckReach = 'slice'): Promise<LedgerFault[]> => {
    const mine = (running ?? Promise.resolve()).catch(() => undefined).then(() => read(reach))
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
