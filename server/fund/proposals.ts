/** Rates as operators decide them: one proposes, a second one publishes, either may reject; each act is logged. */
import type { RateProposal } from '#contract/fund.ts'
import type { RejectReason } from '#contract/review.ts'
import type { Day } from '#contract/scalars.ts'
import { addDays, dayOf, dayStart } from '#rules/business-day.ts'
import { documentId, LARGEST_ID, PAGE_ROWS, pageOf } from '#server/cashier/page.ts'
import type { DeskBell } from '#server/desk/desk-bell.ts'
import { logAct } from '#server/desk/operator-log.ts'
import { type ProposalRow, proposalOfRow } from '#server/fund/documents.ts'
import { PROPOSALS_WAITING, RATE_DAYS_AHEAD } from '#server/fund/limits.ts'
import * as store from '#server/fund/rate-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { Rejected } from '#server/platform/errors.ts'

export interface ProposalParts {
  db: Database
  clock: Pick<MarketClock, 'now'>
  bell: DeskBell
}

export interface RateIntent {
  from: Day
  dailyRate: number
  why: string
  actor: string
}
export interface ProposalQuery {
  status?: RateProposal['status'] | undefined
  after?: string | undefined
}

export interface Proposals {
  /** Throws `rate_day_taken`, `rate_too_late`, `rate_too_early`, `too_many_in_review`. */
  propose(it: RateIntent): Promise<RateProposal>
  /** Also by who proposed it. Throws `not_found`, `document_moved_on`. */
  reject(proposalId: string, actor: string, reason: RejectReason): Promise<RateProposal>
  /** Those that wait, without a status. */
  list(query: ProposalQuery): Promise<{ items: RateProposal[]; next: RateProposal['id'] | null }>
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

async function insert(tx: Queryable, it: RateIntent, atMs: number): Promise<ProposalRow> {
  await store.lockProposals(tx)
  await checkIntent(tx, it, atMs)
  const row = await store.insertProposal(tx, { ...it, atMs })
  const act = { act: 'fund_rate_propose', userId: null, ref: row.id.toString() } as const
  await logAct(tx, { atMs, actor: it.actor, ...act })
  return row
}

/** `lock`: until the transaction ends, nobody else decides it. Throws `not_found`. */
export async function knownProposal(
  tx: Queryable,
  proposalId: string,
  { lock }: { lock: boolean },
): Promise<ProposalRow> {
  const id = documentId(proposalId)
  const row = id === null ? undefined : await store.selectProposal(tx, id, { lock })
  if (row === undefined) throw new Rejected('not_found')
  return row
}

export function createProposals({ db, clock, bell }: ProposalParts): Proposals {
  const reject: Proposals['reject'] = async (proposalId, actor, reason) => {
    const made = await db.transaction(async (tx) => {
      const { id, status } = await knownProposal(tx, proposalId, { lock: true })
      if (status !== 'proposed') throw new Rejected('document_moved_on', { status })
      const atMs = clock.now()
      const row = await store.rejectProposal(tx, { id, actor, reason, atMs })
      const act = { act: 'fund_rate_reject', userId: null, ref: id.toString(), reason } as const
      await logAct(tx, { atMs, actor, ...act })
      return row
    })
    bell.changed()
    return proposalOfRow(made)
  }
  return {
    reject,
    propose: async (it) => {
      const row = await db.transaction((tx) => insert(tx, it, clock.now()))
      bell.changed()
      return proposalOfRow(row)
    },
    list: async ({ status, after }) => {
      const oldestFirst = status === undefined || status === 'proposed'
      const start = oldestFirst ? 0n : LARGEST_ID
      const from = after === undefined ? start : (documentId(after) ?? LARGEST_ID)
      const page = { status: status ?? null, after: from, limit: PAGE_ROWS }
      return pageOf(await store.selectProposals(db, page), proposalOfRow)
    },
  }
}
