/** The history of log-ins and failed attempts that each user can read. It never contains a password. */
import { pageLimit } from '#contract/endpoint.ts'
import { documentId } from '#server/platform/db/pages.ts'
import { deviceLabel } from '#server/identity/device-label.ts'
import {
  deleteLogIns,
  type FailedLogIn,
  insertFailedLogIn,
  type LogInRow,
  selectLogIns,
} from '#server/identity/log-in-store.ts'
import { timeMs } from '#contract/scalars.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'

const USER_AGENT_MAX = 256

const lineOf = (row: LogInRow) => ({
  id: row.id.toString(),
  at: timeMs.parse(Number(row.at)),
  succeeded: row.succeeded,
  device: deviceLabel(row.user_agent),
  address: row.address,
  known: row.known,
  refused: row.refused,
  times: row.times,
  places: row.places,
  lastAt: timeMs.parse(Number(row.last_at ?? row.at)),
})

/** A page of the history. */
interface LogInPage {
  logIns: ReturnType<typeof lineOf>[]
  next: string | null
}

/** The history of log-ins. */
export interface LogIns {
  /** Records a failed attempt. */
  recordFailed(logIn: Omit<FailedLogIn, 'atMs'>): Promise<void>
  /** A page of a user's history, newest first. */
  page(userId: bigint, before: string | undefined): Promise<LogInPage>
  /** Deletes lines that are older than half a year. */
  sweep(): Promise<void>
}

/** Creates the history. */
export function createLogIns(db: Database, clock: MarketClock): LogIns {
  return {
    recordFailed: async (logIn) => {
      const atMs = clock.now()
      const userAgent = logIn.userAgent.slice(0, USER_AGENT_MAX)
      await insertFailedLogIn(db, { ...logIn, userAgent, atMs })
    },
    page: async (userId, before) => {
      // Reads one line more than a page has, to know whether another page follows.
      const known = before === undefined ? null : documentId(before)
      // An id beyond the largest one starts with the newest line.
      const page = { before: known ?? null, limit: pageLimit + 1 }
      const rows = await selectLogIns(db, userId, page)
      const shown = rows.slice(0, pageLimit)
      const last = rows.length > pageLimit ? shown.at(-1) : undefined
      return { logIns: shown.map(lineOf), next: last?.id.toString() ?? null }
    },
    sweep: () => deleteLogIns(db, clock.now()),
  }
}
