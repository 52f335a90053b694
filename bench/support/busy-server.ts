/** The real server in a process of its own, replaying prices, with users who trade and pages that read. */
import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Product } from '#contract/product.ts'
import type { Database } from '#server/platform/db/database.ts'
import { openProducts, withRunning } from '#support/killable-server.ts'
import { freePort, ServerProcess } from '#support/server-process.ts'
import { replayOf } from '#support/started-server.ts'
import { dataFolderOf } from './database.ts'
import {
  type Acknowledged,
  createSender,
  keyOf,
  makeOrderUsers,
  type OrderUser,
  type SentOrder,
  type Stream,
  streamOrders,
} from './order-users.ts'
import type { OpenReaders } from './raw-readers.ts'
import { ENGINE_PATH, type PriceFrame, quotesOpening } from './readers.ts'

/** As scripts/start.mjs sets it. */
const ALLOCATION = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }
/** Products whose prices and sizes have two decimals, as the replayed ones do. */
const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'BNBUSDT', 'LTCUSDT', 'AVAXUSDT']

export interface BusyServer {
  server: ServerProcess
  /** Pages of the users in turn, which show all products and the user's balance. */
  pages(readers: number): OpenReaders
  /** `shortest`: orders end as soon as they can; otherwise as late as they can. */
  orders(perSecond: number, shortest?: boolean): Stream
  /** Resolves when the server answers again. */
  restart(): Promise<void>
  /** Fails unless each of these orders and its posting are in the ledger, and the ledger is in order. */
  checkOrders(acknowledged: readonly Acknowledged[]): Promise<void>
  /** Fails unless the log has each of these prices. */
  checkPrices(frames: readonly PriceFrame[]): Promise<void>
}
export interface BusyOptions {
  users: number
  /** How often each product ticks. */
  tickMs: number
  /** Another entry than the server's own. */
  main?: string
}

async function checkOrders(owner: Database<never>, keys: readonly string[]): Promise<void> {
  const [stored] = await owner.query<{ n: bigint }>(
    `select count(*) as n from orders o join transfers t on t.kind = 'order_stake' and t.ref = o.id::text
      where intent_key = any ($1)`,
    [keys],
  )
  assert.equal(Number(stored?.n), new Set(keys).size, 'acknowledged orders are missing')
  assert.deepEqual(await owner.query('select * from ledger_faults'), [])
}

async function checkPrices(owner: Database<never>, frames: readonly PriceFrame[]): Promise<void> {
  const seen = frames.flatMap(({ quotes }) => quotes)
  const all = [
    ...new Map(seen.map((quote) => [`${quote.id} ${quote.timeMs} ${quote.price}`, quote])),
  ]
  const [logged] = await owner.query<{ n: bigint }>(
    `select count(*) as n from unnest($1::int[], $2::bigint[], $3::bigint[]) seen (id, at, price)
      where exists (select 1 from ticks where product_id = id and time_ms = at and ticks.price = seen.price)`,
    [
      all.map(([, { id }]) => id),
      all.map(([, { timeMs }]) => timeMs),
      all.map(([, { price }]) => price),
    ],
  )
  assert.ok(all.length > 0, 'no prices were read')
  assert.equal(Number(logged?.n), all.length, 'prices were read that are not in the log')
}

/** Orders of each user in turn, which end as soon as they can, or as late. */
function orderMaker(
  users: readonly OrderUser[],
  products: readonly Product[],
): (shortest: boolean) => SentOrder {
  let n = 0
  return (shortest) => {
    n += 1
    const user = users[n % users.length]
    const product = products[n % products.length]
    if (user === undefined || product === undefined) throw new Error('there are no users')
    const { durations, termsId } = product.terms
    const durationMs = durations.at(shortest ? 0 : -1)?.durationMs
    const direction = n % 2 === 0 ? 'up' : 'down'
    const body = { symbol: product.symbol, direction, durationMs, termsId, stake: '1.00' }
    return { cookie: user.cookie, key: keyOf(n), body: JSON.stringify(body) }
  }
}

/** The server's folder, process and port. */
interface Place {
  dataFolder: string
  server: ServerProcess
  port: number
}
async function useServer(
  { dataFolder, server, port }: Place,
  userCount: number,
  work: (room: BusyServer) => Promise<void>,
): Promise<void> {
  server.start()
  await server.ready()
  const products = await openProducts(server.url)
  assert.equal(products.length, SYMBOLS.length)
  const users = await withRunning(dataFolder, (owner) => makeOrderUsers(owner, userCount))
  const nextOrder = orderMaker(users, products)
  const sender = createSender(server.url)
  const balance = { send: ['42["subscribe",{"topic":"balance"}]'], until: '"balance"' }
  await work({
    server,
    pages: (readers) => ({
      port,
      path: ENGINE_PATH,
      readers,
      openings: [[...quotesOpening(products.map(({ id }) => id)), balance]],
      cookies: users.map(({ cookie }) => cookie),
    }),
    orders: (perSecond, shortest = false) =>
      streamOrders(sender, perSecond, () => nextOrder(shortest)),
    restart: async () => {
      await server.stop()
      server.start()
      await server.ready()
    },
    checkOrders: (acknowledged) => {
      const keys = acknowledged.map(({ key }) => key)
      return withRunning(dataFolder, (owner) => checkOrders(owner, keys))
    },
    checkPrices: (frames) => withRunning(dataFolder, (owner) => checkPrices(owner, frames)),
  })
  sender.close()
}

/** Starts it with these users. Stops it and removes its files after the work, even if that fails. */
export async function withBusyServer(
  { users, tickMs, main }: BusyOptions,
  work: (room: BusyServer) => Promise<void>,
): Promise<void> {
  const folder = dataFolderOf('busy')
  const dataFolder = join(folder, 'data')
  const port = await freePort()
  const env = {
    ...replayOf(folder, { symbols: SYMBOLS, stepMs: tickMs }),
    ...ALLOCATION,
    LOG_LEVEL: 'error',
  }
  const server = new ServerProcess(dataFolder, port, { env, ...(main !== undefined && { main }) })
  // Also when the benchmark is stopped.
  process.once('exit', () => void server.kill('SIGTERM'))
  process.once('SIGTERM', () => process.exit(1))
  try {
    await useServer({ dataFolder, server, port }, users, work)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
