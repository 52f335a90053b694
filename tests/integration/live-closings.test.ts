import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listProducts } from '#contract/endpoints/market.ts'
import { getClosings, listBreaks } from '#contract/endpoints/public-records.ts'
import { tickRecord } from '#contract/tick-log.ts'
import type { LineName } from '#contract/venue-lines.ts'
import { writeClosings } from '#server/market/feeds/live/closings/closings-file.ts'
import { symbolAt } from '#server/market/feeds/live/live-products.ts'
import { fakeVenues } from '#support/fake-venues.ts'
import { manualClock, playTime } from '#support/manual-clock.ts'
import { openOn } from '#support/market-fixture.ts'
import { type TestServer, testServer } from '#support/server.ts'

/** Half a minute before a closing of a holiday, within the weekly hours of futures. */
const CLOSES = Date.parse('2026-11-26T19:30:00.000Z')
const OPENS = Date.parse('2026-11-26T23:00:00.000Z')
const START = CLOSES - 30_000
const LINES: LineName[] = ['bybit-perpetual', 'gate-perpetual', 'okx-perpetual']
const clock = manualClock(START)
const venues = fakeVenues(LINES)
const closings = {
  source: 'a test',
  readAt: START,
  covers: [[CLOSES - 86_400_000, CLOSES + 86_400_000] as const],
  closed: [[CLOSES, OPENS] as const],
}

let server: TestServer
let folder = ''
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-closings-'))
  const file = join(folder, 'closings.json')
  writeClosings(file, closings)
  server = await testServer({ clock, openMarket: openOn({ ...venues.choice, closings: [file] }) })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

async function trade(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    for (const line of LINES) {
      const symbol = symbolAt('XAUUSDT', line)
      if (symbol !== undefined) venues.of(line).trade(symbol, `4180.${10 + (left % 7)}`)
    }
    await playTime(clock, 500)
  }
}
const gold = async () => {
  const { products } = await server.visitor().read(listProducts.reply, '/api/products')
  return products.find(({ symbol }) => symbol === 'XAUUSDT')
}

it('publishes the closings that it goes by', async () => {
  const reply = await server.visitor().read(getClosings.reply, '/api/public/closings')
  expect(reply.closings).toEqual(closings)
})

it('sells until a published closing, and halts there for all, with the reason that a calendar has', async () => {
  await trade(10_000)
  expect((await gold())?.session).toEqual({ state: 'open', opensAt: null, closesAt: CLOSES })
  await trade(30_000)
  expect((await gold())?.session).toEqual({ state: 'closed', opensAt: OPENS, closesAt: null })
  const { breaks } = await server.visitor().read(listBreaks.reply, '/api/public/breaks')
  const halts = breaks.flatMap((each) =>
    each.symbol === 'XAUUSDT' && each.kind === 'halt' ? [each] : [],
  )
  expect(halts.map(({ reason }) => reason)).toContain('closed')
  for (const { timeMs } of halts) expect(timeMs).toBeGreaterThanOrEqual(CLOSES)
  // The venues trade on, from their own books.
  const log = await (await fetch(`${server.url}/api/ticks/XAUUSDT.ndjson`)).text()
  const records = log
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [tickRecord.parse(JSON.parse(line))]))
  expect(records.some(({ kind }) => kind === 'tick')).toBe(true)
  expect(records.filter(({ kind, timeMs }) => kind === 'tick' && timeMs >= CLOSES)).toEqual([])
  expect(halts).toHaveLength(1)
})
