import { afterAll, beforeAll, expect, it } from 'vitest'
import { placeOrder } from '#contract/endpoints/trading.ts'
import { problem } from '#contract/errors.ts'
import { fakeVenues } from '#support/fake-venues.ts'
import { liveTrader, placeLive } from '#support/live-orders.ts'
import { manualClock, playTime } from '#support/manual-clock.ts'
import { openOn } from '#support/market-fixture.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { signingDevice } from '#support/signing-device.ts'
import type { Visitor } from '#support/visitor.ts'

const SYMBOL = 'BTCUSDT'
const LEAD_MS = 1_000
const clock = manualClock(Date.parse('2026-11-25T08:00:00.000Z'))
const venues = fakeVenues(['binance', 'bybit', 'okx'])
const device = signingDevice()

let server: TestServer
let visitor: Visitor
async function trade(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 200) {
    venues.trade(SYMBOL, { binance: '61685.1', bybit: '61685.2', okx: '61685.3' })
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
