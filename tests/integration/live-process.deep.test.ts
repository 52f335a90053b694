import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { listProducts } from '#contract/endpoints/market.ts'
import { createMarketClock } from '#server/platform/clock.ts'
import { type ServerProcess, startServer } from '#support/started-server.ts'
import { pause, until } from '#support/until.ts'
import { VenueServer } from '#support/venues/venue-server.ts'
import { Visitor } from '#support/visitor.ts'

const folder = mkdtempSync(join(tmpdir(), 'fairtick-live-'))
let server: ServerProcess | undefined
let venues: VenueServer[] = []
afterAll(async () => {
  await server?.stop()
  for (const venue of venues) await venue.close()
  rmSync(folder, { recursive: true, force: true })
})

const SYMBOLS = { binance: 'BTCUSDT', bybit: 'BTCUSDT', okx: 'BTC-USDT' } as const

it('starts without any venue, says so, and opens its markets by itself when venues answer', async () => {
  const clock = createMarketClock()
  const names = ['binance', 'bybit', 'okx'] as const
  venues = await Promise.all(names.map((name) => VenueServer.open(name, clock)))
  for (const venue of venues) venue.health = 'away'
  const file = join(folder, 'venues.json')
  const addresses = Object.fromEntries(venues.map(({ name, url }) => [name, url]))
  writeFileSync(file, JSON.stringify({ venues: addresses }))
  const env = { FEED: 'live', VENUES: file, LOG_LEVEL: 'warn' }
  const startedAt = clock.now()
  server = await startServer(join(folder, 'data'), env)
  const { url, output } = server
  const state = async () => {
    const { body } = await new Visitor(url).get('/api/products')
    const { products } = listProducts.reply.parse(body)
    return products.find(({ symbol }) => symbol === 'BTCUSDT')?.session.state
  }
  expect(output()).toContain('live: trades of venues')
  expect(output()).toContain('not offered, because three free venues are missing: GC')
  await until('the warning', () => output().includes('no venue can be reached'))
  expect(await state()).toBe('catching_up')
  for (const venue of venues) venue.health = 'well'
  let id = 1
  const trade = () => {
    for (const [n, venue] of venues.entries()) {
      const symbol = SYMBOLS[names[n] ?? 'okx']
      venue.trade({ symbol, tradeId: String(id++), price: `61685.${10 + n}`, stampMs: clock.now() })
    }
  }
  while ((await state()) !== 'open') {
    trade()
    await pause(200)
    if (clock.now() - startedAt > 100_000) throw new Error(output())
  }
  expect(output()).toContain('a venue can be reached again')
}, 120_000)
