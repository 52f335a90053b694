/** System messages: what the house tells one user; the client writes the text from kind and params. */
import { message, type Message } from '#contract/account.ts'
import { pageLimit } from '#contract/endpoint.ts'
import { appendOutbox } from '#server/ledger/outbox-store.ts'
import { insertMessage, type MessageRow, selectMessages } from '#server/messages/messages-store.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { OutboxEvent, PrivateTopic } from '#server/platform/hub.ts'

const messageOf = (row: MessageRow): Message =>
  message.parse({
    id: row.id.toString(),
    kind: row.kind,
    params: row.params,
    sentAt: Number(row.sent_at),
    readAt: row.read_at === null ? null : Number(row.read_at),
  })

export interface NewMessage {
  userId: bigint
  kind: Message['kind']
  params: Record<string, string>
  /** Market clock, ms. */
  sentAt: number
}

/** In the caller's transaction, which holds the user's mutex or made the user; the event is to be delivered after. */
export async function sendMessage(tx: Queryable, it: NewMessage): Promise<OutboxEvent> {
  const row = await insertMessage(tx, it)
  const payload = JSON.stringify(messageOf(row))
  const [event] = await appendOutbox(tx, [{ userId: it.userId, topic: 'messages', payload }])
  if (event === undefined) throw new Error('the outbox returned no event')
  return event
}

/** The messages topic: the newest and the count of unread, then each new message. */
export const messagesTopic = (db: Database): PrivateTopic => ({
  name: 'messages',
  snapshot: async (userId) => {
    const { seq, unread, latest } = await selectMessages(db, userId, pageLimit)
    return { seq, json: JSON.stringify({ unread, latest: latest.map(messageOf) }) }
  },
})
