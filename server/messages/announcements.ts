/** Announcements: an operator writes one, it is logged, and a job sends it to every user once. */
import { isDeepStrictEqual } from 'node:util'
import { type Announcement, announcement, type AnnouncementTexts } from '#contract/messages.ts'
import { addDays, dayOf, dayStart } from '#rules/business-day.ts'
import { beforeId, PAGE_ROWS, pageOf } from '#server/platform/db/pages.ts'
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import * as store from '#server/messages/announcement-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/session-reader.ts'

const A_DAY = 5

export interface AnnouncementParts {
  db: Database
  clock: Pick<MarketClock, 'now'>
  deskChanges: DeskChanges
  /** Called when an announcement must be sent to users. */
  onSent(): void
}

/** An announcement that an operator writes. */
interface AnnouncementIntent {
  key: string
  texts: AnnouncementTexts
  actor: Actor
}

export interface Announcements {
  /** Stores an announcement. Throws `daily_count_reached`, `key_reused`. */
  send(intent: AnnouncementIntent): Promise<Announcement>
  list(
    before: string | undefined,
  ): Promise<{ items: Announcement[]; next: Announcement['id'] | null }>
}

const announcementOf = (row: store.AnnouncementRow): Announcement =>
  announcement.parse({
    id: row.id.toString(),
    texts: row.texts,
    sentBy: row.sent_by,
    sentAt: Number(row.sent_at),
    users: row.users,
    told: row.told,
    doneAt: row.done_at === null ? null : Number(row.done_at),
  })

async function insert(tx: Queryable, intent: AnnouncementIntent, atMs: number) {
  await store.lockAnnouncements(tx)
  const known = await store.selectByKey(tx, intent.key)
  if (known !== undefined) {
    if (known.sent_by !== intent.actor.name || !isDeepStrictEqual(known.texts, intent.texts))
      throw new Rejected('key_reused')
    return known
  }
  const today = dayOf(atMs)
  if ((await store.countSince(tx, dayStart(today))) >= A_DAY) {
    const resetsAt = dayStart(addDays(today, 1))
    throw new Rejected('daily_count_reached', { limit: A_DAY, resetsAt })
  }
  return store.insertAnnouncement(tx, { ...intent, atMs })
}

/** Creates the functions for announcements. */
export function createAnnouncements(parts: AnnouncementParts): Announcements {
  const { db, clock, deskChanges, onSent } = parts
  return {
    send: async (intent) => {
      const row = await db.transaction((tx) => insert(tx, intent, clock.now()))
      deskChanges.changed()
      onSent()
      return announcementOf(row)
    },
    list: async (before) => {
      const page = { before: beforeId(before), limit: PAGE_ROWS }
      return pageOf(await store.selectAnnouncements(db, page), announcementOf)
    },
  }
}
