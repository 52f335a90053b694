/** The fund's job: begins each day for every user whom it changes anything for, and keeps the example curve ahead. */
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
/** A user whose days cannot begin rests; the others go on. */
const REST_MS = 30_000

export interface DaysParts {
  db: Database
  hub: Pick<SocketHub, 'deliver'>
  clock: MarketClock
  log: Pick<Logger, 'error'>
  rates: Pick<Rates, 'publishCurve'>
}

export interface FundDays {
  start(): void
  /** One round, after the one that may run; resolves when nothing that was due is left. */
  run(): Promise<void>
  /** Waits for a round that runs. */
  stop(): Promise<void>
}

/** One user's, in one transaction; whoever was quicker, it is done once. */
const beginFor = (parts: DaysParts, userId: bigint): Promise<void> =>
  changeUser(parts, userId, async (tx) => {
    const atMs = parts.clock.now()
    const { changed, events } = await beginDays(tx, userId, atMs)
    const news = changed ? [...events, ...(await fundEvents(tx, userId, atMs))] : []
    return { value: undefined, events: news }
  })

const halted = (error: unknown): boolean => {
  const refusal = rejectedFrom(error)
  return refusal instanceof Rejected && refusal.code === 'money_writes_halted'
}

/** Begins today for all whom it is due for, in pages; ends early when the server does. */
function createBeginning(parts: DaysParts, stopped: () => boolean): () => Promise<void> {
  const { db, clock, log } = parts
  const resting = new Map<bigint, number>()
  /** False: the ledger is halted, and nobody else's turn comes before that is lifted. */
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

/** Once a day; that it cannot be published keeps nobody's day from beginning. */
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
      void run()
      cancel = clock.every(PERIOD_MS, () => {
        if (running === null) void run()
      })
    },
    stop: async () => {
      stopped = true
      cancel()
      await running
    },
  }
}
