/** The fund's daily job: starts each day for every user whom it affects, and publishes the example curve ahead. */
import { type ErrorCode, MONEY_STOPPED } from '#contract/errors.ts'
import { dayOf } from '#rules/business-day.ts'
import { beginDays, fundEvents } from '#server/fund/state.ts'
import { type DueRow, selectDue } from '#server/fund/fund-store.ts'
import type { Rates } from '#server/fund/rates.ts'
import { changeUser } from '#server/platform/user-transaction.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { SocketHub } from '#server/platform/socket/hub.ts'
import type { Logger } from '#server/platform/logging.ts'
import { rejectedFrom } from '#server/platform/db/sql-errors.ts'

const PERIOD_MS = 2_000
const PAGE = 200
/** How long a user whose days cannot be started is skipped, in ms. Other users are processed meanwhile. */
const REST_MS = 30_000

/** What the job needs. */
export interface DaysParts {
  db: Database
  hub: Pick<SocketHub, 'deliver'>
  clock: MarketClock
  log: Pick<Logger, 'error'>
  rates: Pick<Rates, 'publishCurve'>
}

/** The daily job. */
export interface FundDays {
  start(): void
  /** Runs one round, after the current one. Resolves when nothing is due any more. */
  run(): Promise<void>
  /** Stops the job and waits for a current round. */
  stop(): Promise<void>
}

/** Starts the days of one user in one transaction. If another process was faster, nothing is done twice. */
const beginFor = (parts: DaysParts, userId: bigint): Promise<void> =>
  changeUser(parts, userId, async (tx) => {
    const atMs = parts.clock.now()
    const { changed, events } = await beginDays(tx, userId, atMs)
    const news = changed ? [...events, ...(await fundEvents(tx, userId, atMs))] : []
    return { value: undefined, events: news }
  })

const STOPPED: ReadonlySet<ErrorCode> = new Set(MONEY_STOPPED)
const halted = (error: unknown): boolean => {
  const refusal = rejectedFrom(error)
  return refusal instanceof Rejected && STOPPED.has(refusal.code)
}

/** Starts today for all users for whom it is due, in pages. Ends early when the server stops. */
function createBeginning(parts: DaysParts, stopped: () => boolean): () => Promise<void> {
  const { db, clock, log } = parts
  const resting = new Map<bigint, number>()
  /** False if the ledger is halted, so no other user can be processed either. */
  const beginOne = async (userId: bigint): Promise<boolean> => {
    if ((resting.get(userId) ?? 0) > clock.now()) return true
    try {
      await beginFor(parts, userId)
      resting.delete(userId)
      return true
    } catch (error) {
      if (halted(error)) return false
      resting.set(userId, clock.now() + REST_MS)
      log.error({ err: error, userId: userId.toString() }, 'a day of the fund did not begin')
      return true
    }
  }
  return async () => {
    const today = dayOf(clock.now())
    for (let after: DueRow | null = null; ; ) {
      const due: DueRow[] = await selectDue(db, { today, after, limit: PAGE })
      for (const { user_id } of due) {
        if (stopped() || !(await beginOne(user_id))) return
      }
      after = due.at(-1) ?? null
      if (due.length < PAGE) return
    }
  }
}

/** Publishes the curve once per day. A failure does not delay any user's day. */
function createCurveKeeper({ clock, log, rates }: DaysParts): () => Promise<void> {
  let kept = ''
  return async () => {
    const today = dayOf(clock.now())
    if (today === kept) return
    try {
      await rates.publishCurve()
      kept = today
    } catch (error) {
      log.error({ err: error }, 'the example rates were not published')
    }
  }
}

/** Creates the daily job. */
export function createFundDays(parts: DaysParts): FundDays {
  const { clock, log } = parts
  let stopped = true
  let running: Promise<void> | null = null
  let cancel: Cancel = () => undefined
  const keepCurve = createCurveKeeper(parts)
  const beginAll = createBeginning(parts, () => stopped)

  const run = (): Promise<void> => {
    const mine = (running ?? Promise.resolve()).then(keepCurve).then(beginAll)
    const settled = mine.catch((error: unknown) => {
      log.error({ err: error }, 'the days of the fund cannot be begun')
    })
    running = settled
    void settled.then(() => {
      if (running === settled) running = null
    })
    return settled
  }
  return {
    run,
    start: () => {
      stopped = false
      let rounds = 0
      // A round that is due during another one follows it, because a day may have begun meanwhile.
      const due = (): void => {
        if (rounds > 1) return
        rounds += 1
        void run().then(() => {
          rounds -= 1
        })
      }
      due()
      cancel = clock.every(PERIOD_MS, due)
    },
    stop: async () => {
      stopped = true
      cancel()
      await running
    },
  }
}
