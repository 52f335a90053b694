/** The events of customer service for the user's pages: each message, and the current marks. */
import { appendOutbox, type NewEvent } from '#server/ledger/outbox-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'
import { marksOf, messageOf } from '#server/support/support-rows.ts'
import { selectThread, type SupportRow } from '#server/support/support-store.ts'

/** The events of a changed conversation. The caller holds the user's mutex. */
export async function supportEvents(
  tx: Queryable,
  userId: bigint,
  { rows, marks }: { rows: readonly SupportRow[]; marks: boolean },
): Promise<OutboxEvent[]> {
  const told: unknown[] = rows.map(messageOf)
  const thread = marks ? await selectThread(tx, userId) : undefined
  if (thread !== undefined) told.push(marksOf(thread))
  const events = told.map(
    (event): NewEvent => ({
      userId,
      topic: 'support',
      payload: JSON.stringify(event),
    }),
  )
  return appendOutbox(tx, events)
}
