/** The fund as one user has it now: the fund topic's state, read in the caller's transaction. */
import { z } from 'zod'
import { type FundState, fundState } from '#contract/fund.ts'
import { timeMs } from '#contract/scalars.ts'
import { addDays, dayOf, dayStart } from '#rules/business-day.ts'
import { lotOfRow, redemptionOfRow } from '#server/fund/documents.ts'
import {
  type FundRow,
  selectFund,
  selectPendingLots,
  selectRequested,
} from '#server/fund/fund-store.ts'
import { FUND_TERMS } from '#server/fund/limits.ts'
import type { Queryable } from '#server/platform/database.ts'

/** What counts by the day, as a day on which nothing has happened has it. */
const NEW_DAY = { income_today: 0n, subscriptions: 0, redemptions: 0, instant: 0n }

/** Of a day that the jobs have not begun yet the counts are whole already: they are by the calendar. */
function today(row: FundRow, atMs: number): FundRow & { day: string } {
  const now = dayOf(atMs)
  if (row.opened_through === null || row.opened_through < now) {
    return { ...row, ...NEW_DAY, day: now }
  }
  return { ...row, day: row.opened_through }
}

const least0 = (n: bigint): bigint => (n < 0n ? 0n : n)
const remaining = (limit: number, used: number) => ({ limit, remaining: Math.max(0, limit - used) })

export async function readFund(db: Queryable, userId: bigint, atMs: number): Promise<FundState> {
  const { day, ...row } = today(await selectFund(db, userId), atMs)
  const lots = row.pending > 0n ? await selectPendingLots(db, userId) : []
  const requested = row.confirmed > 0n ? await selectRequested(db, userId) : []
  const redeeming = requested.reduce((sum, { amount }) => sum + amount, 0n)
  const { dailySubscriptions, dailyRedemptions, instantMaximum } = FUND_TERMS
  return {
    version: Number(row.version),
    total: row.pending + row.confirmed,
    confirmed: row.confirmed,
    pending: row.pending,
    redeeming,
    redeemable: row.confirmed - redeeming,
    income: { today: row.income_today, total: row.income, carry: row.carry },
    subscriptions: remaining(dailySubscriptions, row.subscriptions),
    redemptions: {
      ...remaining(dailyRedemptions, row.redemptions),
      instantRemaining: least0(instantMaximum - row.instant),
    },
    resetsAt: timeMs.parse(dayStart(addDays(day, 1))),
    pendingLots: lots.map(lotOfRow),
    pendingRedemptions: requested.map(redemptionOfRow),
  }
}

export const fundJson = async (db: Queryable, userId: bigint, atMs: number): Promise<string> =>
  JSON.stringify(z.encode(fundState, await readFund(db, userId, atMs)))
