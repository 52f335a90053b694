/** Public records: the terms, and events of the market that affect all users. */
import type { FastifyInstance } from 'fastify'
import {
  getClosings,
  listBreaks,
  listTerms,
  listVoids,
} from '#contract/endpoints/public-records.ts'
import { closings } from '#contract/public-records.ts'
import { marketBreak, publishedTerms, voidsOfMinute } from '#contract/public-records.ts'
import type { TimeMs } from '#contract/scalars.ts'
import type { Market } from '#server/market/market.ts'
import type { Database } from '#server/platform/db/database.ts'
import { cachedPage } from '#server/platform/http/page-cache.ts'
import { bindCostlyRoute } from '#server/platform/http/costly-route.ts'
import { bindRoute } from '#server/platform/http/route.ts'

const PAGE = 500
const EVER = 8_640_000_000_001n

interface TermsRow {
  symbol: string
  terms_id: string
  terms: string
  since: bigint
}
async function terms(db: Database) {
  const rows = await db.query<TermsRow>(
    `select p.symbol, t.terms_id, t.terms, s.valid_from as since
      from terms_schedule s join product_terms t on t.terms_id = s.terms_id
      join products p on p.id = s.product_id order by s.valid_from, p.symbol`,
  )
  return rows.map((row) =>
    publishedTerms.parse({
      symbol: row.symbol,
      termsId: row.terms_id,
      text: row.terms,
      since: Number(row.since),
    }),
  )
}

interface BreakRow {
  symbol: string
  seq: bigint
  time_ms: bigint
  kind: number
  reason: string | null
  from_ms: bigint | null
  written_ms: bigint | null
}
const BREAK_KINDS = new Map([
  [2, 'gap'],
  [3, 'halt'],
  [5, 'filled'],
])
/** A page ends with a whole moment: `with ties` leaves none of it for the next page, which starts before it. */
async function breaks(db: Database, before: TimeMs | undefined) {
  const rows = await db.query<BreakRow>(
    `select p.symbol, t.seq, t.time_ms, t.kind, t.reason, t.from_ms, t.written_ms
      from (
        select product_id, seq, time_ms, kind, reason, from_ms, written_ms from ticks where kind in (2, 3, 5)
        union all
        select * from tick_breaks where time_ms < ticks_kept_from()
      ) t join products p on p.id = t.product_id
      where t.time_ms < $1
      order by t.time_ms desc fetch first $2 rows with ties`,
    [before ?? EVER, PAGE],
  )
  const found = rows.map((row) =>
    marketBreak.parse({
      symbol: row.symbol,
      seq: Number(row.seq),
      timeMs: Number(row.time_ms),
      kind: BREAK_KINDS.get(row.kind),
      ...(row.reason !== null && { reason: row.reason }),
      ...(row.from_ms !== null && { fromMs: Number(row.from_ms) }),
      ...(row.written_ms !== null && { writtenAt: Number(row.written_ms) }),
    }),
  )
  return { breaks: found, next: rows.length < PAGE ? null : (found.at(-1)?.timeMs ?? null) }
}

interface VoidRow {
  symbol: string
  reason: string
  minute: bigint
  orders: number
}
async function voids(db: Database, before: TimeMs | undefined) {
  const rows = await db.query<VoidRow>(
    `select p.symbol, s.void_reason as reason, s.settled_at / 60000 * 60000 as minute,
        count(*)::int as orders
      from settlements s join orders o on o.id = s.order_id join products p on p.id = o.product_id
      where s.outcome = 'void' and s.settled_at < $1
      group by 1, 2, 3 order by 3 desc fetch first $2 rows with ties`,
    [before ?? EVER, PAGE],
  )
  const found = rows.map((row) => voidsOfMinute.parse({ ...row, minute: Number(row.minute) }))
  return { voids: found, next: rows.length < PAGE ? null : (found.at(-1)?.minute ?? null) }
}

/** Registers the endpoints. */
export function publicRecordRoutes(
  app: FastifyInstance,
  db: Database,
  market: Pick<Market, 'closings'>,
): void {
  bindCostlyRoute(app, listTerms, async (call) =>
    cachedPage(call, { value: { terms: await terms(db) }, complete: false }),
  )
  bindCostlyRoute(app, listBreaks, async (call) =>
    cachedPage(call, { value: await breaks(db, call.query.before), complete: false }),
  )
  bindRoute(app, getClosings, async () => {
    const known = market.closings()
    if (known === null) return { closings: null }
    const { until: _, ...facts } = known
    return { closings: closings.parse(facts) }
  })
  bindCostlyRoute(app, listVoids, async (call) =>
    cachedPage(call, { value: await voids(db, call.query.before), complete: false }),
  )
}
