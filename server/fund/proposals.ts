/**
 * Proposals of fund rates. A second operator publishes a proposal, or either operator rejects it (server/documents).
 */
import type { RateProposal } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import { addDays, dayOf, dayStart } from '#rules/business-day.ts'
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import { logAct } from '#server/platform/operator-log.ts'
import { type ProposalRow, proposalOfRow } from '#server/fund/documents.ts'
import { PROPOSALS_WAITING, RATE_DAYS_AHEAD } from '#server/fund/limits.ts'
import * as store from '#server/fund/rate-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'

/** What proposals need. */
export interface ProposalParts {
  db: Database
  clock: Pick<MarketClock, 'now'>
  deskChanges: DeskChanges
}

/** A rate that an operator proposes. */
export interface RateIntent {
  from: Day
  dailyRate: number
  why: string
  actor: string
}
async function checkIntent(tx: Queryable, { from }: RateIntent, atMs: number): Promise<void> {
  const today = dayOf(atMs)
  if (atMs >= dayStart(from)) throw new Rejected('rate_too_late', { earliest: addDays(today, 1) })
  const latest = addDays(today, RATE_DAYS_AHEAD)
  if (from > latest) throw new Rejected('rate_too_early', { latest })
  const newest = await store.selectNewestDay(tx)
  if (newest !== null && newest >= from) throw new Rejected('rate_day_taken', { after: newest })
  if ((await store.countWaiting(tx)) >= PROPOSALS_WAITING) {
    throw new Rejected('too_many_in_review', { limit: PROPOSALS_WAITING })
  }
}

async function insert(tx: Queryable, intent: RateIntent, atMs: number): Promise<ProposalRow> {
  await store.lockProposals(tx)
  await checkIntent(tx, intent, atMs)
  const row = await store.insertProposal(tx, { ...intent, atMs })
  const act = { act: 'fund_rate_propose', userId: null, ref: row.id.toString() } as const
  await logAct(tx, { atMs, actor: intent.actor, ...act })
  return row
}

/** Stores a proposal. Throws `rate_day_taken`, `rate_too_late`, `rate_too_early`, `too_many_in_review`. */
export async function proposeRate(
  { db, clock, deskChanges }: ProposalParts,
  intent: RateIntent,
): Promise<RateProposal> {
  const row = await db.transaction((tx) => insert(tx, intent, clock.now()))
  deskChanges.changed()
  return proposalOfRow(row)
}
