/** The SQL of system messages. */
import { selectOutboxHead } from '#server/ledger/outbox-store.ts'
import type { Database, Queryable } from '#server/platform/database.ts'

export interface MessageRow {
  id: bigint
  kind: string
  params: Record<string, string>
  sent_at: bigint
  read_at: bigint | null
}
const COLUMNS = 'id, kind, params, sent_at, read_at'

export async function insertMessage(
  tx: Queryable,
  message: { userId: bigint; kind: string; params: Record<string, string>; sentAt: number },
): Promise<MessageRow> {
  const [row] = await tx.query<MessageRow>(
    `insert into messages (user_id, kind, params, sent_at) values ($1, $2, $3, $4)
      returning ${COLUMNS}`,
    [message.userId, message.kind, message.params, message.sentAt],
  )
  if (row === undefined) throw new Error('a message was inserted without a row')
  return row
}

export interface MessageSnapshot {
  seq: bigint
  unread: number
  /** Newest first. */
  latest: MessageRow[]
}

/** The newest messages, the count of unread ones and the outbox number that includes them, of one moment. */
export function selectMessages(
  db: Database,
  userId: bigint,
  limit: number,
): Promise<MessageSnapshot> {
  return db.snapshot(async (tx) => {
    const seq = await selectOutboxHead(tx, userId, 'messages')
    const [count] = await tx.query<{ unread: number }>(
      'select count(*)::int as unread from messages where user_id = $1 and read_at is null',
      [userId],
    )
    const latest = await tx.query<MessageRow>(
      `select ${COLUMNS} from messages where user_id = $1 order by id desc limit $2`,
      [userId, limit],
    )
    return { seq, unread: count?.unread ?? 0, latest }
  })
}
