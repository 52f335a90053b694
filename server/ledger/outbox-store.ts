/** The SQL of the outbox: numbered events of a user's durable topics, in the transaction that caused them. */
import type { Queryable } from '#server/platform/database.ts'
import type { OutboxEvent } from '#server/platform/hub.ts'

/** An event before the outbox numbers it; `payload` is the delta's JSON. */
export type NewEvent = Omit<OutboxEvent, 'seq'>

interface EventRow {
  user_id: bigint
  topic: OutboxEvent['topic']
  seq: bigint
  payload: string
}

/** The caller holds the mutex of every user named. */
export async function appendOutbox(
  tx: Queryable,
  events: readonly NewEvent[],
): Promise<OutboxEvent[]> {
  if (events.length === 0) return []
  const rows = await tx.query<EventRow>('select * from outbox_append($1, $2, $3)', [
    events.map(({ userId }) => userId),
    events.map(({ topic }) => topic),
    events.map(({ payload }) => payload),
  ])
  return rows.map(({ user_id, ...rest }) => ({ userId: user_id, ...rest }))
}

/** The newest number of a topic; 0 before the first. */
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
