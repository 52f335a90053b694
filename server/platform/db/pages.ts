/**
 * Keyset pages of documents, newest first. Queries read one row more than a page has, to know whether another page
 * follows.
 */
import { pageLimit } from '#contract/endpoint.ts'

/** The largest bigint of PostgreSQL. Ids have up to 19 digits on the wire, so a larger one matches no row. */
export const MAX_ID = 2n ** 63n - 1n

/** The exclusive upper bound of ids for a page. Without an id the page starts with the newest document. */
export function beforeId(id: string | undefined): bigint {
  const asked = id === undefined ? MAX_ID : BigInt(id)
  return asked > MAX_ID ? MAX_ID : asked
}

/** The id as a bigint. Null if it exceeds the range of PostgreSQL, so no document has it. */
export const documentId = (id: string): bigint | null => (BigInt(id) > MAX_ID ? null : BigInt(id))

/** Rows to read per page: one more than a page shows. */
export const PAGE_ROWS = pageLimit + 1

/** Builds a page from up to PAGE_ROWS rows. */
export function pageOf<Row, Item extends { id: unknown }>(
  rows: readonly Row[],
  itemOf: (row: Row) => Item,
): { items: Item[]; next: Item['id'] | null } {
  const items = rows.slice(0, pageLimit).map(itemOf)
  return { items, next: rows.length > pageLimit ? (items.at(-1)?.id ?? null) : null }
}
