import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { listProducts } from '#contract/endpoints/market.ts'
import { createMarketClock } from '#server/platform/clock.ts'
import { type ServerProcess, startServer } from '#support/started-server.ts'
import { pause, until } from '#support/until.ts'
import { DealerServer } from '#support/venues/dealer-server.ts'
import { Visitor } from '#support/visitor.ts'

const TOKEN = '0123456789abcdef0123456789abcdef-fedcba9876543210'
const folder = mkdtempSync(join(tmpdir(), 'fairtick-dealer-process-'))
const clock = createMarketClock()
let server: ServerProcess | undefined
let dealer: DealerServer | undefined
afterAll(async () => {
  await server?.stop()
  await dealer?.close()
  rmSync(folder, { recursive: true, force: true })
})

it('goes from a start without the dealer to its prices and to a refused token, and never says the token', async () => {
  dealer = await DealerServer.open(clock, TOKEN)
  dealer.status = { code: 503 }
  const venues = { okx: 'ws://127.0.0.1:9', kraken: 'ws://127.0.0.1:9', bybit: 'ws://127.0.0.1:9' }
  const file = join(folder, 'venues.json')
  writeFileSync(file, JSON.stringify({ venues, dealer: dealer.url }))
  server = await startServer(join(folder, 'data'), {
    FEED: 'live',
    VENUES: file,
    LOG_LEVEL: 'debug',
    LIVE_DEALER: 'oanda',
    LIVE_DEALER_TOKEN: TOKEN,
    LIVE_DEALER_ACCOUNT: '101-001-1234567-001',
    LIVE_DEALER_TERMS: 'accepted',
  })
  const { url, output } = server
  const seen: string[] = []
  const read = async (path: string): Promise<string> => {
    const text = await (await fetch(`${url}${path}`)).text()
    seen.push(text)
    return text
  }
  expect(output()).toMatch(/EURUSD, .*XAUUSD: the middle of the quotes of OANDA \(practice/)
  await until('the failure', () => output().includes('answered with 503'))
  dealer.status = null
  await until('the stream', () => (dealer?.streams ?? 0) > 0)
  const { products } = listProducts.reply.parse((await new Visitor(url).get('/api/products')).body)
  expect(products.find(({ symbol }) => symbol === 'EURUSD')?.source).toBe('dealer')
  expect(await read('/metrics')).toContain('fairtick_venue_connected{venue="oanda"} 1')
  for (const line of ['nonsense', '{"type":"PRICE"}', 'x'.repeat(70_000)]) {
    dealer.send(line)
    await pause(50)
  }
  await until('the end of the long line', () => output().includes('a line is too long'))
  await until('another stream', () => (dealer?.streams ?? 0) > 0)
  dealer.token = 'another'
  dealer.cut()
  await until('the refusal', () => output().includes('refuses the token or the account'))
  expect(await read('/metrics')).toContain('fairtick_venue_connected{venue="oanda"} 0')
  await read('/api/products')
  await read('/')
  await server.stop()
  expect(output()).toContain('"dealer":"oanda"')
  expect([output(), ...seen].join('\n')).not.toContain(TOKEN)
}, 240_000)
