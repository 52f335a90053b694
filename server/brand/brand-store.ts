/** The SQL of the brand: each change is a row, and the newest one is in force. */
import type { Brand } from '#contract/brand.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { translated } from '#server/platform/db/sql-errors.ts'
import type { Actor } from '#server/platform/session-reader.ts'

/** A change of the brand. */
export interface BrandRow {
  id: bigint
  brand: Brand
  set_by: string
  set_at: bigint
}
const COLUMNS = 'id, brand, set_by, set_at'

/** Reads the newest changes, the newest first. */
export const selectChanges = (db: Queryable, limit: number): Promise<BrandRow[]> =>
  db.query<BrandRow>(`select ${COLUMNS} from brand_changes order by id desc limit $1`, [limit])

/** Serialises changes, so that the count includes all earlier ones. Released with the transaction. */
export const lockChanges = (tx: Queryable): Promise<object[]> =>
  tx.query(`select pg_advisory_xact_lock(hashtext('brand_changes'))`)

/** The number of changes since a moment. */
export async function countSince(tx: Queryable, fromMs: number): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    'select count(*)::int as n from brand_changes where set_at >= $1',
    [fromMs],
  )
  return row?.n ?? 0
}

/** A change to store. */
export interface NewBrand {
  /** The id of the change that it replaces; 0 for none. */
  replaces: bigint
  brand: Brand
  actor: Actor
  atMs: number
}

/** Stores a change and logs it. Throws `document_moved_on` if another one is in force. */
export async function insertChange(tx: Queryable, change: NewBrand): Promise<BrandRow> {
  const { actor, replaces, brand, atMs } = change
  const [row] = await translated(
    tx.query<BrandRow>(`select ${COLUMNS} from set_brand($1, $2, $3, $4, $5)`, [
      actor.name,
      actor.secret,
      replaces,
      brand,
      atMs,
    ]),
  )
  if (row === undefined) throw new Error('a brand was set without a row')
  return row
}
