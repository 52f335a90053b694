/** The SQL of legal texts: proposed once, decided once by another operator, and read by everyone once published. */
import type { LegalKind, LegalStatus, LegalTexts } from '#contract/legal.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { PAGE_ROWS } from '#server/platform/db/pages.ts'
import { translated } from '#server/platform/db/sql-errors.ts'
import type { Actor } from '#server/platform/session-reader.ts'

/** A legal text. */
export interface LegalRow {
  id: bigint
  kind: LegalKind
  texts: LegalTexts
  digest: string
  status: LegalStatus
  version: number | null
  proposed_by: string
  proposed_at: bigint
  decided_by: string | null
  decided_at: bigint | null
}
const COLUMNS =
  'id, kind, texts, digest, status, version, proposed_by, proposed_at, decided_by, decided_at'

/** Serialises proposals and decisions. Released with the transaction. */
export const lockTexts = (tx: Queryable): Promise<object[]> =>
  tx.query(`select pg_advisory_xact_lock(hashtext('legal_texts'))`)

/** Finds a text by the key of its request. */
export async function selectByKey(tx: Queryable, key: string): Promise<LegalRow | undefined> {
  const [row] = await tx.query<LegalRow>(
    `select ${COLUMNS} from legal_texts where intent_key = $1`,
    [key],
  )
  return row
}

/** Finds a text, whatever its state. */
export async function selectText(db: Queryable, id: bigint): Promise<LegalRow | undefined> {
  const [row] = await db.query<LegalRow>(`select ${COLUMNS} from legal_texts where id = $1`, [id])
  return row
}

/** Reads texts, the newest first. */
export const selectTexts = (db: Queryable, before: bigint): Promise<LegalRow[]> =>
  db.query<LegalRow>(`select ${COLUMNS} from legal_texts where id < $1 order by id desc limit $2`, [
    before,
    PAGE_ROWS,
  ])

/** A text to propose. */
export interface NewLegalText {
  key: string
  kind: LegalKind
  texts: LegalTexts
  actor: Actor
  atMs: number
}

/** Stores a proposal and logs it. Throws `too_many_in_review`. */
export async function insertText(tx: Queryable, text: NewLegalText): Promise<LegalRow> {
  const { actor, key, kind, texts, atMs } = text
  const [row] = await translated(
    tx.query<LegalRow>(`select ${COLUMNS} from propose_legal_text($1, $2, $3, $4, $5, $6)`, [
      actor.name,
      actor.secret,
      key,
      kind,
      texts,
      atMs,
    ]),
  )
  if (row === undefined) throw new Error('a legal text was proposed without a row')
  return row
}

export interface Decision {
  id: bigint
  status: Exclude<LegalStatus, 'proposed'>
  actor: Actor
  atMs: number
}

/** Decides a proposal and logs it. Throws `document_moved_on`, `same_operator`. */
export async function decide(
  db: Queryable,
  { id, status, actor, atMs }: Decision,
): Promise<LegalRow> {
  const [row] = await translated(
    db.query<LegalRow>(`select ${COLUMNS} from decide_legal_text($1, $2, $3, $4, $5)`, [
      actor.name,
      actor.secret,
      id,
      status,
      atMs,
    ]),
  )
  if (row === undefined) throw new Error('a legal text was decided without a row')
  return row
}

/** The newest published text of a kind in one language, or in English where it has no text in that language. */
export interface PublishedRow {
  kind: LegalKind
  version: number
  language: string
  body: string
  decided_at: bigint
}

/** Reads the newest published text of each kind, or of one kind. */
export const selectPublished = (
  db: Queryable,
  { language, kind }: { language: string; kind: LegalKind | null },
): Promise<PublishedRow[]> =>
  db.query<PublishedRow>(
    `select distinct on (t.kind) t.kind, t.version, l.language, t.texts ->> l.language as body, t.decided_at
      from legal_texts t,
        lateral (select case when t.texts ? $1 then $1 else 'en' end as language) l
      where t.status = 'published' and ($2::text is null or t.kind = $2)
      order by t.kind, t.version desc`,
    [language, kind],
  )
