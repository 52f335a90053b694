/** The SQL of announcements. Each is inserted once, and one SQL function sends it to users. */
import type { Queryable } from '#server/platform/db/database.ts'
import { translated } from '#server/platform/db/sql-errors.ts'
import type { Actor } from '#server/platform/session-reader.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'

export interface AnnouncementRow {
  id: bigint
  texts: Record<string, string>
  sent_by: string
  sent_at: bigint
  users: number
  told: number
  done_at: bigint | null
}
const COLUMNS = 'id, texts, sent_by, sent_at, users, told, done_at'

/** Serialises announcements, so that the count includes all earlier ones. Released with the transaction. */
export const lockAnnouncements = (tx: Queryable): Promise<object[]> =>
  tx.query(`select pg_advisory_xact_lock(hashtext('announcements'))`)

/** Finds an announcement by its key. */
export async function selectByKey(
  tx: Queryable,
  key: string,
): Promise<AnnouncementRow | undefined> {
  const [row] = await tx.query<AnnouncementRow>(
    `select ${COLUMNS} from announcements where intent_key = $1`,
    [key],
  )
  return row
}

/** The number of announcements since a moment. */
export async function countSince(tx: Queryable, fromMs: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    'select count(*)::int as n from announcements where sent_at >= $1',
    [fromMs],
  )
  return row?.n ?? 0
}

/** An announcement to insert. */
export interface NewAnnouncement {
  key: string
  texts: Record<string, string | undefined>
  actor: Actor
  atMs: number
}

/** Inserts an announcement for all users that exist now, and logs it. Throws FT409 without a live session. */
export async function insertAnnouncement(
  tx: Queryable,
  announcement: NewAnnouncement,
): Promise<AnnouncementRow> {
  const { actor, key, texts, atMs } = announcement
  const [row] = await translated(
    tx.query<AnnouncementRow>(`select ${COLUMNS} from send_announcement($1, $2, $3, $4, $5)`, [
      actor.name,
      actor.secret,
      key,
      texts,
      atMs,
    ]),
  )
  if (row === undefined) throw new Error('an announcement was inserted without a row')
  return row
}

/** Reads announcements, newest first. */
export const selectAnnouncements = (
  db: Queryable,
  page: { before: bigint; limit: number },
): Promise<AnnouncementRow[]> =>
  db.query<AnnouncementRow>(
    `select ${COLUMNS} from announcements where id < $1 order by id desc limit $2`,
    [page.before, page.limit],
  )

/** Whether an announcement has not been sent to all its users yet. */
export async function anyWaiting(db: Queryable): Promise<boolean> {
  const rows = await db.query('select 1 from announcements where done_at is null limit 1')
  return rows.length > 0
}

interface EventRow {
  user_id: bigint
  topic: OutboxEvent['topic']
  seq: bigint
  payload: string
}

/** Sends announcements to a limited number of the next users. The caller delivers the events after the commit. */
export async function tellNext(
  db: Queryable,
  sent: { users: number; atMs: number },
): Promise<OutboxEvent[]> {
  const rows = await db.query<EventRow>('select * from tell_announcement($1, $2)', [
    sent.users,
    sent.atMs,
  ])
  return rows.map(({ user_id, ...rest }) => ({ userId: user_id, ...rest }))
}
