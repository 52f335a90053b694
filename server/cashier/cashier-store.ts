/** The SQL of practice money and the balance. */
import { selectOutboxHead } from '#server/ledger/outbox-store.ts'
import type { Database, Queryable } from '#server/platform/database.ts'

export interface PracticeDay {
  /** Of today's transfer (UTC): one a day for ever. */
  ref: string
  taken: boolean
  /** When the next day begins, ms. */
  next_at: bigint
}

export async function selectPracticeDay(
  tx: Queryable,
  userId: bigint,
  atMs: number,
): Promise<PracticeDay> {
  const [row] = await tx.query<PracticeDay>(
    `select ref, next_utc_day_ms($2) as next_at, exists (
        select 1 from transfers where kind = 'practice_issue' and transfers.ref = today.ref
      ) as taken
      from practice_ref($1, $2) today (ref)`,
    [userId, atMs],
  )
  if (row === undefined) throw new Error('no practice day')
  return row
}

/** The balance topic's state at a moment of the market clock, as JSON. */
export async function selectBalance(db: Queryable, userId: bigint, atMs: number): Promise<string> {
  const [row] = await db.query<{ state: string }>(
    'select state from balance_states(array[$1::bigint], $2)',
    [userId, atMs],
  )
  if (row === undefined) throw new Error(`user ${userId} has no accounts`)
  return row.state
}

/** The state and the outbox number that it includes, of one moment. */
export function selectBalanceSnapshot(
  db: Database,
  userId: bigint,
  atMs: number,
): Promise<{ seq: bigint; json: string }> {
  return db.snapshot(async (tx) => ({
    seq: await selectOutboxHead(tx, userId, 'balance'),
    json: await selectBalance(tx, userId, atMs),
  }))
}
