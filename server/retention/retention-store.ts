/** The SQL of what removes old rows. The database decides by its newest checkpoint what is old. */
import type { Queryable } from '#server/platform/db/database.ts'

/** Starts the market's day if it has begun. Returns it then, as `2026-11-29`. */
export async function startDay(db: Queryable): Promise<string | null> {
  const [row] = await db.query<{ day: string | null }>('select start_market_day()::text as day')
  return row?.day ?? null
}

/** A partition of the outbox that was dropped. */
export interface DroppedDay {
  day: string
  bytes: number
}

/** Drops the oldest day of the outbox that is no longer kept. Undefined if there is none. */
export async function dropDay(db: Queryable): Promise<DroppedDay | undefined> {
  const [row] = await db.query<DroppedDay>(
    'select dropped::text as day, bytes::float8 as bytes from drop_outbox_day()',
  )
  return row
}

/** How far one call came. */
export interface Swept {
  removed: number
  /** Whether as many rows were looked at as one call may, so that more may follow. */
  isFull: boolean
}

/** Removes the texts of old answers. */
export async function sweepAnswers(db: Queryable, rows: number): Promise<Swept> {
  const [row] = await db.query<{ swept: number }>('select sweep_answers($1) as swept', [rows])
  return { removed: row?.swept ?? 0, isFull: row?.swept === rows }
}

/** Removes address and browser of sessions that ended long ago. */
export async function sweepSessions(db: Queryable, rows: number): Promise<Swept> {
  const [row] = await db.query<{ swept: number }>('select sweep_sessions($1) as swept', [rows])
  return { removed: row?.swept ?? 0, isFull: row?.swept === rows }
}

/** Deletes old tickets that were never redeemed. */
export async function sweepTickets(db: Queryable, rows: number): Promise<Swept> {
  const [row] = await db.query<{ looked: number; swept: number }>(
    'select looked, swept from sweep_tickets($1)',
    [rows],
  )
  return { removed: row?.swept ?? 0, isFull: row?.looked === rows }
}

/** Deletes reports of browsers that were not repeated. */
export async function sweepClientReports(db: Queryable, rows: number): Promise<Swept> {
  const [row] = await db.query<{ swept: number }>('select sweep_client_reports($1) as swept', [
    rows,
  ])
  return { removed: row?.swept ?? 0, isFull: row?.swept === rows }
}

/** Deletes old notices outside of the app, and what is left of addresses that are no longer used. */
export async function sweepOutlet(db: Queryable, rows: number): Promise<Swept> {
  const [row] = await db.query<{ swept: number }>('select sweep_outlet($1) as swept', [rows])
  return { removed: row?.swept ?? 0, isFull: row?.swept === rows }
}

const LOCK_NOT_AVAILABLE = '55P03'
/** Whether a statement gave up because others hold the lock that it needs. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE
