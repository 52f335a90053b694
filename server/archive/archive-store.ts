/** The SQL of days of the price log that are over (server/sql/functions/tick-days.sql). */
import { day as dayOf, type Day } from '#contract/scalars.ts'
import type { ArchivedRecord } from '#server/market/log-reader.ts'
import type { DayEnd, OldDay } from '#server/archive/old-days.ts'
import { readAfter } from '#server/market/tick-log-store.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'

/** Records per query. */
const BATCH = 500

/** Closes the oldest day that ended long enough ago. Returns it, if there is one. */
export async function closeDay(db: Database<'market'>): Promise<Day | null> {
  const [row] = await db.query<{ day: string | null }>('select close_tick_day()::text as day')
  return row?.day == null ? null : dayOf.parse(row.day)
}

/** The oldest closed day that is not archived, with the hash of the manifest before it: null for the first. */
export async function selectUnarchived(
  db: Queryable,
): Promise<{ day: Day; previous: string | null } | undefined> {
  const [row] = await db.query<{ day: string; previous: string | null }>(
    `select d.day::text as day, (
        select encode(b.manifest, 'hex') from tick_days b where b.from_ms < d.from_ms order by b.from_ms desc limit 1
      ) as previous
      from tick_days d where d.closed_at is not null and d.archived_at is null order by d.from_ms limit 1`,
  )
  return row && { day: dayOf.parse(row.day), previous: row.previous }
}

const END = `e.product_id as "productId", p.symbol, e.first_seq::float8 as "firstSeq", e.last_seq::float8 as "lastSeq",
  e.first_ms::float8 as "firstMs", e.last_ms::float8 as "lastMs", encode(e.hash_before, 'hex') as "hashBefore",
  encode(e.last_hash, 'hex') as "lastHash"`

/** A product on a closed day: the last record before it, and the last one of it, which is the same if it has none. */
export interface DayOfProduct {
  productId: number
  symbol: string
  beforeSeq: number
  beforeMs: number
  beforeHash: string
  headSeq: number
  headHash: string
}

/** All products on a closed day. */
export const selectProducts = (db: Queryable, day: Day): Promise<DayOfProduct[]> =>
  db.query<DayOfProduct>(
    `select p.id as "productId", p.symbol, coalesce(e.first_seq - 1, b.last_seq, 0)::float8 as "beforeSeq",
        coalesce(b.last_ms, 0)::float8 as "beforeMs", coalesce(e.last_seq, b.last_seq, 0)::float8 as "headSeq",
        encode(coalesce(e.hash_before, b.last_hash, none), 'hex') as "beforeHash",
        encode(coalesce(e.last_hash, b.last_hash, none), 'hex') as "headHash"
      from products p cross join decode(repeat('0', 64), 'hex') none
      join tick_days d on d.day = $1
      left join tick_day_ends e on e.product_id = p.id and e.day = d.day
      left join lateral (
        select x.last_seq, x.last_ms, x.last_hash from tick_day_ends x join tick_days o on o.day = x.day
        where x.product_id = p.id and o.from_ms < d.from_ms order by x.last_seq desc limit 1
      ) b on true
      order by p.symbol`,
    [day],
  )

/** The ends of a closed day, one per product that has records of it. */
export const selectEnds = (db: Queryable, day: Day): Promise<DayEnd[]> =>
  db.query<DayEnd>(
    `select ${END} from tick_day_ends e join products p on p.id = e.product_id where e.day = $1 order by p.symbol`,
    [day],
  )

/** The days that the database no longer has, in order. */
export async function selectOldDays(db: Queryable): Promise<OldDay[]> {
  const rows = await db.query<DayEnd & { day: string; manifest: string }>(
    `select d.day::text as day, encode(d.manifest, 'hex') as manifest, ${END}
      from tick_days d join tick_day_ends e on e.day = d.day join products p on p.id = e.product_id
      where d.dropped_at is not null order by d.from_ms, p.id`,
  )
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, ends]) => ({
    day: dayOf.parse(day),
    manifest: ends[0]?.manifest ?? '',
    ends,
  }))
}

/** The days that have files. */
export async function selectArchived(db: Queryable): Promise<Pick<OldDay, 'day' | 'manifest'>[]> {
  const rows = await db.query<{ day: string; manifest: string }>(
    `select day::text as day, encode(manifest, 'hex') as manifest from tick_days
      where archived_at is not null order by from_ms`,
  )
  return rows.map(({ day, manifest }) => ({ day: dayOf.parse(day), manifest }))
}

/** The records of a product with numbers in `(after, until]`, in batches. */
export async function* readRecords(
  db: Queryable,
  productId: number,
  { after, until }: { after: number; until: number },
): AsyncGenerator<ArchivedRecord[]> {
  for (let at = after; at < until; ) {
    const limit = Math.min(BATCH, until - at)
    const records = await readAfter(db, productId, { afterSeq: at, limit })
    const inputs = await db.query<{ seq: number; inputs: string }>(
      `select seq::float8 as seq, inputs from tick_inputs
        where product_id = $1 and seq > $2 and seq <= $3`,
      [productId, at, at + limit],
    )
    const bySeq = new Map(inputs.map((row) => [row.seq, row.inputs]))
    yield records.map((record) => ({ record, inputs: bySeq.get(record.seq) }))
    const last = records.at(-1)
    if (last === undefined) throw new Error(`product ${productId} has no record ${at + 1}`)
    at = last.seq
  }
}

/** Notes that the files of a day were read back. */
export const noteArchived = (
  db: Database<'market'>,
  day: Day,
  manifest: string,
): Promise<unknown> =>
  db.query('select note_archived_day($1, $2)', [day, Buffer.from(manifest, 'hex')])

/** Checks the orders of the oldest closed day that was not checked. Returns it, if they are all final and right. */
export function checkDay(db: Database<'auditor'>): Promise<string | null> {
  return db.transaction(async (tx) => {
    await tx.query("set local statement_timeout = '10min'")
    const [row] = await tx.query<{ day: string | null }>('select check_tick_day()::text as day')
    return row?.day ?? null
  })
}

/** The oldest day that the database has, if it is archived and ended `days` days ago. */
export async function selectDroppable(db: Queryable, days: number): Promise<OldDay | undefined> {
  const [row] = await db.query<{ day: string; manifest: string }>(
    `select day::text as day, encode(manifest, 'hex') as manifest from (
        select * from tick_days where dropped_at is null order by from_ms limit 1
      ) oldest where archived_at is not null and until_ms <= market_now() - $1::int * 86400000::bigint`,
    [days],
  )
  if (row === undefined) return undefined
  const day = dayOf.parse(row.day)
  return { day, manifest: row.manifest, ends: await selectEnds(db, day) }
}

/** Drops the oldest day from the database, if it ended `days` days ago. */
export async function dropDay(
  db: Database<'market'>,
  days: number,
): Promise<{ day: string; bytes: number } | undefined> {
  const [row] = await db.query<{ day: string; bytes: number }>(
    'select dropped::text as day, bytes::float8 as bytes from drop_tick_day($1)',
    [days],
  )
  return row
}
