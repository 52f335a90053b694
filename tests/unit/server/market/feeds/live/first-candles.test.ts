import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { PRODUCTS } from '#server/market/catalogue.ts'
import { joinedStages, readFirstCandles } from '#server/market/feeds/live/first-candles.ts'
import { createLogger } from '#server/platform/logging.ts'

const NOW = Date.parse('2026-11-25T08:10:30.000Z')
const STEPS: Readonly<Record<string, number>> = { '1m': 60_000, '1h': 3_600_000, '1d': 86_400_000 }
const BTC = PRODUCTS.filter(({ symbol }) => symbol === 'BTCUSDT')

let server: Server | undefined
afterEach(() => void server?.close())

/** A venue that answers with the newest bars before `endTime`, or otherwise. */
async function venue(answerOf: (rows: unknown[][]) => unknown = (rows) => rows): Promise<string> {
  server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams
    const step = STEPS[query.get('interval') ?? ''] ?? 0
    const end = Number(query.get('endTime'))
    const last = end - (end % step)
    const rows = Array.from({ length: 1_000 }, (_, n) => {
      const openTime = last - (999 - n) * step
      return [
        openTime,
        '61000.10',
        '61002.999',
        '60999.00',
        '61001.50',
        '12.5',
        openTime + step - 1,
      ]
    })
    response.end(JSON.stringify(answerOf(rows)))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}
const read = async (url: string, lines: string[] = []) => {
  const log = createLogger('warn', { write: (line) => void lines.push(line) })
  return readFirstCandles({ url, products: BTC, nowMs: NOW, log })
}

it('reads days, hours and minutes, each up to where the finer ones begin', async () => {
  const stages = (await read(await venue())).get(18) ?? []
  expect(stages.map(({ interval }) => interval)).toEqual(['1d', '1h', '1m'])
  const edges = stages.map(({ interval, bars }) => {
    const step = STEPS[interval] ?? 0
    return [bars[0]?.openTime, (bars.at(-1)?.openTime ?? 0) + step]
  })
  const [days, hours, minutes] = edges
  // The minute that runs is not taken, and nothing overlaps or is missing.
  expect(minutes?.[1]).toBe(NOW - 30_000)
  expect(hours?.[1]).toBe(minutes?.[0])
  expect(days?.[1]).toBe(hours?.[0])
  expect(stages[2]?.bars[0]).toEqual({
    openTime: minutes?.[0],
    open: 6_100_010,
    high: 6_100_299,
    low: 6_099_900,
    close: 6_100_150,
    volume: 0,
    turnover: 0n,
  })
})

it.each<[string, (rows: unknown[][]) => unknown]>([
  ['an error', () => ({ code: -1121, msg: 'Invalid symbol.' })],
  ['a price that is none', (rows) => [[...(rows[0] ?? []).slice(0, 4), '6e4']]],
  ['a bar whose low is above its high', (rows) => [[rows[0]?.[0], '1', '1', '2', '1', '0']]],
  ['bars that are not in order', (rows) => rows.toReversed()],
  ['more than it was asked for', (rows) => [...rows, ...rows]],
])('starts without candles, and says so, where the venue answers %s', async (_, answerOf) => {
  const lines: string[] = []
  expect(await read(await venue(answerOf), lines)).toEqual(new Map())
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('charts begin with it')
})

it('starts without candles where no venue answers', async () => {
  expect(await read('http://127.0.0.1:9')).toEqual(new Map())
})

it('leaves out a stage that has no bars', () => {
  const openTime = NOW - (NOW % 86_400_000) - 86_400_000
  const bars = [{ openTime, open: 1, high: 1, low: 1, close: 1, volume: 0, turnover: 0n }]
  const stages = [
    { interval: '1d' as const, bars },
    { interval: '1h' as const, bars: [] },
    { interval: '1m' as const, bars: [] },
  ]
  expect(joinedStages(stages, NOW).map((stage) => stage.bars.length)).toEqual([1, 0, 0])
})
