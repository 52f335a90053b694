/**
 * Proposals of fund rates. A second operator publishes a proposal, or either operator rejects it (server/documents).
 */
import type { RateProposal } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import type { DeskChanges } from '#server/platform/desk-changes.ts'
import { proposalOfRow } from '#server/fund/documents.ts'
import * as store from '#server/fund/rate-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { translated } from '#server/platform/db/sql-errors.ts'
import type { Actor } from '#server/platform/session-reader.ts'

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
  actor: Actor
}
/** Stores a proposal. Throws `rate_day_taken`, `rate_too_late`, `rate_too_early`, `too_many_in_review`. */
export async function proposeRate(
  { db, clock, deskChanges }: ProposalParts,
  intent: RateIntent,
): Promise<RateProposal> {
  const row = await translated(store.insertProposal(db, { ...intent, atMs: clock.now() }))
  deskChanges.changed()
  return proposalOfRow(row)
}
