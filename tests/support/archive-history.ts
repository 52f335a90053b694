/**
 * A price log of four days in a database: made orders around three midnights, a day that takes two blocks, and a live
 * order with its receipt.
 */
import { DAY_MS } from '#contract/time.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import { dayOf, dayStart } from '#rules/business-day.ts'
import { inputsText } from '#rules/index-price.ts'
import type { ArchivedRecord } from '#server/market/log-reader.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Signer } from '#server/platform/signer.ts'
import { bare, chainAfter, GENESIS, plainDay } from '#support/archive.ts'
import { MOVE_HEADS } from '#support/ledger-room.ts'
import { LIVE_TERMS, liveInputs } from '#support/live-receipts.ts'
import { addHistory } from '#support/made-history.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { SYMBOL, T0 } from '#support/settled-receipt.ts'

/** The days with records. The first one is that of the receipt. */
export const DAYS = [0, 1, 2, 3].map((n) => dayOf(T0 + n * DAY_MS))
/** The first moment of the n-th day of the log. Days without records follow. */
export const startOfDay = (n: number): number => dayStart(dayOf(T0)) + n * DAY_MS
/** The product of the receipt, and the one whose first day takes two blocks. */
export const LIVE_PRODUCT = { id: 11, symbol: SYMBOL } as const
export const LONG_PRODUCT = { id: 12, symbol: 'GC' } as const
/** All products. */
export const PRODUCTS = [
  ...Array.from({ length: 10 }, (_, n) => ({ id: n + 1, symbol: `MADE${n + 1}` })),
  LIVE_PRODUCT,
  LONG_PRODUCT,
]

const ORDERS = 100
const BEFORE_MIDNIGHT_MS = 60_000
const LONG_RECORDS = 10_400

const KINDS = ['tick', 'heartbeat']

async function addRecords(
  owner: Database<never>,
  productId: number,
  archived: readonly ArchivedRecord[],
): Promise<void> {
  const records = archived.map(({ record }) => record)
  await owner.query(
    `insert into ticks (product_id, seq, time_ms, kind, price, size, hash, inputs)
      select $1, seq, at, kind, price, size, decode(hash, 'hex'), decode(inputs, 'hex')
      from unnest($2::bigint[], $3::bigint[], $4::smallint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[])
        record (seq, at, kind, price, size, hash, inputs)`,
    [
      productId,
      records.map(({ seq }) => seq),
      records.map(({ timeMs }) => timeMs),
      records.map(({ kind }) => KINDS.indexOf(kind)),
      records.map((record) => ('price' in record ? record.price : null)),
      records.map((record) => ('size' in record ? record.size : null)),
      records.map(({ hash }) => hash),
      records.map((record) => ('inputs' in record ? record.inputs : null)),
    ],
  )
  const live = archived.filter(({ inputs }) => inputs !== undefined)
  await owner.query(
    `insert into tick_inputs (product_id, seq, inputs, time_ms)
      select $1, seq, inputs, at from unnest($2::bigint[], $3::text[], $4::bigint[]) live (seq, inputs, at)`,
    [
      productId,
      live.map(({ record }) => record.seq),
      live.map(({ inputs }) => inputs),
      live.map(({ record }) => record.timeMs),
    ],
  )
}

async function addProduct(
  owner: Database<never>,
  { id, symbol }: { id: number; symbol: string },
  terms: string,
): Promise<void> {
  await owner.query('insert into products (id, symbol) values ($1, $2)', [id, symbol])
  await owner.query(
    `insert into product_terms (terms_id, product_id, terms)
      values (left(encode(sha256(convert_to($2, 'UTF8')), 'hex'), 16), $1, $2)`,
    [id, terms],
  )
}

/** A database with the history. `signer`: its key is one of the server's. */
export async function archiveHistory(
  signer: Signer,
  receipt: SettledReceipt,
): Promise<TestDatabase> {
  const database = await testDatabase()
  const { owner } = database
  for (const n of [1, 2, 3]) {
    await addHistory(owner, ORDERS, { firstMs: startOfDay(n) - BEFORE_MIDNIGHT_MS })
  }
  await addProduct(owner, LIVE_PRODUCT, LIVE_TERMS)
  await addProduct(owner, LONG_PRODUCT, `{"symbol":"${LONG_PRODUCT.symbol}","bandBps":100}`)
  await addRecords(
    owner,
    LIVE_PRODUCT.id,
    receipt.exit.records.map((record) =>
      record.kind === 'tick' ? { record, inputs: inputsText(liveInputs(record)) } : { record },
    ),
  )
  const long = plainDay(dayOf(T0), LONG_RECORDS)
  await addRecords(owner, LONG_PRODUCT.id, bare(chainAfter(LONG_PRODUCT.symbol, GENESIS, long)))
  await owner.query(MOVE_HEADS)
  const empty = [4, 5].map(startOfDay)
  await owner.query('select make_tick_day(tick_day(at)) from unnest($1::bigint[]) at', [empty])
  await owner.query('insert into signing_keys values ($1, $2)', [signer.keyId, signer.publicKeyPem])
  return database
}
