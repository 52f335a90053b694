/**
 * A real server on time that a scenario plays, for bots that watch the ticks while their orders wait: prices are random
 * walks, one per product, and each statement that stores orders waits for a while of the played time, as on a database
 * that other users keep busy. All else is answered at once, so that bots are always quicker than their orders.
 */
import { type Product, product } from '#contract/product.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { settle, type SettleTerms } from '#rules/settle.ts'
import type { Database } from '#server/platform/db/database.ts'
import { type Chance, chanceOf } from '#support/chance.ts'
import { DatabaseWatch } from '#support/database-watch.ts'
import { FAKE_PRODUCTS, type FakeMarket, fakeMarket, fakeProduct } from '#support/fake-market.ts'
import { roomOf } from '#support/fake-market-room.ts'
import { addProduct } from '#support/ledger-room.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { testDatabase } from '#support/postgres.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { tick } from '#support/records.ts'

const START_MS = 1_700_000_000_000
const STEP_MS = 50
const STEPS_A_TICK = 2
const FIRST_PRODUCT = 101
const FIRST_PRICE = 10_000_000
/** Large against a price's last digit, so that almost no order is a draw, and far within the sanity band. */
const MOVE_MAX = 2_000
/** The server begins few requests per turn of the event loop, so a flood takes a while to reach the database. */
const IDLE_LOOKS = 4
const STORES_ORDERS = /\bplace_orders?\(/
/** How long a statement that stores orders takes, in played time: mostly little. */
const SLOW_MS = { min: 100, more: 800 }
/** More than the rule needs to know of the time around an order. */
const AROUND_MS = 4_000

export interface OptionMarket {
  server: TestServer
  clock: ManualClock
  market: FakeMarket
  /** Each has prices of its own, so that orders of different products are independent draws. */
  products: readonly Product[]
  /** For plans. The prices of a seed are the same whatever bots draw. */
  chance: Chance
  /** Time passes, with a tick of each product now and then. Resolves when the server has done what was due. */
  step(): Promise<void>
  /** Resolves when the server waits for nothing but the played time. */
  idle(): Promise<void>
  /** How an order ends by the public log. */
  outcomeOf(productId: number, terms: SettleTerms): string | undefined
  close(): Promise<void>
}

function productsOf(count: number): Product[] {
  const model = fakeProduct(FAKE_PRODUCTS[1])
  // One position at most, so that a second order can take the place of the first. No one can buy for the largest stake.
  const terms = { ...model.terms, maxOpenPositions: 1, maxOpenStake: model.terms.stakeMax - 1n }
  const { id, symbol } = product.shape
  return Array.from({ length: count }, (_, n) => ({
    ...model,
    id: id.parse(FIRST_PRODUCT + n),
    symbol: symbol.parse(`T${FIRST_PRODUCT + n}`),
    terms,
  }))
}

function slowed(db: Database, clock: ManualClock, chance: Chance): Database {
  return {
    ...db,
    query: async (sql, params) => {
      if (STORES_ORDERS.test(sql)) {
        const takesMs = SLOW_MS.min + Math.floor(SLOW_MS.more * chance() ** 2)
        await new Promise<void>((done) => void clock.at(clock.now() + takesMs, done))
      }
      return db.query(sql, params)
    },
  }
}

function around(log: readonly TickRecord[], { startsAt, expiresAt }: SettleTerms): TickRecord[] {
  const from = log.findIndex(({ timeMs }) => timeMs > startsAt - AROUND_MS)
  const to = log.findIndex(({ timeMs }) => timeMs > expiresAt)
  return log.slice(from, to + 1)
}

export async function openOptionMarket(seed: number, count: number): Promise<OptionMarket> {
  const [walk, delays, chance] = [chanceOf(seed), chanceOf(seed + 1), chanceOf(seed + 2)]
  const clock = manualClock(START_MS)
  const watch = new DatabaseWatch()
  const database = await testDatabase()
  const watched = watch.pools(database.pools)
  const products = productsOf(count)
  const market = fakeMarket(products)
  for (const { id, symbol } of products) await addProduct(database.owner, id, symbol)
  const pools = { ...watched, orders: slowed(watched.orders, clock, delays) }
  const server = await testServer({
    clock,
    openMarket: roomOf(market),
    database: { ...database, pools },
  })
  const prices = new Map<number, number>(products.map(({ id }) => [id, FIRST_PRICE]))
  const idle = async (): Promise<void> => {
    for (let n = 0; n < IDLE_LOOKS; n++) await watch.idle()
  }
  let steps = 0
  const step = async (): Promise<void> => {
    await clock.advance(STEP_MS)
    steps += 1
    for (const { id } of steps % STEPS_A_TICK === 0 ? products : []) {
      const moved = (prices.get(id) ?? 0) + Math.floor((2 * MOVE_MAX + 1) * walk()) - MOVE_MAX
      prices.set(id, moved)
      market.push(id, tick(clock.now(), moved))
    }
    await idle()
  }
  return {
    server,
    clock,
    market,
    products,
    chance,
    step,
    idle,
    outcomeOf: (productId, terms) => settle(around(market.log(productId), terms), terms)?.outcome,
    close: async () => {
      await server.close()
      await database.close()
    },
  }
}
