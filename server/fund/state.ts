/** A user's current state in the fund, and the events that publish it. */
import { z } from 'zod'
import { type FundState, fundState } from '#contract/fund.ts'
import { timeMs } from '#contract/scalars.ts'
import { formatAmount } from '#rules/amounts.ts'
import { addDays, dayOf, dayStart } from '#rules/business-day.ts'
import { lotOfRow, redemptionOfRow } from '#server/fund/documents.ts'
import {
  type FundRow,
  openDays,
  selectFund,
  selectPendingLots,
  selectRequested,
} from '#server/fund/fund-store.ts'
import { FUND_TERMS } from '#server/fund/limits.ts'
import { balanceEvent, tellUsers, selectOutboxHead } from '#server/ledger/outbox-store.ts'
import { sendMessage } from '#server/messages/messages.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import type { OutboxEvent, PrivateTopic } from '#server/platform/socket/hub.ts'

/** The daily counters of a day on which nothing has happened. */
const NEW_DAY = { income_today: 0n, subscriptions: 0, redemptions: 0, instant: 0n }

/** Counters follow the calendar, so a day that the job has not started yet has new counters. */
function today(row: FundRow, atMs: number): FundRow & { day: string } {
  const now = dayOf(atMs)
  if (row.opened_through === null || row.opened_through < now) {
    return { ...row, ...NEW_DAY, day: now }
  }
  return { ...row, day: row.opened_through }
}

const least0 = (n: bigint): bigint => (n < 0n ? 0n : n)
const remaining = (limit: number, used: number) => ({ limit, remaining: Math.max(0, limit - used) })

/** Reads a user's state at a moment in ms. */
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

/** A user's state as JSON. */
const fundJson = async (db: Queryable, userId: bigint, atMs: number): Promise<string> =>
  JSON.stringify(z.encode(fundState, await readFund(db, userId, atMs)))

/** The events that publish the user's fund and balance. The caller holds the user's mutex. */
export async function fundEvents(
  tx: Queryable,
  userId: bigint,
  atMs: number,
): Promise<OutboxEvent[]> {
  return tellUsers(tx, [{ userId, topic: 'fund', atMs }, balanceEvent(userId, atMs)])
}

/**
 * Starts the user's days up to now. The caller holds the user's mutex and publishes the fund afterwards. The events are
 * the messages about redemptions that this paid, each dated at its due time.
 */
export async function beginDays(
  tx: Queryable,
  userId: bigint,
  atMs: number,
): Promise<{ changed: boolean; events: OutboxEvent[] }> {
  const today = dayOf(atMs)
  const requested = await selectRequested(tx, userId)
  const changed = await openDays(tx, userId, today)
  const events: OutboxEvent[] = []
  if (!changed) return { changed, events }
  for (const { id, amount, pay_day } of requested) {
    if (pay_day > today) continue
    const params = { redemptionId: id.toString(), amount: formatAmount(amount) }
    const sentAt = dayStart(pay_day)
    events.push(await sendMessage(tx, { userId, kind: 'fund_redemption_paid', params, sentAt }))
  }
  return { changed, events }
}

/** The fund topic. Each event contains the whole state with its version. */
export const fundTopic = (db: Database, clock: Pick<MarketClock, 'now'>): PrivateTopic => ({
  name: 'fund',
  snapshot: (userId) =>
    db.snapshot(async (tx) => ({
      seq: await selectOutboxHead(tx, userId, 'fund'),
      json: await fundJson(tx, userId, clock.now()),
    })),
})
