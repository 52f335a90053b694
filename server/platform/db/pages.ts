/** Keyset pages of documents, newest first: one row more than asked tells whether another page follows. */
import { pageLimit } from '#contract/endpoint.ts'

/** Ids have up to 19 digits on the wire; beyond PostgreSQL's largest there is nothing. */
export const LARGEST_ID = 2n ** 63n - 1n

export function beforeId(id: string | undefined): bigint {
  const asked = id === undefined ? LARGEST_ID : BigInt(id)
  return asked > LARGEST_ID ? LARGEST_ID : asked
}

/** Null: PostgreSQL cannot have it. */
export const documentId = (id: string): bigint | null =>
  BigInt(id) > LARGEST_ID ? null : BigInt(id)

export const PAGE_ROWS = pageLimit + 1

/** `rows`: up to PAGE_ROWS of them. */
export function pageOf<Row, Item extends { id: unknown }>(
  rows: readonly Row[],
  itemOf: (row: Row) => Item,
): { items: Item[]; next: Item['id'] | null } {
  const items = rows.slice(0, pageLimit).map(itemOf)
  return { items, next: rows.length > pageLimit ? (items.at(-1)?.id ?? null) : null }
}
