/** The SQL of the tick log: records are appended in batches, never changed, and read by sequence or by time. */
import { type TickRecord, tickRecord } from '#contract/tick-log.ts'
import type { CandleTick } from '#rules/candles.ts'
import { type BandState, JUMP_TICKS } from '#rules/sanity-band.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/** A record with the product whose log it belongs to. */
export interface LoggedRecord {
  productId: number
  record: TickRecord
  /**
   * What the record commits to: of a live price the text of its inputs (rules/index-price.ts), whose hash is the
   * record's `inputs`, and of accepted orders their ids with commas between.
   */
  inputs?: string | undefined
}

const KINDS = ['tick', 'heartbeat', 'gap', 'halt', 'rejected', 'filled', 'orders'] as const

interface Row {
  seq: number
  time_ms: number
  kind: number
  price: number | null
  size: number | null
  reason: string | null
  band_bps: number | null
  from_ms: number | null
  written_ms: number | null
  hash: string
  inputs: string | null
}
// float8 arrives as a number. All these values are integers below 2^53.
const COLUMNS = `seq::float8 as seq, time_ms::float8 as time_ms, kind, price::float8 as price,
  size::float8 as size, reason, band_bps, from_ms::float8 as from_ms,
  written_ms::float8 as written_ms, encode(hash, 'hex') as hash,
  encode(inputs, 'hex') as inputs`

const recordOf = (row: Row): TickRecord =>
  tickRecord.parse({
    kind: KINDS[row.kind],
    seq: row.seq,
    timeMs: row.time_ms,
    hash: row.hash,
    ...(row.price !== null && { price: row.price }),
    ...(row.size !== null && { size: row.size }),
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.band_bps !== null && { bandBps: row.band_bps }),
    ...(row.from_ms !== null && { fromMs: row.from_ms }),
    ...(row.written_ms !== null && { writtenAt: row.written_ms }),
    ...(row.inputs !== null && { [KINDS[row.kind] === 'orders' ? 'root' : 'inputs']: row.inputs }),
  })

function columnsOf(batch: readonly LoggedRecord[]): unknown[][] {
  const records = batch.map(({ record }) => record)
  return [
    batch.map(({ productId }) => productId),
    records.map(({ seq }) => seq),
    records.map(({ timeMs }) => timeMs),
    records.map(({ kind }) => KINDS.indexOf(kind)),
    records.map((record) => ('price' in record ? record.price : null)),
    records.map((record) => ('size' in record ? record.size : null)),
    records.map((record) => ('reason' in record ? record.reason : null)),
    records.map((record) => ('bandBps' in record ? record.bandBps : null)),
    records.map((record) => ('fromMs' in record ? record.fromMs : null)),
    records.map((record) => ('writtenAt' in record ? record.writtenAt : null)),
    records.map(({ hash }) => Buffer.from(hash, 'hex')),
    batch.map(({ inputs }) => inputs ?? null),
  ]
}
const APPEND = `select append_ticks_and_inputs($1::smallint[], $2::bigint[], $3::bigint[], $4::smallint[],
  $5::bigint[], $6::bigint[], $7::text[], $8::integer[], $9::bigint[], $10::bigint[], $11::bytea[],
  $12::text[])`

/**
 * Whether the database refused the records themselves: if it has crashed since it stored an order that they
 * hold, and has lost it with the end of its own log.
 */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FT904'

/** Appends records in one statement. The database refuses a record that does not continue its product's log. */
export async function appendRecords(
  db: Queryable<'market'>,
  batch: readonly LoggedRecord[],
): Promise<void> {
  await db.query(APPEND, columnsOf(batch))
}

/** The hash of each product's newest record. A product without records is missing. */
export async function readHeads(
  db: Queryable,
  productIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db.query<{ id: number; hash: string }>(
    `select product_id as id, encode(hash, 'hex') as hash from tick_heads
     where product_id = any ($1::smallint[])`,
    [productIds],
  )
  return new Map(rows.map(({ id, hash }) => [id, hash]))
}

/** Reads the newest records, in order. */
export async function readTail(
  db: Queryable,
  productId: number,
  count: number,
): Promise<TickRecord[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from ticks where product_id = $1
       and ticks.seq > (select h.seq from tick_heads h where h.product_id = $1) - $2
     order by ticks.seq`,
    [productId, count],
  )
  return rows.map(recordOf)
}

/** Reads records after a sequence number, in order. */
export async function readAfter(
  db: Queryable,
  productId: number,
  page: { afterSeq: number; limit: number },
): Promise<TickRecord[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from ticks where product_id = $1 and ticks.seq > $2
     order by ticks.seq limit $3`,
    [productId, page.afterSeq, page.limit],
  )
  return rows.map(recordOf)
}

/** The last record of a page of the history. */
export interface PageEnd {
  seq: number
  hash: string
  /** True if the log has a record after it. */
  more: boolean
}
/** The end of a page without records. */
export const HISTORY_PAGE_END: PageEnd = { seq: 0, hash: 'none', more: false }

/** The last record of a page. Undefined if the page is empty. */
export async function readPageEnd(
  db: Queryable,
  productId: number,
  page: { after: number; until: number },
): Promise<PageEnd | undefined> {
  const [row] = await db.query<PageEnd>(
    `select t.seq::float8 as seq, encode(t.hash, 'hex') as hash, t.seq < h.seq as more
      from ticks t join tick_heads h on h.product_id = t.product_id
      where t.product_id = $1 and t.seq > $2 and t.seq <= $3
      order by t.seq desc limit 1`,
    [productId, page.after, page.until],
  )
  return row
}

/** No field of a record needs escaping: they are numbers, hexadecimal digits and words of contract/tick-log.ts. */
const RECORD_JSON = `'{"kind":"' || (array['tick','heartbeat','gap','halt','rejected','filled','orders'])[kind + 1]
  || '","seq":' || seq || ',"timeMs":' || time_ms || ',"hash":"' || encode(hash, 'hex') || '"'
  || coalesce(',"price":' || price, '') || coalesce(',"size":' || size, '')
  || coalesce(',"reason":"' || reason || '"', '') || coalesce(',"bandBps":' || band_bps, '')
  || coalesce(',"fromMs":' || from_ms, '') || coalesce(',"writtenAt":' || written_ms, '')
  || coalesce(',"' || case kind when 6 then 'root' else 'inputs' end || '":"' || encode(inputs, 'hex') || '"', '')
  || '}'`

/**
 * Reads a piece of the history as JSON texts with a separator between them. The database builds the text, so that the
 * event loop is not blocked.
 */
export async function readPieces(
  db: Queryable,
  productId: number,
  piece: { after: number; until: number; separator: string },
): Promise<string> {
  const [row] = await db.query<{ text: string | null }>(
    `select string_agg(${RECORD_JSON}, $4 order by seq) as text from ticks
      where product_id = $1 and seq > $2 and seq <= $3`,
    [productId, piece.after, piece.until, piece.separator],
  )
  return row?.text ?? ''
}

/** Reads records from the last one at or before `fromMs` to the first after `toMs`, both included. */
export async function readSpanning(
  db: Queryable,
  productId: number,
  span: { fromMs: number; toMs: number },
): Promise<TickRecord[]> {
  const rows = await db.query<Row>(
    `with low as (
       select f.seq, f.time_ms from ticks f where f.product_id = $1
         and f.time_ms <= $2 order by f.time_ms desc, f.seq desc limit 1
     ), high as (
       select u.seq, u.time_ms from ticks u where u.product_id = $1
         and u.time_ms > $3 order by u.time_ms, u.seq limit 1
     )
     select ${COLUMNS} from ticks where product_id = $1
       and ticks.time_ms >= coalesce((select low.time_ms from low), 0)
       and ticks.time_ms <= coalesce((select high.time_ms from high), 9223372036854775807)
       and ticks.seq >= coalesce((select low.seq from low), 0)
       and ticks.seq <= coalesce((select high.seq from high), 9223372036854775807)
     order by ticks.time_ms, ticks.seq`,
    [productId, span.fromMs, span.toMs],
  )
  return rows.map(recordOf)
}

/** The sequence number before the first record at or after `fromMs`. If there is none, that of the head. */
export async function seqBefore(db: Queryable, productId: number, fromMs: number): Promise<number> {
  const [row] = await db.query<{ seq: number }>(
    `select coalesce(
       (select seq - 1 from ticks where product_id = $1 and time_ms >= $2
        order by time_ms, seq limit 1),
       (select h.seq from tick_heads h where h.product_id = $1), 0)::float8 as seq`,
    [productId, fromMs],
  )
  return row?.seq ?? 0
}

/** The price of the last good tick at or before a moment. Null before the first. */
export async function readPriceAt(
  db: Queryable,
  productId: number,
  timeMs: number,
): Promise<number | null> {
  const [row] = await db.query<{ price: number }>(
    `select price::float8 as price from ticks
     where product_id = $1 and time_ms <= $2 and kind = 0 order by time_ms desc, seq desc limit 1`,
    [productId, timeMs],
  )
  return row?.price ?? null
}

/** The state of the band: the newest good tick, and the ticks rejected since. */
export async function readBandState(db: Queryable, productId: number): Promise<BandState> {
  const rows = await db.query<{ kind: number; price: number }>(
    `with good as (
       select ticks.seq, price from ticks where product_id = $1 and kind = 0
       order by ticks.time_ms desc, ticks.seq desc limit 1
     ), aside as (
       select ticks.seq, price from ticks where product_id = $1 and kind = 4
         and ticks.seq > coalesce((select good.seq from good), 0)
       order by ticks.seq desc limit $2
     )
     select 0 as kind, seq, price::float8 as price from good
     union all select 4, seq, price::float8 from aside order by seq`,
    [productId, JUMP_TICKS],
  )
  const level = rows.find(({ kind }) => kind === 0)?.price ?? null
  return { level, aside: rows.filter(({ kind }) => kind === 4).map(({ price }) => price) }
}

export interface ProductTick extends CandleTick {
  productId: number
}

/** Reads good ticks in `[from, to)`, in order per product. */
export async function readTicks(
  db: Queryable,
  productIds: readonly number[],
  span: { from: number; to: number },
): Promise<ProductTick[]> {
  const rows = await db.query<Row & { product_id: number }>(
    `select product_id, ${COLUMNS} from ticks
     where product_id = any ($1::smallint[]) and time_ms >= $2 and time_ms < $3 and kind = 0
     order by product_id, ticks.seq`,
    [productIds, span.from, span.to],
  )
  return rows.map((row) => ({
    productId: row.product_id,
    timeMs: row.time_ms,
    price: row.price ?? 0,
    size: row.size ?? 0,
  }))
}
