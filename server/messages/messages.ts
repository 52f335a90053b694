/** System messages of the platform to one user. The client writes the text from kind and parameters. */
import { message, type Message } from '#contract/messages.ts'
import { pageLimit } from '#contract/endpoint.ts'
import { MAX_ID } from '#server/platform/db/pages.ts'
import { tellUsers } from '#server/ledger/outbox-store.ts'
import * as store from '#server/messages/messages-store.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import type { OutboxEvent, PrivateTopic } from '#server/platform/socket/hub.ts'

/** Throws when the row does not match the contract's message. */
export const messageOf = (row: store.MessageRow): Message =>
  message.parse({
    id: row.id.toString(),
    kind: row.kind,
    params: row.params,
    ...(row.texts !== null && { texts: row.texts }),
    sentAt: Number(row.sent_at),
    readAt: row.read_at === null ? null : Number(row.read_at),
  })

/**
 * Appends a delta of the topic, in a transaction that holds the user's mutex or created the user: a message, or without
 * `ref` what the user has read.
 */
export async function tellMessages(
  tx: Queryable,
  userId: bigint,
  ref?: bigint,
): Promise<OutboxEvent> {
  const changed = { userId, topic: 'messages', ...(ref !== undefined && { ref }) } as const
  const [event] = await tellUsers(tx, [changed])
  if (event === undefined) throw new Error('the outbox returned no event')
  return event
}

/** A message to send. */
export interface NewMessage {
  userId: bigint
  kind: Message['kind']
  params: Record<string, string>
  /** Market clock, in ms. */
  sentAt: number
}

/**
 * Stores a message, in a transaction that holds the user's mutex or created the user. The caller delivers the event
 * after the commit.
 */
export async function sendMessage(tx: Queryable, message: NewMessage): Promise<OutboxEvent> {
  return tellMessages(tx, message.userId, await store.insertMessage(tx, message))
}

/**
 * The messages topic: the newest messages and the count of unread ones, then each new message and each change of what
 * is read.
 */
export const messagesTopic = (db: Database): PrivateTopic => ({
  name: 'messages',
  snapshot: async (userId) => {
    const page = { before: MAX_ID, limit: pageLimit }
    const { seq, unread, latest } = await store.selectSnapshot(db, userId, page)
    return { seq, json: JSON.stringify({ unread, latest: latest.map(messageOf) }) }
  },
})
