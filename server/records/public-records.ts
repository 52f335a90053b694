/** Public records: events of the market that affect all users, and the heads of the operator log. */
import type { FastifyInstance } from 'fastify'
import {
  listBreaks,
  listLogHeads,
  listTerms,
  listVoids,
} from '#contract/endpoints/public-records.ts'
import { logHead, marketBreak, publishedTerms, voidsOfMinute } from '#contract/public-records.ts'
import { actSeq, type TimeMs } from '#contract/scalars.ts'
import type { Database } from '#server/platform/db/database.ts'
import { cachedPage } from '#server/platform/http/page-cache.ts'
import { bindRoute } from '#server/platform/http/route.ts'

const PAGE = 500
const EVER = 8_640_000_000_001n
const LAST_SEQ = 2n ** 63n - 1n

interface TermsRow {
  symbol: string
  terms_id: string
  terms: string
  since: bigint
}
async function terms(db: Database) {
  const rows = await db.query<TermsRow>(
    `select p.symbol, t.terms_id, t.terms, (extract(epoch from t.valid_from) * 1000)::bigint as since
      from product_terms t join products p on p.id = t.product_id order by t.valid_from, p.symbol`,
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
  reason: string
}
/** A page ends with a whole moment: `with ties` leaves none of it for the next page, which starts before it. */
async function breaks(db: Database, before: TimeMs | undefined) {
  const rows = await db.query<BreakRow>(
    `select p.symbol, t.seq, t.time_ms, t.kind, t.reason
      from ticks t join products p on p.id = t.product_id
      where t.kind in (2, 3) and t.time_ms < $1
      order by t.time_ms desc fetch first $2 rows with ties`,
    [before ?? EVER, PAGE],
  )
  const found = rows.map((row) =>
    marketBreak.parse({
      symbol: row.symbol,
      seq: Number(row.seq),
      timeMs: Number(row.time_ms),
      kind: row.kind === 2 ? 'gap' : 'halt',
      reason: row.reason,
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

interface HeadRow {
  seq: bigint
  at: bigint
  previous_hash: string
  hash: string
}
async function logHeads(db: Database, before: string | undefined) {
  const asked = before === undefined ? LAST_SEQ : BigInt(before)
  const rows = await db.query<HeadRow>(
    `select seq, at, encode(previous_hash, 'hex') as previous_hash, encode(hash, 'hex') as hash
      from operator_log where seq < $1 order by seq desc limit $2`,
    [asked > LAST_SEQ ? LAST_SEQ : asked, PAGE],
  )
  const heads = rows.map((row) =>
    logHead.parse({
      seq: row.seq.toString(),
      at: Number(row.at),
      previousHash: row.previous_hash,
      hash: row.hash,
    }),
  )
  const last = heads.at(-1)?.seq
  return { heads, next: rows.length < PAGE || last === undefined ? null : actSeq.parse(last) }
}

/** Registers the endpoints. */
export function publicRecordRoutes(app: FastifyInstance, db: Database): void {
  bindRoute(app, listTerms, async (call) =>
    cachedPage(call, { value: { terms: await terms(db) }, complete: false }),
  )
  bindRoute(app, listBreaks, async (call) =>
    cachedPage(call, { value: await breaks(db, call.query.before), complete: false }),
  )
  bindRoute(app, listVoids, async (call) =>
    cachedPage(call, { value: await voids(db, call.query.before), complete: false }),
  )
  bindRoute(app, listLogHeads, async (call) => {
    const { before } = call.query
    const value = await logHeads(db, before)
    // The log has no gaps and its rows cannot be changed.
    const newest = value.heads[0]
    const complete =
      before !== undefined && newest !== undefined && BigInt(newest.seq) === BigInt(before) - 1n
    return cachedPage(call, { value, complete })
  })
}
