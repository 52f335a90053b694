/** The SQL of the outbox, which words and numbers the events of a user's durable topics, and of the balance topic. */
import type { Database, Queryable } from '#server/platform/db/database.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'

/** What a user is to be told. The database says it: what its row or the user's state is now, within the transaction. */
export interface NewEvent {
  userId: bigint
  topic: OutboxEvent['topic']
  /** The row that has changed; missing for a state, for what of the messages was read, and for marks of support. */
  ref?: bigint
  /** The moment of a state of balance, fund or limits. */
  atMs?: number
}

interface EventRow {
  user_id: bigint
  topic: OutboxEvent['topic']
  seq: bigint
  payload: string
}

/** Appends events to the outbox and returns them as they are sent. The caller holds the mutex of every user named. */
export async function tellUsers(
  tx: Queryable,
  events: readonly NewEvent[],
): Promise<OutboxEvent[]> {
  if (events.length === 0) return []
  const rows = await tx.query<EventRow>('select * from tell_users($1, $2, $3, $4)', [
    events.map(({ userId }) => userId),
    events.map(({ topic }) => topic),
    events.map(({ ref }) => ref ?? null),
    events.map(({ atMs }) => atMs ?? null),
  ])
  return rows.map(({ user_id, ...rest }) => ({ userId: user_id, ...rest }))
}

/** The newest number of a topic. 0 before the first event. */
export async function selectOutboxHead(
  tx: Queryable,
  userId: bigint,
  topic: OutboxEvent['topic'],
): Promise<bigint> {
  const [row] = await tx.query<{ seq: bigint }>(
    'select seq from outbox_heads where user_id = $1 and topic = $2',
    [userId, topic],
  )
  return row?.seq ?? 0n
}

/** The state of the balance topic as JSON, at a moment of the market clock in ms. */
export async function selectBalance(db: Queryable, userId: bigint, atMs: number): Promise<string> {
  const [row] = await db.query<{ state: string }>(
    'select state from balance_states(array[$1::bigint], $2)',
    [userId, atMs],
  )
  if (row === undefined) throw new Error(`user ${userId} has no accounts`)
  return row.state
}

/** The state of the balance topic and the outbox number that it includes, read in one snapshot. */
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

/** The event that publishes a user's new balance after money has moved. */
export const balanceEvent = (userId: bigint, atMs: number): NewEvent => ({
  userId,
  topic: 'balance',
  atMs,
})
