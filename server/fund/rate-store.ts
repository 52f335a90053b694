/** The SQL of rates and of their proposals. Dates are sent as text. */
import { PROPOSAL, type ProposalRow, type RateRow } from '#server/fund/documents.ts'
import { PROPOSALS_WAITING, RATE_DAYS_AHEAD } from '#server/fund/limits.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import type { Actor } from '#server/platform/session-reader.ts'

const RATE = 'from_day::text, daily_rate, published_at, proposed_by, approved_by'

function one<Row>([row]: Row[]): Row {
  if (row === undefined) throw new Error('a rate was changed without a row')
  return row
}

/** Rates, newest first. `before` null: starts with the newest. */
export const selectRates = (
  db: Queryable,
  { before, limit }: { before: string | null; limit: number },
): Promise<RateRow[]> =>
  db.query<RateRow>(
    `select ${RATE} from fund_rates f where $1::date is null or f.from_day < $1
      order by f.from_day desc limit $2`,
    [before, limit],
  )

/** Rates that applied on any of the days, oldest first. */
export const selectRatesFor = (
  db: Queryable,
  days: { first: string; through: string },
): Promise<RateRow[]> =>
  db.query<RateRow>(
    `select ${RATE} from fund_rates f where f.from_day <= $2 and f.from_day >= coalesce(
        (select max(from_day) from fund_rates where from_day <= $1), '-infinity')
      order by f.from_day`,
    [days.first, days.through],
  )

/** The number of rates, which is the sequence number of the topic. */
export async function countRates(db: Queryable): Promise<number> {
  return one(await db.query<{ n: number }>('select count(*)::int as n from fund_rates')).n
}

/** Publishes days of the example curve. Returns the published days, in order. */
export async function publishCurve(
  tx: Queryable,
  published: { days: readonly string[]; rates: readonly number[]; atMs: number },
): Promise<string[]> {
  const rows = await tx.query<{ day: string }>(
    'select day::text from publish_curve_rates($1, $2, $3) published (day) order by published.day',
    [published.days, published.rates, published.atMs],
  )
  return rows.map(({ day }) => day)
}

/** A proposal to insert. */
export interface NewProposal {
  from: string
  dailyRate: number
  why: string
  actor: Actor
  atMs: number
}
/** Stores and logs a proposal. Throws FT409 for a day that is taken, past or too far, or too many proposals. */
export const insertProposal = async (db: Queryable, proposal: NewProposal): Promise<ProposalRow> =>
  one(
    await db.query<ProposalRow>(
      `select ${PROPOSAL} from propose_fund_rate($1, $2, $3, $4, $5, $6, $7, $8) d`,
      [
        proposal.from,
        proposal.dailyRate,
        proposal.why,
        proposal.actor.name,
        proposal.actor.secret,
        proposal.atMs,
        RATE_DAYS_AHEAD,
        PROPOSALS_WAITING,
      ],
    ),
  )
