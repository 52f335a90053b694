import { afterAll, beforeAll, expect, it } from 'vitest'
import { listProducts } from '#contract/endpoints/market.ts'
import { productVenues, publishedInputs } from '#contract/index-price.ts'
import { tickRecord } from '#contract/tick-log.ts'
import { findIndexFault } from '#rules/index-check.ts'
import { venueGauges } from '#server/platform/metrics.ts'
import { createMetrics } from '#server/platform/metrics.ts'
import { sha256 } from '#support/chained.ts'
import { fakeVenues } from '#support/fake-venues.ts'
import { manualClock, playTime } from '#support/manual-clock.ts'
import { openOn } from '#support/market-fixture.ts'
import { type TestServer, testServer } from '#support/server.ts'
import { openPage } from '#support/socket-page.ts'
import { until } from '#support/until.ts'

const START = Date.parse('2026-11-25T08:00:00.000Z')
const clock = manualClock(START)
const venues = fakeVenues(['binance', 'bybit', 'okx'])
const metrics = createMetrics()

let server: TestServer
async function trade(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 200) {
    const cents = String(left % 90).padStart(2, '0')
    venues.trade('BTCUSDT', {
      binance: `61685.${cents}`,
      bybit: `61685.${cents}9`,
      okx: '61685.5',
    })
    await playTime(clock, 200)
  }
}
beforeAll(async () => {
  server = await testServer({ clock, openMarket: openOn(venues.choice) })
  venueGauges(metrics, () => server.app.market.venueHealth() ?? [])
  await trade(20_000)
  await playTime(clock, 3_000, 3_000)
})
afterAll(() => server.close())

const linesAt = async (path: string) => {
  const response = await fetch(`${server.url}/api/ticks/${path}`)
  const text = await response.text()
  const objects = text
    .split('\n')
    .flatMap((line): unknown[] => (line === '' ? [] : [JSON.parse(line)]))
  return { response, text, objects }
}

it('publishes what each price follows from, and a checker finds nothing wrong', async () => {
  const { response, text, objects } = await linesAt('BTCUSDT/inputs.ndjson')
  expect(response.headers.get('content-type')).toContain('application/x-ndjson')
  expect(text.endsWith('}\n')).toBe(true)
  const lines = objects.map((each) => publishedInputs.parse(each))
  expect(lines.length).toBeGreaterThan(90)
  const history = await linesAt('BTCUSDT.ndjson')
  const records = history.objects.map((each) => tickRecord.parse(each))
  expect(records.some(({ kind }) => kind === 'heartbeat')).toBe(true)
  const file = {
    lines,
    records,
    decimals: 2,
    terms: [{ freshMs: 5_000, lateMs: 500, spreadBps: 50 }],
  }
  expect(findIndexFault(file, sha256)).toBeNull()
  const [first, ...others] = lines
  const inputs = first?.inputs.map((each, n) => (n === 0 ? { ...each, tradeId: '1' } : each)) ?? []
  const altered = first === undefined ? [] : [{ ...first, inputs }, ...others]
  expect(findIndexFault({ ...file, lines: altered }, sha256)).toEqual({
    fault: 'hash',
    line: 1,
    seq: 1,
  })
})

it('answers page by page, is cached as the history is, and knows its products', async () => {
  const { objects } = await linesAt('BTCUSDT/inputs.ndjson?afterSeq=95')
  expect(objects[0]).toMatchObject({ seq: 96 })
  const { response } = await linesAt('BTCUSDT/inputs.ndjson?afterSeq=95')
  expect(response.headers.get('cache-control')).toBe('public, max-age=1')
  const etag = response.headers.get('etag') ?? ''
  const again = await fetch(response.url, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  const empty = await linesAt('ETHUSDT/inputs.ndjson')
  expect([empty.response.status, empty.text]).toEqual([200, ''])
  expect((await linesAt('NONE/inputs.ndjson')).response.status).toBe(404)
})

it('names in the terms of its products where their prices come from', async () => {
  const { body } = await server.visitor().get('/api/products')
  const { products, source } = listProducts.reply.parse(body)
  expect(source).toBe('live')
  expect(products.find(({ symbol }) => symbol === 'BTCUSDT')?.terms.index).toEqual({
    venues: ['binance', 'bybit', 'okx'],
    symbols: { binance: 'BTCUSDT', bybit: 'BTCUSDT', okx: 'BTC-USDT' },
    decimals: 2,
    needed: 3,
    freshMs: 5_000,
    lateMs: 500,
    spreadBps: 50,
    leadMs: 1_000,
  })
})

it('tells pages how the venues stand, each second and when a price is lost', async () => {
  const page = await openPage(server.url)
  const topic = 'venues:BTCUSDT'
  const newest = () => productVenues.parse(page.of(topic).at(-1)?.[4 + 1])
  await page.watch(topic)
  await trade(1_400)
  await until('a second', () => page.of(topic).length > 1)
  expect(newest()).toMatchObject({ alive: true, reason: null, needed: 3 })
  expect(newest().venues.map(({ symbol, state }) => [symbol, state])).toEqual([
    ['BTCUSDT', 'fresh'],
    ['BTCUSDT', 'fresh'],
    ['BTC-USDT', 'fresh'],
  ])
  const before = page.of(topic).length
  venues.of('bybit').serve(false)
  await until('the loss', () => page.of(topic).length > before)
  expect(newest()).toMatchObject({ alive: false, reason: 'venues' })
  expect(await page.subscribe('venues:EURUSD')).toMatchObject({ ok: false })
  page.close()
  const text = await metrics.metrics()
  expect(text).toContain('fairtick_venue_connected{venue="bybit"} 0')
  expect(text).toContain('fairtick_venue_connected{venue="okx"} 1')
  expect(text).toContain('fairtick_venue_lag_ms{venue="okx"} 0')
})
