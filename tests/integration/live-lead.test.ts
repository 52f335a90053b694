/** The least lead of live prices: an order is accepted, and held by the price log, that long before its start. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getBalance } from '#contract/endpoints/balance.ts'
import { placeOrder } from '#contract/endpoints/trading.ts'
import { problem } from '#contract/errors.ts'
import { rootOf, treeOf } from '#rules/merkle-tree.ts'
import { recordText } from '#rules/tick-chain.ts'
import type { LoggedOrder } from '#server/market/log-input.ts'
import type { Market } from '#server/market/market.ts'
import { sha256, sha256Bytes } from '#server/market/product-log.ts'
import { appendRecords, readTail } from '#server/market/tick-log-store.ts'
import { fakeVenues } from '#support/fake-venues.ts'
import { liveTrader, placeLive } from '#support/live-orders.ts'
import { manualClock, playTime } from '#support/manual-clock.ts'
import { openOn } from '#support/market-fixture.ts'
import { type TestDatabase, testDatabase } from '#support/postgres.ts'
import { recordOf } from '#support/records.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { signingDevice } from '#support/signing-device.ts'
import type { Visitor } from '#support/visitor.ts'

const SYMBOL = 'BTCUSDT'
const LEAD_MS = 1_000
const PRICES = { binance: '61685.1', bybit: '61685.2', okx: '61685.3' }
const clock = manualClock(Date.parse('2026-11-25T08:00:00.000Z'))
const venues = fakeVenues(['binance', 'bybit', 'okx'])
const device = signingDevice()

let server: TestServer
let database: TestDatabase
let market: Market
let visitor: Visitor
async function trade(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 200) {
    venues.trade(SYMBOL, PRICES)
    await playTime(clock, 200)
  }
}
beforeAll(async () => {
  database = await testDatabase()
  server = await testServer({
    clock,
    database,
    openMarket: async (needs) => {
      const opened = await openOn(venues.choice)(needs)
      market = opened.market
      return opened
    },
  })
  await trade(5_000)
  visitor = await liveTrader(server, device)
  await trade(1_000)
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const place = (lead: { startsInMs: number; tappedBeforeMs?: number } | null) =>
  placeLive(visitor, { clock, device: lead && device, symbol: SYMBOL, ...lead })
const codeOf = ({ body }: { body: unknown }): string => problem.parse(body).code

it('takes a signed order on a live price that starts after the least lead of its terms', async () => {
  const { order } = placeOrder.reply.parse((await place({ startsInMs: LEAD_MS })).body)
  expect(order.startsAt).toBe(clock.now() + LEAD_MS)
})

it('refuses one that starts earlier, whenever its device says that it was tapped', async () => {
  expect(codeOf(await place({ startsInMs: LEAD_MS - 1 }))).toBe('too_late')
  await trade(2_000)
  expect(codeOf(await place({ startsInMs: LEAD_MS - 1, tappedBeforeMs: 1_500 }))).toBe('too_late')
})

it('refuses one without a signature, which would start at once', async () => {
  expect(codeOf(await place(null))).toBe('device_unknown')
})

type Meanwhile = (productId: number, order: LoggedOrder) => Promise<void>
/**
 * Places an order whose lead begins so long before the next price. The log is asked for its record after that price and
 * after `meanwhile`.
 */
async function heldLate(lateMs: number, meanwhile: Meanwhile = async () => {}) {
  const { holdOrder } = market
  market.holdOrder = async (id, order) => {
    await trade(200)
    venues.trade(SYMBOL, PRICES)
    await clock.idle()
    await meanwhile(id, order)
    return holdOrder(id, order)
  }
  const answer = await place({ startsInMs: LEAD_MS + 200 - lateMs })
  market.holdOrder = holdOrder
  return answer
}
const available = async (): Promise<bigint> =>
  (await visitor.read(getBalance.reply, '/api/balance')).available

it('takes an order that the log holds when its lead begins', async () => {
  const { order } = placeOrder.reply.parse((await heldLate(0)).body)
  const [held] = await server.owner.query(
    `select o.starts_at - t.time_ms as lead from orders o join order_records r on r.order_id = o.id
      join ticks t on t.product_id = r.product_id and t.seq = r.seq where o.id = $1`,
    [order.id],
  )
  expect(held).toEqual({ lead: BigInt(LEAD_MS) })
})

it('undoes an order whose record would be 1 ms later, and returns its stake', async () => {
  const before = await available()
  let refused: unknown
  const answer = await heldLate(1, async (id, { id: orderId, commitment }) => {
    const [head] = await readTail(database.pools.market, id, 1)
    if (head === undefined) throw new Error('the log is empty')
    const root = rootOf(treeOf([Buffer.from(commitment, 'hex')], sha256Bytes), sha256Bytes)
    const held = recordOf({ kind: 'orders', at: head.timeMs, size: 1, root }, head.seq + 1)
    const record = { ...held, hash: sha256(recordText(SYMBOL, held, head.hash)) }
    const append = appendRecords(database.pools.market, [
      { productId: id, record, inputs: orderId },
    ])
    refused = await append.catch((error: unknown) => error)
  })
  expect(refused).toMatchObject({ code: 'FT904' })
  expect(codeOf(answer)).toBe('order_undone')
  expect(await available()).toEqual(before)
})
