/** The SQL of the candles: bars by product and interval, upserted whole. */
import { type Interval, STORED_INTERVALS } from '#contract/product.ts'
import type { Bar } from '#rules/candles.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/** 0: folded from the tick log. 1: history before the first tick. 2: started by history, continued by ticks. */
export type Origin = 0 | 1 | 2

/** A bar of a product and interval as it is stored. */
export interface StoredBar {
  productId: number
  interval: Interval
  bar: Bar
  origin: Origin
}

interface Row {
  product_id: number
  interval: Interval
  open_time: number
  open: number
  high: number
  low: number
  close: number
  volume: number
  turnover: string
  origin: Origin
}
// float8 arrives as a number. All these values are integers below 2^53. Numeric arrives as text.
const COLUMNS = `product_id, interval, c.open_time::float8 as open_time, open::float8 as open,
  high::float8 as high, low::float8 as low, close::float8 as close, volume::float8 as volume,
  turnover::text as turnover, origin`
const BATCH = 20_000

const storedOf = (row: Row): StoredBar => ({
  productId: row.product_id,
  interval: row.interval,
  origin: row.origin,
  bar: {
    openTime: row.open_time,
    open: row.open,
    high: row.high,
    low: row.low,
    close: row.close,
    volume: row.volume,
    turnover: BigInt(row.turnover),
  },
})

/** A PostgreSQL array of plain numbers. This is much faster than the quoting of the driver. */
const arrayText = (values: readonly (number | bigint)[]): string => `{${values.join(',')}}`

function columnsOf(bars: readonly StoredBar[]): unknown[] {
  const column = (pick: (bar: Bar) => number | bigint): string =>
    arrayText(bars.map(({ bar }) => pick(bar)))
  return [
    arrayText(bars.map(({ productId }) => productId)),
    bars.map(({ interval }) => interval),
    column(({ openTime }) => openTime),
    column(({ open }) => open),
    column(({ high }) => high),
    column(({ low }) => low),
    column(({ close }) => close),
    column(({ volume }) => volume),
    column(({ turnover }) => turnover),
    arrayText(bars.map(({ origin }) => origin)),
  ]
}
const INSERT = `insert into candles as c (product_id, interval, open_time, open, high, low, close,
    volume, turnover, origin)
  select * from unnest($1::smallint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[],
    $6::bigint[], $7::bigint[], $8::bigint[], $9::numeric[], $10::smallint[])`

/** Inserts bars. None of them may be stored yet. */
export async function insertBars(db: Queryable, bars: readonly StoredBar[]): Promise<void> {
  for (let from = 0; from < bars.length; from += BATCH) {
    await db.query(INSERT, columnsOf(bars.slice(from, from + BATCH)))
  }
}

/** Upserts bars in one statement, so all or none are stored. */
export async function upsertBars(db: Queryable, bars: readonly StoredBar[]): Promise<void> {
  await db.query(
    `${INSERT} on conflict (product_id, interval, open_time) do update set high = excluded.high,
       low = excluded.low, close = excluded.close, volume = excluded.volume,
       turnover = excluded.turnover, origin = excluded.origin`,
    columnsOf(bars),
  )
}

/** Reads the newest bars of every product and stored interval, in order of time per pair. */
export async function readNewestBars(
  db: Queryable,
  productIds: readonly number[],
  count: number,
): Promise<StoredBar[]> {
  const rows = await db.query<Row>(
    `select newest.* from unnest($1::smallint[]) p (id) cross join unnest($2::text[]) i (name)
     cross join lateral (
       select ${COLUMNS} from candles c where c.product_id = p.id and c.interval = i.name
       order by c.open_time desc limit $3) newest`,
    [productIds, STORED_INTERVALS, count],
  )
  return rows.reverse().map(storedOf)
}

/** Reads up to `limit` of the newest bars that open before a moment, in order of time. */
export async function readBars(
  db: Queryable,
  key: { productId: number; interval: Interval },
  page: { before: number; limit: number },
): Promise<StoredBar[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from candles c
     where c.product_id = $1 and c.interval = $2 and c.open_time < $3
     order by c.open_time desc limit $4`,
    [key.productId, key.interval, page.before, page.limit],
  )
  return rows.reverse().map(storedOf)
}

/** Reads minute bars that open in `[from, to)`, in order of time per product. */
export async function readMinutes(
  db: Queryable,
  productIds: readonly number[],
  span: { from: number; to: number },
): Promise<StoredBar[]> {
  const rows = await db.query<Row>(
    `select ${COLUMNS} from candles c where c.product_id = any ($1::smallint[])
       and c.interval = '1m' and c.open_time >= $2 and c.open_time < $3
     order by c.product_id, c.open_time`,
    [productIds, span.from, span.to],
  )
  return rows.map(storedOf)
}

/** Reads each product's last minute bar before a moment. */
export async function readLastMinutes(
  db: Queryable,
  productIds: readonly number[],
  before: number,
): Promise<StoredBar[]> {
  const rows = await db.query<Row>(
    `select newest.* from unnest($1::smallint[]) p (id) cross join lateral (
       select ${COLUMNS} from candles c
       where c.product_id = p.id and c.interval = '1m' and c.open_time < $2
       order by c.open_time desc limit 1) newest`,
    [productIds, before],
  )
  return rows.map(storedOf)
}

/** Reads, per product, the end of the last minute whose ticks are all in the stored candles. */
export async function readCoverage(
  db: Queryable,
  productIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db.query<{ product_id: number; until: number }>(
    `select p.id as product_id, (newest.open_time + 60000)::float8 as until
     from unnest($1::smallint[]) p (id) cross join lateral (
       select open_time from candles c
       where c.product_id = p.id and c.interval = '1m' and c.origin <> 1
       order by c.open_time desc limit 1) newest`,
    [productIds],
  )
  return new Map(rows.map(({ product_id, until }) => [product_id, until]))
}
