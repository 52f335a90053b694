/** The SQL of customer service: messages, and how far each side has received and read them. */
import { selectOutboxHead } from '#server/ledger/outbox-store.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { translated } from '#server/platform/db/sql-errors.ts'
import type { Actor } from '#server/platform/session-reader.ts'

/** A message. */
export interface SupportRow {
  id: bigint
  author: string
  operator: string | null
  text: string
  photo_id: bigint | null
  photo_expired: boolean
  about_kind: string | null
  about_id: bigint | null
  question: string | null
  answer: string | null
  sent_at: bigint
  intent_key: string | null
}
/** How far each side has received and read messages. */
export interface MarksRow {
  user_delivered: bigint
  user_read: bigint
  staff_delivered: bigint
  staff_read: bigint
  unread: number
}
/** A conversation. */
export interface ThreadRow extends MarksRow {
  last_id: bigint
  waiting_since: bigint | null
}

/** The columns of a message. */
const MESSAGE = `id, author, operator, text, photo_id, about_kind, about_id, question, answer,
  sent_at, intent_key, exists (select 1 from photos p
    where p.id = photo_id and p.deleted_at is not null) as photo_expired`
const UNREAD = `(select count(*)::int from support_messages m
  where m.user_id = t.user_id and m.author <> 'user' and m.id > t.user_read) as unread`
/** The columns of a conversation. */
const THREAD = `t.last_id, t.waiting_since, t.user_delivered, t.user_read, t.staff_delivered,
  t.staff_read, ${UNREAD}`

/** A message to insert. */
export interface NewMessage {
  userId: bigint
  author: 'user' | 'helper'
  text?: string
  photoId?: bigint | null
  about?: { kind: string; id: bigint } | null
  question?: string | null
  answer?: string
  sentAt: number
  key?: string
}

export async function insertMessage(tx: Queryable, message: NewMessage): Promise<SupportRow> {
  const [row] = await tx.query<SupportRow>(
    `insert into support_messages (user_id, author, text, photo_id, about_kind, about_id,
        question, answer, sent_at, intent_key)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning ${MESSAGE}`,
    [
      message.userId,
      message.author,
      message.text ?? '',
      message.photoId ?? null,
      message.about?.kind ?? null,
      message.about?.id ?? null,
      message.question ?? null,
      message.answer ?? null,
      message.sentAt,
      message.key ?? null,
    ],
  )
  if (row === undefined) throw new Error('a message was inserted without a row')
  return row
}

/** A message of staff to insert. */
export interface StaffMessage {
  actor: Actor
  userId: bigint
  text: string
  key: string
  sentAt: number
}

/** Inserts a message of staff. Throws FT409 without a live session. */
export async function insertStaffMessage(tx: Queryable, said: StaffMessage): Promise<SupportRow> {
  const { name, secret } = said.actor
  const [row] = await translated(
    tx.query<SupportRow>(`select ${MESSAGE} from write_as_staff($1, $2, $3, $4, $5, $6)`, [
      name,
      secret,
      said.userId,
      said.text,
      said.key,
      said.sentAt,
    ]),
  )
  if (row === undefined) throw new Error('a message was inserted without a row')
  return row
}

/** Reads a user's conversation. Undefined if there is none yet. */
export async function selectThread(tx: Queryable, userId: bigint): Promise<ThreadRow | undefined> {
  const [row] = await tx.query<ThreadRow>(
    `select ${THREAD} from support_threads t where t.user_id = $1`,
    [userId],
  )
  return row
}

/** A change of a conversation. */
export interface ThreadChange {
  userId: bigint
  /** The newest message. The first message creates the conversation. */
  lastId: bigint
  waitingSince: number | null
  /** The writer, who has thereby read all earlier messages. */
  writer: 'user' | 'staff'
  ownId: bigint
}

/** Stores a change of a conversation. */
export async function upsertThread(tx: Queryable, change: ThreadChange): Promise<void> {
  const [delivered, read] = [`${change.writer}_delivered`, `${change.writer}_read`]
  await tx.query(
    `insert into support_threads (user_id, last_id, waiting_since, ${delivered}, ${read})
      values ($1, $2, $3, $4, $4)
      on conflict (user_id) do update
        set last_id = $2, waiting_since = $3, ${delivered} = $4, ${read} = $4`,
    [change.userId, change.lastId, change.waitingSince, change.ownId],
  )
}

/** What a side has received or read. */
export interface Marking {
  userId: bigint
  side: 'user' | 'staff'
  delivered: bigint
  read: bigint
}

/** Stores marks, limited to existing messages. Returns whether any increased. */
export async function updateMarks(tx: Queryable, marks: Marking): Promise<boolean> {
  const [delivered, read] = [`${marks.side}_delivered`, `${marks.side}_read`]
  const rows = await tx.query(
    `update support_threads set
        ${delivered} = greatest(${delivered}, least(greatest($2::bigint, $3), last_id)),
        ${read} = greatest(${read}, least($3::bigint, last_id))
      where user_id = $1
        and (${delivered} < least(greatest($2::bigint, $3), last_id)
          or ${read} < least($3::bigint, last_id))
      returning 1`,
    [marks.userId, marks.delivered, marks.read],
  )
  return rows.length === 1
}

/** Starts the retention of the user's pictures, because none of the user's messages waits any more. */
export async function closePictures(tx: Queryable, userId: bigint, atMs: number): Promise<void> {
  await tx.query(
    `update photos set case_closed_at = $2 where user_id = $1 and purpose = 'support'
      and claimed_at is not null and case_closed_at is null`,
    [userId, atMs],
  )
}

/** Marks a conversation as answered, unless a message newer than `upTo` waits. */
export async function clearWaiting(
  tx: Queryable,
  userId: bigint,
  { upTo, atMs }: { upTo: bigint; atMs: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update support_threads set waiting_since = null
      where user_id = $1 and waiting_since is not null and not exists (
        select 1 from support_messages where user_id = $1 and author = 'user' and id > $2)
      returning 1`,
    [userId, upTo],
  )
  if (rows.length === 1) await closePictures(tx, userId, atMs)
  return rows.length === 1
}

export interface MessagePage {
  /** Messages with smaller ids. */
  before: bigint
  limit: number
}

/** Reads a page of a user's messages. */
export const selectMessages = (
  tx: Queryable,
  userId: bigint,
  { before, limit }: MessagePage,
): Promise<SupportRow[]> =>
  tx.query<SupportRow>(
    `select ${MESSAGE} from support_messages where user_id = $1 and id < $2
      order by id desc limit $3`,
    [userId, before, limit],
  )

/** The snapshot of the support topic. */
export interface SupportSnapshot {
  seq: bigint
  thread: ThreadRow | undefined
  rows: SupportRow[]
}

export const selectSnapshot = (
  db: Database,
  userId: bigint,
  page: MessagePage,
): Promise<SupportSnapshot> =>
  db.snapshot(async (tx) => ({
    seq: await selectOutboxHead(tx, userId, 'support'),
    thread: await selectThread(tx, userId),
    rows: await selectMessages(tx, userId, page),
  }))

/** The number of a user's messages since a moment. */
export async function countSince(tx: Queryable, userId: bigint, sinceMs: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `select count(*)::int as n from support_messages
      where user_id = $1 and author = 'user' and sent_at >= $2`,
    [userId, sinceMs],
  )
  return row?.n ?? 0
}

const OWNED = {
  order: 'select 1 from orders where id = $1 and user_id = $2',
  deposit: 'select 1 from deposits where id = $1 and user_id = $2',
  withdrawal: 'select 1 from withdrawals where id = $1 and user_id = $2',
} as const

/** Whether a document belongs to this user. */
export async function selectOwns(
  tx: Queryable,
  userId: bigint,
  about: { kind: keyof typeof OWNED; id: bigint },
): Promise<boolean> {
  return (await tx.query(OWNED[about.kind], [about.id, userId])).length === 1
}
