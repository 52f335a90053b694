/** The SQL of system messages. */
import { selectOutboxHead } from '#server/ledger/outbox-store.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'

export interface MessageRow {
  id: bigint
  kind: string
  params: Record<string, string>
  /** The texts of an announcement by language. Null for other messages. */
  texts: Record<string, string> | null
  sent_at: bigint
  read_at: bigint | null
}
const COLUMNS = 'm.id, m.kind, m.params, a.texts, m.sent_at, m.read_at'
const TOLD = 'messages m left join announcements a on a.id = m.announcement_id'

/** Inserts a message. Returns its id. */
export async function insertMessage(
  tx: Queryable,
  message: { userId: bigint; kind: string; params: Record<string, string>; sentAt: number },
): Promise<bigint> {
  const [row] = await tx.query<{ id: bigint }>(
    `insert into messages (user_id, kind, params, sent_at) values ($1, $2, $3, $4) returning id`,
    [message.userId, message.kind, message.params, message.sentAt],
  )
  if (row === undefined) throw new Error('a message was inserted without a row')
  return row.id
}

export interface MessagePage {
  /** Messages with smaller ids. */
  before: bigint
  limit: number
}

/** Reads a user's messages, newest first. */
export const selectMessages = (
  tx: Queryable,
  userId: bigint,
  { before, limit }: MessagePage,
): Promise<MessageRow[]> =>
  tx.query<MessageRow>(
    `select ${COLUMNS} from ${TOLD} where m.user_id = $1 and m.id < $2 order by m.id desc limit $3`,
    [userId, before, limit],
  )

/** The number of a user's unread messages. */
export async function countUnread(tx: Queryable, userId: bigint): Promise<number> {
  const [count] = await tx.query<{ unread: number }>(
    'select count(*)::int as unread from messages where user_id = $1 and read_at is null',
    [userId],
  )
  return count?.unread ?? 0
}

/** The snapshot of the messages topic. */
export interface MessageSnapshot {
  seq: bigint
  unread: number
  /** Newest first. */
  latest: MessageRow[]
}

/** The newest messages, the count of unread ones and the outbox number that includes them, read in one snapshot. */
export const selectSnapshot = (
  db: Database,
  userId: bigint,
  page: MessagePage,
): Promise<MessageSnapshot> =>
  db.snapshot(async (tx) => ({
    seq: await selectOutboxHead(tx, userId, 'messages'),
    unread: await countUnread(tx, userId),
    latest: await selectMessages(tx, userId, page),
  }))

/**
 * Marks messages as read and returns the newest one that was unread. Null if there was none. The caller holds the
 * user's mutex.
 */
export async function markRead(
  tx: Queryable,
  read: { userId: bigint; upTo: bigint; atMs: number },
): Promise<bigint | null> {
  const [row] = await tx.query<{ newest: bigint | null }>(
    `with read as (
        update messages set read_at = $3 where user_id = $1 and id <= $2 and read_at is null
        returning id
      ) select max(id) as newest from read`,
    [read.userId, read.upTo, read.atMs],
  )
  return row?.newest ?? null
}

/** Stores the safety word. The caller holds the user's mutex. */
export async function setSafetyWord(
  tx: Queryable,
  userId: bigint,
  word: string | null,
): Promise<void> {
  await tx.query('update users set safety_word = $2 where id = $1', [userId, word])
}
