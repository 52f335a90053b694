/** The SQL of news: articles are written once, withdrawn once, and read by everyone in between. */
import type { NewsTexts } from '#contract/news.ts'
import { PAGE_ROWS } from '#server/platform/db/pages.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { translated } from '#server/platform/db/sql-errors.ts'
import type { Actor } from '#server/platform/session-reader.ts'

/** An article. */
export interface NewsRow {
  id: bigint
  texts: NewsTexts
  written_by: string
  written_at: bigint
  publish_at: bigint
  withdrawn_by: string | null
  withdrawn_at: bigint | null
}
const COLUMNS = 'id, texts, written_by, written_at, publish_at, withdrawn_by, withdrawn_at'

/** Serialises writing, so that the count includes all earlier articles. Released with the transaction. */
export const lockNews = (tx: Queryable): Promise<object[]> =>
  tx.query(`select pg_advisory_xact_lock(hashtext('news'))`)

/** Finds an article by the key of its request. */
export async function selectByKey(tx: Queryable, key: string): Promise<NewsRow | undefined> {
  const [row] = await tx.query<NewsRow>(`select ${COLUMNS} from news where intent_key = $1`, [key])
  return row
}

/** The number of articles that were written since a moment. */
export async function countSince(tx: Queryable, fromMs: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    'select count(*)::int as n from news where written_at >= $1',
    [fromMs],
  )
  return row?.n ?? 0
}

/** An article to write. */
export interface NewNews {
  key: string
  texts: NewsTexts
  /** Null for now. */
  publishAt: number | null
  actor: Actor
  atMs: number
}

/** Writes an article and logs it. Throws FT409 without a live session. */
export async function insertNews(tx: Queryable, article: NewNews): Promise<NewsRow> {
  const { actor, key, texts, publishAt, atMs } = article
  const [row] = await translated(
    tx.query<NewsRow>(`select ${COLUMNS} from write_news($1, $2, $3, $4, $5, $6)`, [
      actor.name,
      actor.secret,
      key,
      texts,
      publishAt ?? atMs,
      atMs,
    ]),
  )
  if (row === undefined) throw new Error('an article was written without a row')
  return row
}

/** Withdraws an article and logs it. Throws `document_moved_on` if it was withdrawn before. */
export async function withdraw(
  db: Queryable,
  { id, actor, atMs }: { id: bigint; actor: Actor; atMs: number },
): Promise<NewsRow> {
  const [row] = await translated(
    db.query<NewsRow>(`select ${COLUMNS} from withdraw_news($1, $2, $3, $4)`, [
      actor.name,
      actor.secret,
      id,
      atMs,
    ]),
  )
  if (row === undefined) throw new Error('an article was withdrawn without a row')
  return row
}

/** Reads an article, whatever its state. */
export async function selectNews(db: Queryable, id: bigint): Promise<NewsRow | undefined> {
  const [row] = await db.query<NewsRow>(`select ${COLUMNS} from news where id = $1`, [id])
  return row
}

/** Reads articles, the newest written first. */
export const selectWritten = (db: Queryable, before: bigint): Promise<NewsRow[]> =>
  db.query<NewsRow>(`select ${COLUMNS} from news where id < $1 order by id desc limit $2`, [
    before,
    PAGE_ROWS,
  ])

/** An article in one language, or in English where it has no text in that language. */
export interface ShownRow {
  id: bigint
  language: string
  title: string
  body: string
  publish_at: bigint
}
/** The language is $1. */
const SHOWN = `select n.id, l.language, n.publish_at,
    n.texts -> l.language ->> 'title' as title, n.texts -> l.language ->> 'body' as body
  from news n, lateral (select case when n.texts ? $1 then $1 else 'en' end as language) l
  where n.withdrawn_at is null`

/** Reads what is published, the newest published first, after the article `before` in this order. */
export const selectPublished = (
  db: Queryable,
  { language, before, atMs }: { language: string; before: bigint | null; atMs: number },
): Promise<ShownRow[]> =>
  db.query<ShownRow>(
    `${SHOWN} and n.publish_at <= $2 and ($3::bigint is null
        or (n.publish_at, n.id) < (select b.publish_at, b.id from news b where b.id = $3))
      order by n.publish_at desc, n.id desc limit $4`,
    [language, atMs, before, PAGE_ROWS],
  )

/** Reads a published article. */
export async function selectShown(
  db: Queryable,
  { id, language, atMs }: { id: bigint; language: string; atMs: number },
): Promise<ShownRow | undefined> {
  const [row] = await db.query<ShownRow>(`${SHOWN} and n.publish_at <= $2 and n.id = $3`, [
    language,
    atMs,
    id,
  ])
  return row
}
