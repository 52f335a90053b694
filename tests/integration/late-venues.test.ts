import { afterAll, beforeAll, expect, it } from 'vitest'
import { listOrders, placeOrder } from '#contract/endpoints/trading.ts'
import { problem } from '#contract/errors.ts'
import type { VenueName } from '#contract/index-price.ts'
import { fakeVenues } from '#support/fake-venues.ts'
import { liveTrader, placeLive } from '#support/live-orders.ts'
import { manualClock, playTime } from '#support/manual-clock.ts'
import { openOn } from '#support/market-fixture.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { signingDevice } from '#support/signing-device.ts'
import type { Visitor } from '#support/visitor.ts'

const SYMBOL = 'BTCUSDT'
const LATE_MS = 50_000
const ORDERS = 5
const clock = manualClock(Date.parse('2026-11-25T08:00:00.000Z'))
const venues = fakeVenues(['binance', 'bybit', 'okx'])
const device = signingDevice()

const begun = clock.now()
/** The market: a wave that stays within the venues' limit of disagreement. */
const priceAt = (at: number): string => (61_000 + 20 * Math.sin((at - begun) / 7_477)).toFixed(2)
const STARTS_IN_MS = 2_500
const DURATION_MS = 30_000

let server: TestServer
let visitor: Visitor
/** Lets time pass in which each venue reports what was traded at the time of its stamps. */
async function trade(ms: number, late: readonly VenueName[] = []): Promise<void> {
  for (let left = ms; left > 0; left -= 200) {
    for (const name of ['binance', 'bybit', 'okx'] as const) {
      const tradedAt = clock.now() - (late.includes(name) ? LATE_MS : 50)
      venues.of(name).trade(SYMBOL, priceAt(tradedAt), { tradedAt })
    }
    await playTime(clock, 200)
  }
}
beforeAll(async () => {
  server = await testServer({
    clock,
    openMarket: openOn(venues.choice),
  })
  await trade(5_000)
  visitor = await liveTrader(server, device)
  await trade(1_000)
})
afterAll(() => server.close())

const outcomes = async () => {
  const { orders } = await visitor.read(listOrders.reply, '/api/orders?status=settled')
  return orders.map(({ status }) => status)
}
/** An order by someone who sees the market in time, and so knows what late venues are about to say. */
function placeAfterTheFact() {
  const startsAt = clock.now() + STARTS_IN_MS - LATE_MS
  const isRise = Number(priceAt(startsAt + DURATION_MS)) > Number(priceAt(startsAt))
  const direction = isRise ? 'up' : 'down'
  const startsInMs = STARTS_IN_MS
  return placeLive(visitor, {
    clock,
    device,
    symbol: SYMBOL,
    startsInMs,
    direction,
    seenMs: 90_000,
  })
}

it('decides an order while the venues are on time', async () => {
  placeOrder.reply.parse((await placeAfterTheFact()).body)
  await trade(40_000)
  expect(await outcomes()).toEqual([expect.stringMatching(/won|lost/)])
})

it('takes no order that was chosen after the fact, when two of three venues are late', async () => {
  placeOrder.reply.parse((await placeAfterTheFact()).body)
  await trade(60_000, ['bybit', 'okx'])
  const codes: string[] = []
  for (let n = 0; n < ORDERS; n++) {
    const { status, body } = await placeAfterTheFact()
    codes.push(status === 200 ? 'accepted' : problem.parse(body).code)
    await trade(7_000, ['bybit', 'okx'])
  }
  await trade(40_000, ['bybit', 'okx'])
  // The one from before is refunded.
  const [before, ...others] = (await outcomes()).toReversed().slice(1)
  expect({ codes, before, others }).toEqual({
    codes: Array.from({ length: ORDERS }, () => 'price_stale'),
    before: 'void',
    others: [],
  })
  await trade(3_000)
  placeOrder.reply.parse((await placeAfterTheFact()).body)
})
