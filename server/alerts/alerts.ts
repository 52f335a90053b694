/** Price alerts of users: setting, cancelling and listing. */
import type { z } from 'zod'
import { ALERTS_MAX, type PriceAlert } from '#contract/alerts.ts'
import type { setAlert } from '#contract/endpoints/alerts.ts'
import { type AlertRow, alertOfRow, waitingOfRow } from '#server/alerts/alert-row.ts'
import * as store from '#server/alerts/alerts-store.ts'
import type { AlertJudge } from '#server/alerts/judge.ts'
import { reaches } from '#server/alerts/levels.ts'
import { beforeId, documentId, PAGE_ROWS, pageOf } from '#server/platform/db/pages.ts'
import { type Changed, changeUser } from '#server/platform/user-transaction.ts'
import { tellUsers } from '#server/ledger/outbox-store.ts'
import type { Market } from '#server/market/market.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { PrivateTopic, SocketHub } from '#server/platform/socket/hub.ts'
import { rejectedFrom } from '#server/platform/db/sql-errors.ts'

/** Maximum ended alerts in the topic's snapshot. Older ones are listed in pages. */
const ENDED_SHOWN = 30

export interface AlertsParts {
  db: Database
  hub: Pick<SocketHub, 'deliver'>
  market: Market
  clock: Pick<MarketClock, 'now'>
  judge: AlertJudge
}
type Wanted = z.output<typeof setAlert.body>

/** The price alerts of users. */
export interface Alerts {
  set(userId: bigint, wanted: Wanted): Promise<PriceAlert>
  cancel(userId: bigint, id: string): Promise<PriceAlert>
  page(userId: bigint, before: string | undefined): Promise<AlertPage>
}
interface AlertPage {
  alerts: PriceAlert[]
  next: PriceAlert['id'] | null
}

async function changed(tx: Queryable, row: AlertRow): Promise<Changed<AlertRow>> {
  const events = await tellUsers(tx, [{ userId: row.user_id, topic: 'alerts', ref: row.id }])
  return { value: row, events }
}

/** The alert to store. Throws `product_unknown`, `price_stale` or `alert_already_reached`. */
function newAlert({ market, clock }: AlertsParts, userId: bigint, wanted: Wanted): store.NewAlert {
  const product = market.product(wanted.symbol)
  if (product === undefined) throw new Rejected('product_unknown')
  const last = market.lastTick(product.id)
  if (last === undefined) throw new Rejected('price_stale')
  const { direction, price } = wanted
  if (reaches(direction, price, last.price)) throw new Rejected('alert_already_reached')
  const judged = { afterSeq: last.seq, atMs: clock.now(), most: ALERTS_MAX }
  return { userId, productId: product.id, direction, price, ...judged }
}

async function set(parts: AlertsParts, userId: bigint, wanted: Wanted): Promise<PriceAlert> {
  const { judge } = parts
  const alert = newAlert(parts, userId, wanted)
  const coming = { productId: alert.productId, afterSeq: alert.afterSeq }
  judge.expect(coming)
  try {
    const row = await changeUser(parts, userId, async (tx) => {
      const same = await store.selectSame(tx, alert)
      if (same !== undefined) return { value: same, events: [] }
      return changed(tx, await store.insertAlert(tx, alert))
    })
    await judge.arrived(coming, waitingOfRow(row))
    return alertOfRow(row)
  } catch (error) {
    const rejected = rejectedFrom(error)
    if (rejected === undefined) judge.lost(coming)
    else judge.refused(coming)
    throw rejected ?? error
  }
}

async function cancel(parts: AlertsParts, userId: bigint, text: string): Promise<PriceAlert> {
  const { db, clock, judge } = parts
  const id = documentId(text)
  // Alerts of other users are `not_found`.
  if (id === null || (await store.alertOwner(db, id)) !== userId) throw new Rejected('not_found')
  const row = await changeUser(parts, userId, async (tx) =>
    changed(tx, await store.cancelRow(tx, id, clock.now())),
  )
  judge.cancelled(row.product_id, text)
  return alertOfRow(row)
}

/** Creates the functions for price alerts. */
export const createAlerts = (parts: AlertsParts): Alerts => ({
  set: (userId, wanted) => set(parts, userId, wanted),
  cancel: (userId, id) => cancel(parts, userId, id),
  page: async (userId, before) => {
    const page = { before: beforeId(before), limit: PAGE_ROWS }
    const { items, next } = pageOf(await store.selectPage(parts.db, userId, page), alertOfRow)
    return { alerts: items, next }
  },
})

/** The alerts topic: all waiting alerts and the newest ended ones, then each one as it changes. */
export const alertsTopic = (db: Database): PrivateTopic => ({
  name: 'alerts',
  snapshot: async (userId) => {
    const { seq, rows } = await store.selectSnapshot(db, userId, ENDED_SHOWN)
    return { seq, json: JSON.stringify(rows.map(alertOfRow)) }
  },
})
