/** The events of customer service for the user's pages: each message, and the current marks. */
import { type NewEvent, tellUsers } from '#server/ledger/outbox-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'
import type { SupportRow } from '#server/support/support-store.ts'

/** The events of a changed conversation. The caller holds the user's mutex. */
export async function supportEvents(
  tx: Queryable,
  userId: bigint,
  { rows, marks }: { rows: readonly SupportRow[]; marks: boolean },
): Promise<OutboxEvent[]> {
  const events = rows.map(({ id }): NewEvent => ({ userId, topic: 'support', ref: id }))
  return tellUsers(tx, marks ? [...events, { userId, topic: 'support' }] : events)
}
