/** Registers the catalogue in the database, and stores every version of a product's terms. */
import { type CatalogueProduct, termsText } from '#server/market/catalogue.ts'
import type { Database } from '#server/platform/db/database.ts'

/** Inserts new products and new terms. Old terms are never changed. */
export async function registerProducts(
  db: Database<'market'>,
  products: readonly CatalogueProduct[],
  atMs: number,
): Promise<void> {
  await db.query(
    `insert into products (id, symbol) select * from unnest($1::smallint[], $2::text[])
     on conflict (id) do nothing`,
    [products.map(({ id }) => id), products.map(({ symbol }) => symbol)],
  )
  await db.query(
    `insert into product_terms (terms_id, product_id, terms, valid_from)
     select *, to_timestamp($4 / 1000.0)
     from unnest($1::text[], $2::smallint[], $3::text[]) on conflict do nothing`,
    [
      products.map(({ terms }) => terms.termsId),
      products.map(({ id }) => id),
      products.map(({ symbol, terms }) => termsText(symbol, terms)),
      atMs,
    ],
  )
}
