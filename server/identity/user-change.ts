/** One change of what a user has or may do: under their mutex, its events delivered once it is committed. */
import type { Database, Queryable } from '#server/platform/database.ts'
import type { OutboxEvent, SocketHub } from '#server/platform/hub.ts'

export interface ChangeParts {
  db: Database
  hub: Pick<SocketHub, 'deliver'>
}

export interface Changed<T> {
  value: T
  events: readonly OutboxEvent[]
}

export async function lockUser(tx: Queryable, userId: bigint): Promise<void> {
  await tx.query('select 1 from user_mutex where user_id = $1 for update', [userId])
}

export async function changeUser<T>(
  { db, hub }: ChangeParts,
  userId: bigint,
  work: (tx: Queryable) => Promise<Changed<T>>,
): Promise<T> {
  const { value, events } = await db.transaction(async (tx) => {
    await lockUser(tx, userId)
    return work(tx)
  })
  if (events.length > 0) hub.deliver(events)
  return value
}
