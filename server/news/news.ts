/** News: an operator writes an article once, everyone reads it from its time on, and an operator may withdraw it. */
import { isDeepStrictEqual } from 'node:util'
import {
  type DeskNewsItem,
  deskNewsItem,
  NEWS_AHEAD_MS,
  type NewsArticle,
  newsArticle,
  type NewsItem,
  newsItem,
  type NewsTexts,
} from '#contract/news.ts'
import { addDays, dayOf, dayStart } from '#rules/business-day.ts'
import * as store from '#server/news/news-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { beforeId, documentId, pageOf } from '#server/platform/db/pages.ts'
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import { found, Rejected } from '#server/platform/errors.ts'
import type { Actor } from '#server/platform/session-reader.ts'

const A_DAY = 10

export interface NewsParts {
  db: Database
  clock: Pick<MarketClock, 'now'>
  deskChanges: DeskChanges
}

/** An article that an operator writes. */
interface NewsIntent {
  key: string
  texts: NewsTexts
  /** Null for now. */
  publishAt: number | null
  actor: Actor
}

/** A page of a list. */
interface Page<Item extends { id: unknown }> {
  items: Item[]
  next: Item['id'] | null
}

export interface News {
  /** What is published, in a language. */
  list(page: { language: string; before?: string | undefined }): Promise<Page<NewsItem>>
  /** A published article. Throws `not_found`. */
  read(one: { id: string; language: string }): Promise<NewsArticle>
  /** All articles, for the desk. */
  written(before: string | undefined): Promise<Page<DeskNewsItem>>
  /** Stores an article. Throws `validation_failed`, `daily_count_reached`, `key_reused`. */
  write(intent: NewsIntent): Promise<DeskNewsItem>
  /** Throws `not_found`, `document_moved_on`. */
  withdraw(one: { id: string; actor: Actor }): Promise<DeskNewsItem>
}

const itemOf = ({ id, publish_at: at, ...row }: store.ShownRow): NewsItem =>
  newsItem.parse({ ...row, id: id.toString(), publishedAt: Number(at) })

const writtenOf = (row: store.NewsRow): DeskNewsItem =>
  deskNewsItem.parse({
    id: row.id.toString(),
    texts: row.texts,
    writtenBy: row.written_by,
    writtenAt: Number(row.written_at),
    publishAt: Number(row.publish_at),
    withdrawnBy: row.withdrawn_by,
    withdrawnAt: row.withdrawn_at === null ? null : Number(row.withdrawn_at),
  })

/** Whether a repeated key asks for what it asked for. A time that had passed was stored as the time of writing. */
const isSame = (row: store.NewsRow, { texts, publishAt, actor }: NewsIntent): boolean =>
  row.written_by === actor.name &&
  isDeepStrictEqual(row.texts, texts) &&
  Number(row.publish_at) === Math.max(publishAt ?? 0, Number(row.written_at))

async function insert(tx: Queryable, intent: NewsIntent, atMs: number): Promise<store.NewsRow> {
  await store.lockNews(tx)
  const known = await store.selectByKey(tx, intent.key)
  if (known !== undefined) {
    if (!isSame(known, intent)) throw new Rejected('key_reused')
    return known
  }
  const today = dayOf(atMs)
  if ((await store.countSince(tx, dayStart(today))) >= A_DAY) {
    const resetsAt = dayStart(addDays(today, 1))
    throw new Rejected('daily_count_reached', { limit: A_DAY, resetsAt })
  }
  return store.insertNews(tx, { ...intent, atMs })
}

/** Creates the functions for news. */
export function createNews({ db, clock, deskChanges }: NewsParts): News {
  return {
    list: async ({ language, before }) => {
      const from = before === undefined ? null : found(documentId(before))
      return pageOf(
        await store.selectPublished(db, { language, before: from, atMs: clock.now() }),
        itemOf,
      )
    },
    read: async ({ id: asked, language }) => {
      const id = found(documentId(asked))
      const row = found(await store.selectShown(db, { id, language, atMs: clock.now() }))
      return newsArticle.parse({ ...itemOf(row), body: row.body })
    },
    written: async (before) => pageOf(await store.selectWritten(db, beforeId(before)), writtenOf),
    write: async (intent) => {
      const atMs = clock.now()
      if (intent.publishAt !== null && intent.publishAt > atMs + NEWS_AHEAD_MS)
        throw new Rejected('validation_failed', {}, [{ path: 'publishAt', code: 'too_large' }])
      const row = await db.transaction((tx) => insert(tx, intent, atMs))
      deskChanges.changed()
      return writtenOf(row)
    },
    withdraw: async ({ id: asked, actor }) => {
      const id = found(documentId(asked))
      found(await store.selectNews(db, id))
      const row = await store.withdraw(db, { id, actor, atMs: clock.now() })
      deskChanges.changed()
      return writtenOf(row)
    },
  }
}
