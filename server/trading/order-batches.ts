/**
 * Stores accepted orders together: while a statement is under way, new orders wait, and the next one takes all of them.
 * An order that comes alone waits for nothing.
 */
import { DatabaseGone, type Queryable } from '#server/platform/db/database.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'
import {
  type EventRow,
  eventOf,
  insertOrder,
  type NewOrder,
  type Placed,
  rowOf,
} from '#server/trading/trading-store.ts'

/** The most orders of a statement, so that the first one does not wait long for the last. */
const BATCH_MAX = 50
/** The most orders that wait. Beyond that the database is no longer keeping up, and their starts would pass. */
const WAITING_MAX = 2_000

/** The statement that places orders of different users. */
const PLACE_ORDERS_SQL = 'select * from place_orders($1)'

/** The orders as PLACE_ORDERS_SQL reads them. */
const ordersJson = (orders: readonly NewOrder[]): string =>
  JSON.stringify(
    orders.map((placed) => ({
      placed: rowOf(placed),
      body_hash: placed.bodyHash.toString('hex'),
      response: placed.reply,
      event: placed.event,
      max_positions: placed.maxOpenPositions,
      max_open_stake: placed.maxOpenStake.toString(),
    })),
  )

/**
 * Inserts orders of different users in one round trip and one transaction. Returns the events of those that it stored,
 * by user. `insertOrder` stores, replays or refuses the others.
 */
async function insertOrders(
  db: Queryable,
  orders: readonly NewOrder[],
): Promise<Map<bigint, OutboxEvent[]>> {
  const rows = await db.query<EventRow>(PLACE_ORDERS_SQL, [ordersJson(orders)])
  return Map.groupBy(rows.map(eventOf), ({ userId }) => userId)
}

interface Waiting {
  order: NewOrder
  resolve: (placed: Placed) => void
  reject: (error: unknown) => void
}

/** Stores an accepted order in a transaction. Throws `Rejected` for refusals of the ledger. */
export type StoreOrder = (order: NewOrder) => Promise<Placed>

/** Creates the function that stores orders. No order waits for, or fails with, the one beside it. */
export function createOrderBatches(db: Queryable): StoreOrder {
  let waiting: Waiting[] = []
  let isStoring = false

  /** The oldest orders, one of each user, because the checks of the second would have to see the first. */
  const take = (): Waiting[] => {
    const batch = new Map<bigint, Waiting>()
    const later: Waiting[] = []
    for (const each of waiting) {
      const { userId } = each.order
      if (batch.size < BATCH_MAX && !batch.has(userId)) batch.set(userId, each)
      else later.push(each)
    }
    waiting = later
    return [...batch.values()]
  }

  /** It waits for its user, or hears why it is refused, without holding up others. */
  const storeAlone = ({ order, resolve, reject }: Waiting): void =>
    void insertOrder(db, order).then(resolve, reject)

  const store = async (batch: readonly Waiting[]): Promise<void> => {
    let stored: Awaited<ReturnType<typeof insertOrders>>
    try {
      stored = await insertOrders(
        db,
        batch.map(({ order }) => order),
      )
    } catch (error) {
      // Whether the transaction was committed is unknown, so the callers ask again with their keys.
      if (error instanceof DatabaseGone) for (const { reject } of batch) reject(error)
      else batch.forEach(storeAlone)
      return
    }
    for (const each of batch) {
      const events = stored.get(each.order.userId)
      if (events === undefined) storeAlone(each)
      else each.resolve({ replayed: null, events })
    }
  }

  // One statement at a time: it does not wait for the disk, and a second one would only halve the batches.
  const next = (): void => {
    if (isStoring || waiting.length === 0) return
    isStoring = true
    void store(take()).then(() => {
      isStoring = false
      next()
    })
  }

  return (order) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= WAITING_MAX) return reject(new DatabaseGone('too many orders wait'))
      waiting.push({ order, resolve, reject })
      next()
    })
}
