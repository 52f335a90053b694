/** Registers the catalogue in the database, and the terms of products over time: a change is announced a day before. */
import { type CatalogueProduct, readTerms, termsText } from '#server/market/catalogue.ts'
import { type AnnouncedTerms, TERMS_NOTICE_MS } from '#server/market/terms-schedule.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'

interface Row {
  product_id: number
  valid_from: number
  terms_id: string
  terms: string
}

async function readSchedule(db: Queryable, products: readonly CatalogueProduct[]) {
  const rows = await db.query<Row>(
    `select s.product_id, s.valid_from::float8 as valid_from, s.terms_id, t.terms
      from terms_schedule s join product_terms t on t.terms_id = s.terms_id
      order by s.product_id, s.valid_from`,
  )
  return rows.flatMap((row): AnnouncedTerms[] => {
    const product = products.find(({ id }) => id === row.product_id)
    if (product === undefined) return []
    const terms = readTerms(row.terms_id, row.terms, product)
    return [{ productId: row.product_id, validFrom: row.valid_from, terms }]
  })
}

async function insertTexts(db: Queryable<'market'>, products: readonly CatalogueProduct[]) {
  await db.query(
    `insert into products (id, symbol) select * from unnest($1::smallint[], $2::text[])
     on conflict (id) do nothing`,
    [products.map(({ id }) => id), products.map(({ symbol }) => symbol)],
  )
  await db.query(
    `insert into product_terms (terms_id, product_id, terms)
     select * from unnest($1::text[], $2::smallint[], $3::text[]) on conflict do nothing`,
    [
      products.map(({ terms }) => terms.termsId),
      products.map(({ id }) => id),
      products.map(({ symbol, terms }) => termsText(symbol, terms)),
    ],
  )
}

/**
 * Inserts new products and announces new terms. Old terms are never changed. Returns all terms of these products over
 * time, by product and time.
 */
export async function registerProducts(
  db: Database<'market'>,
  products: readonly CatalogueProduct[],
  atMs: number,
): Promise<AnnouncedTerms[]> {
  await insertTexts(db, products)
  const known = await readSchedule(db, products)
  const fresh = products.flatMap(({ id, terms }) => {
    const last = known.findLast(({ productId }) => productId === id)
    if (last?.terms.termsId === terms.termsId) return []
    const validFrom = last === undefined ? atMs : Math.max(atMs, last.validFrom) + TERMS_NOTICE_MS
    return [{ productId: id, validFrom, termsId: terms.termsId }]
  })
  if (fresh.length === 0) return known
  await db.query(
    `insert into terms_schedule (product_id, valid_from, terms_id)
     select * from unnest($1::smallint[], $2::bigint[], $3::text[])`,
    [
      fresh.map(({ productId }) => productId),
      fresh.map(({ validFrom }) => validFrom),
      fresh.map(({ termsId }) => termsId),
    ],
  )
  return readSchedule(db, products)
}
