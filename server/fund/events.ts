/** What the sockets hear of the fund: the whole of it as it stands, and the balance that its money moves. */
import { selectBalance } from '#server/cashier/cashier-store.ts'
import { openDays, selectRequested } from '#server/fund/fund-store.ts'
import { fundJson } from '#server/fund/state.ts'
import { appendOutbox, selectOutboxHead } from '#server/ledger/outbox-store.ts'
import { sendMessage } from '#server/messages/messages.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { OutboxEvent, PrivateTopic } from '#server/platform/hub.ts'
import { dayOf, dayStart } from '#rules/business-day.ts'
import { formatAmount } from '#rules/amounts.ts'

/** The caller holds the user's mutex. */
export async function fundEvents(
  tx: Queryable,
  userId: bigint,
  atMs: number,
): Promise<OutboxEvent[]> {
  return appendOutbox(tx, [
    { userId, topic: 'fund', payload: await fundJson(tx, userId, atMs) },
    { userId, topic: 'balance', payload: await selectBalance(tx, userId, atMs) },
  ])
}

/**
 * Begins the user's days up to now; the caller holds their mutex and tells of the fund afterwards. The events are the
 * messages about withdrawals that this paid, each dated when it was due.
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

/** The fund topic: each change is a whole state with its version. */
export const fundTopic = (db: Database, clock: Pick<MarketClock, 'now'>): PrivateTopic => ({
  name: 'fund',
  snapshot: (userId) =>
    db.snapshot(async (tx) => ({
      seq: await selectOutboxHead(tx, userId, 'fund'),
      json: await fundJson(tx, userId, clock.now()),
    })),
})
