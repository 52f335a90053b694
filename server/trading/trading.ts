/** The trading area: placing and querying orders, and the engine that settles them. */
import { Histogram, type Registry } from 'prom-client'
import type { Market } from '#server/market/market.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Pools } from '#server/platform/db/pools.ts'
import type { PrivateTopic, SocketHub } from '#server/platform/socket/hub.ts'
import type { Logger } from '#server/platform/logging.ts'
import type { Signer } from '#server/platform/signer.ts'
import { Admission, type OrderCaller } from '#server/trading/admission.ts'
import { DeviceKeys } from '#server/trading/device-keys.ts'
import { createOrderBatches } from '#server/trading/order-batches.ts'
import { createOrderIds } from '#server/trading/order-ids.ts'
import {
  listOrders,
  type OrderDetail,
  orderWithEvidence,
  type Page,
} from '#server/trading/order-queries.ts'
import type { Intent } from '#server/trading/order-checks.ts'
import { orderJson, orderOfRow } from '#server/trading/order-row.ts'
import { type PlaceParts, place, type Quote, quoteOrder } from '#server/trading/place-order.ts'
import type { PlaceRequest } from '#server/trading/refuse-order.ts'
import { listRefused, createDeciding } from '#server/trading/refusals.ts'
import { createUndoing } from '#server/trading/seal-order.ts'
import { OrderTrees, readOrderLeaves } from '#server/trading/sealed-orders.ts'
import { settledReceiptOf } from '#server/trading/settled-receipt.ts'
import { SettlementEngine } from '#server/trading/settlement.ts'
import type { Order } from '#contract/order.ts'
import type { OrderId } from '#contract/scalars.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import { selectPositions } from '#server/trading/trading-store.ts'

const LATENESS_MS = [5, 15, 50, 100, 250, 1_000, 2_500, 10_000, 60_000]

/** What the area needs. */
export interface TradingParts {
  pools: Pick<Pools, 'settlement' | 'orders' | 'app'>
  hub: SocketHub
  market: Market
  clock: MarketClock
  signer: Signer
  log: Logger
  metrics: Registry
  /** Multiplies the limits of the admission (RATE_FACTOR). */
  rateFactor: number
}

/** The functions of the area that other areas and routes use. */
export interface Trading {
  settlement: SettlementEngine
  quote(intent: Intent & { symbol: string }): Quote
  readonly admission: Admission
  /** Places an order that the admission takes in. Returns the reply's JSON. */
  place(request: PlaceRequest, caller: OrderCaller): Promise<string>
  list(userId: bigint, page: Page): Promise<{ orders: Order[]; next: OrderId | null }>
  find(userId: bigint, id: OrderId): Promise<OrderDetail>
  receipt(userId: bigint, id: OrderId): Promise<SettledReceipt>
  readonly devices: DeviceKeys
  refused(
    userId: bigint,
    page: { before?: string | undefined; limit: number },
  ): ReturnType<typeof listRefused>
  /**
   * From now on: undoes the orders that no record of the price log will hold, and works out how refused orders would
   * have ended. Returns a function that stops it.
   */
  followRefused(): () => Promise<void>
  /** The leaves of a checkpoint's tree; null if there is no such checkpoint. */
  leaves(checkpoint: number): Promise<string[] | null>
}

function lateness(metrics: Registry): (ms: number) => void {
  const histogram = new Histogram({
    name: 'fairtick_settlement_lateness_ms',
    help: 'From expiry to the committed settlement, by order',
    buckets: LATENESS_MS,
    registers: [metrics],
  })
  return (ms) => histogram.observe(ms)
}

/** The positions topic: a snapshot of open and live orders, then every change in the order of its outbox number. */
export const positionsTopic = (db: Database): PrivateTopic => ({
  name: 'positions',
  snapshot: async (userId) => {
    const { seq, rows } = await selectPositions(db, userId)
    return { seq, json: `[${rows.map((row) => orderJson(orderOfRow(row))).join(',')}]` }
  },
})

/**
 * Creates the area. Call `settlement.start()` once the market runs, and `settlement.stop()` before the database closes.
 */
export function createTrading(parts: TradingParts): Trading {
  const { pools, hub, market } = parts
  const { app: db } = pools
  const app = { ...parts, db }
  const trees = new OrderTrees(db)
  const settlement = new SettlementEngine({
    ...parts,
    db: pools.settlement,
    deliver: (events) => hub.deliver(events),
    observe: lateness(parts.metrics),
  })
  const { orders } = pools
  const devices = new DeviceKeys({ ...app, orders })
  const placing: PlaceParts = {
    ...app,
    db: orders,
    settlement: pools.settlement,
    ids: createOrderIds(orders),
    store: createOrderBatches(orders),
    devices,
    onPlaced: ({ productId, order, userId }) => settlement.schedule(productId, order, userId),
  }
  hub.addPrivate(positionsTopic(db))
  const admission = new Admission(parts)
  hub.onDelivered((events) => admission.hear(events))
  return {
    settlement,
    devices,
    refused: (userId, page) => listRefused(db, userId, page),
    followRefused: () => {
      const workers = [
        createUndoing({ ...placing, log: parts.log }),
        createDeciding({ ...parts, db: pools.settlement }),
      ]
      for (const worker of workers) worker.start()
      return async () => {
        await Promise.all(workers.map((worker) => worker.stop()))
      }
    },
    quote: (intent) => quoteOrder(market, intent),
    admission,
    place: (request, caller) =>
      admission.admit(caller, request.body, () => place(placing, request)),
    list: (userId, page) => listOrders(db, userId, page),
    find: (userId, id) => orderWithEvidence(app, userId, id),
    receipt: (userId, id) => settledReceiptOf({ ...app, trees }, userId, id),
    leaves: (checkpoint) => readOrderLeaves(db, checkpoint),
  }
}
