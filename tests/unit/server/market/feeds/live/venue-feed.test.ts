import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LineName, lineName } from '#contract/venue-lines.ts'
import { createVenueFeed, type VenueFeed } from '#server/market/feeds/live/venue-feed.ts'
import { VENUES } from '#server/market/feeds/live/venues/table.ts'
import { createLogger } from '#server/platform/logging.ts'
import { chanceOf } from '#support/chance.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { pause, until } from '#support/until.ts'
import type { MadeTrade } from '#support/venues/protocol.ts'
import { VenueServer } from '#support/venues/venue-server.ts'

const START_MS = 1_770_123_456_000
const SYMBOLS: Readonly<Record<LineName, [string, string]>> = {
  binance: ['BTCUSDT', 'ETHUSDT'],
  bitstamp: ['btcusdt', 'ethusdt'],
  bybit: ['BTCUSDT', 'ETHUSDT'],
  coinbase: ['BTC-USDT', 'ETH-USDT'],
  kraken: ['BTC/USDT', 'ETH/USDT'],
  okx: ['BTC-USDT', 'ETH-USDT'],
  'okx-perpetual': ['XAU-USDT-SWAP', 'CL-USDT-SWAP'],
  'binance-perpetual': ['XAUUSDT', 'CLUSDT'],
  bitget: ['BNBUSDT', 'AVAXUSDT'],
  'bitget-perpetual': ['XAUUSDT', 'CLUSDT'],
  'bybit-perpetual': ['XAUUSDT', 'CLUSDT'],
  gate: ['BNB_USDT', 'AVAX_USDT'],
  'gate-perpetual': ['XAU_USDT', 'CL_USDT'],
  'mexc-perpetual': ['XAU_USDT', 'USOIL_USDT'],
}

let clock: ManualClock
const opened: { close(): Promise<void> }[] = []
beforeEach(() => {
  clock = manualClock(START_MS)
})
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

interface Line {
  server: VenueServer
  feed: VenueFeed
  /** The ids of the trades that the feed passed on. */
  got: string[]
  /** What it has logged as warnings. */
  warnings(): string
}

async function line(name: LineName, cutAfterMs?: number): Promise<Line> {
  const server = await VenueServer.open(name, clock)
  const got: string[] = []
  const lines: string[] = []
  const venue = VENUES[name]
  if (cutAfterMs !== undefined) server.cutAfterMs = cutAfterMs
  const feed = createVenueFeed({
    venue: cutAfterMs === undefined ? venue : { ...venue, limits: { ...venue.limits, cutAfterMs } },
    symbols: SYMBOLS[name],
    busy: SYMBOLS[name].slice(0, 1),
    clock,
    log: createLogger('warn', { write: (text) => void lines.push(text) }),
    url: server.url,
    random: chanceOf(7),
    onTrades: (trades) => void got.push(...trades.map(({ tradeId }) => tradeId)),
    onChange: () => undefined,
  })
  opened.push({ close: () => feed.stop() }, server)
  feed.start()
  return { server, feed, got, warnings: () => lines.join('') }
}

/** Lets market time pass in steps, between which the sockets do what they have to. */
async function play(ms: number, stepMs = 250): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    await clock.advance(Math.min(stepMs, left))
    await pause(1)
  }
}
async function serving({ feed }: Line): Promise<void> {
  for (let i = 0; i < 400 && !feed.isServing; i++) await play(50, 50)
  expect(feed.isServing).toBe(true)
}
const tradeOf = ({ server }: Line, id: number): MadeTrade => ({
  symbol: SYMBOLS[server.name][0] ?? '',
  tradeId: String(id),
  price: '61685.99',
  stampMs: clock.now(),
})
const arrived = ({ got }: Line, id: number): Promise<unknown> =>
  until(`trade ${id}`, () => got.includes(String(id)))

it.each(Object.keys(SYMBOLS) as LineName[])(
  'subscribes at %s, and keeps its connection alive within its limits',
  async (name) => {
    const venue = await line(name)
    await serving(venue)
    for (let id = 1; id <= 10; id++) {
      venue.server.trade(tradeOf(venue, id))
      venue.server.trade(tradeOf(venue, id))
      await play(10_000, 1_000)
    }
    await arrived(venue, 10)
    expect(venue.got).toEqual(Array.from({ length: 10 }, (_, n) => String(n + 1)))
    expect(venue.server.violations).toEqual([])
    expect(venue.server.attempts).toHaveLength(1)
  },
)

it('replaces a connection before the venue cuts it, without losing a trade', async () => {
  const venue = await line('binance', 60_000)
  await serving(venue)
  let turned = 0
  const trades = 400
  for (let id = 1; id <= trades; id++) {
    venue.server.trade(tradeOf(venue, id))
    await play(500)
    if (!venue.feed.isServing) turned += 1
  }
  await arrived(venue, trades)
  expect(venue.got).toHaveLength(trades)
  expect(turned).toBe(0)
  expect(venue.feed.reconnects).toBe(3)
  expect(venue.server.subscribers()).toBe(1)
  expect(venue.server.violations).toEqual([])
})

it.each(['binance', 'okx', 'bitstamp'] as const)(
  'connects anew when %s announces a cut, before the cut',
  async (name) => {
    const venue = await line(name)
    await serving(venue)
    await play(4_000)
    venue.server.notice()
    await until('a second connection', async () => {
      await play(100, 50)
      return venue.server.subscribers(2) === 2
    })
    venue.server.trade(tradeOf(venue, 1))
    venue.server.cut(1)
    await arrived(venue, 1)
    venue.server.trade(tradeOf(venue, 2))
    await arrived(venue, 2)
    expect(venue.feed.isServing).toBe(true)
    expect(venue.got).toEqual(['1', '2'])
  },
)

it('notices a half-open connection, and takes a quiet market for none', async () => {
  const venue = await line('bybit')
  await serving(venue)
  await play(40_000, 1_000)
  expect(venue.feed.isServing).toBe(true)
  expect(venue.server.attempts).toHaveLength(1)
  venue.server.health = 'stalled'
  await play(12_000, 500)
  expect(venue.feed.isServing).toBe(false)
  venue.server.health = 'well'
  await serving(venue)
})

it('renews a connection that brings no trade for long', async () => {
  const venue = await line('bybit')
  await serving(venue)
  await play(100_000, 1_000)
  expect(venue.server.attempts.length).toBe(2)
  expect(venue.feed.isServing).toBe(true)
})

it('tries within the limit, and finds the venue again by itself', async () => {
  const venue = await line('bitstamp')
  await serving(venue)
  venue.server.health = 'away'
  venue.server.cut()
  await play(200_000, 500)
  expect(venue.feed.isServing).toBe(false)
  expect(venue.server.attempts.length).toBeGreaterThan(10)
  venue.server.health = 'well'
  await play(31_000, 500)
  expect(venue.feed.isServing).toBe(true)
  // A venue that cuts each connection at once gets no more attempts than it allows either.
  for (let i = 0; i < 100; i++) {
    venue.server.cut()
    await play(500)
  }
  expect(venue.server.violations).toEqual([])
})

it('takes no trade while the venue is under maintenance', async () => {
  const venue = await line('kraken')
  await serving(venue)
  venue.server.status('post_only')
  venue.server.trade(tradeOf(venue, 1))
  await until('maintenance', () => !venue.feed.isServing)
  venue.server.status('online')
  venue.server.trade(tradeOf(venue, 2))
  await arrived(venue, 2)
  expect(venue.got).toEqual(['2'])
  expect(venue.feed.since).toBe(clock.now())
})

it('does not count the trade from before that OKX repeats', async () => {
  const venue = await line('okx')
  venue.server.remember(tradeOf(venue, 1))
  await serving(venue)
  venue.server.trade(tradeOf(venue, 2))
  await arrived(venue, 2)
  expect(venue.got).toEqual(['2'])
})

describe.each(['as documented', 'with its whole request'])('a symbol that is refused %s', (how) => {
  it.each(lineName.options)('leaves the others of %s', async (name) => {
    const venue = await line(name)
    if (how === 'with its whole request') venue.server.refusesWhole = true
    const [known, unknown] = SYMBOLS[name]
    venue.server.unknown.add(unknown)
    await serving(venue)
    await play(4_000, 1_000)
    venue.server.trade({ ...tradeOf(venue, 1), symbol: known })
    await arrived(venue, 1)
    expect(venue.server.attempts.length).toBe(1)
    expect(venue.server.violations).toEqual([])
    expect(venue.warnings()).toContain(`"symbols":["${unknown}"]`)
  })
})

it('reads a flood in slices, and the newest trades in any case', async () => {
  const venue = await line('okx')
  await serving(venue)
  await play(4_000, 1_000)
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  for (let id = 1; id <= 30_000; id++) venue.server.trade(tradeOf(venue, id))
  await arrived(venue, 30_000)
  isDone = true
  expect(venue.feed.messages).toBeGreaterThan(30_000)
  expect(turns).toBeGreaterThan(50)
  expect(new Set(venue.got).size).toBe(venue.got.length)
})

it('counts what it cannot read, and goes on', async () => {
  const venue = await line('coinbase')
  await serving(venue)
  const foreign = { ...tradeOf(venue, 1), symbol: 'DOGE-USDT' }
  const frames = ['{', '{"type":"match"}', new Uint8Array([1, 2, 3]), '\u0000', '[[[']
  for (const frame of frames) venue.server.raw(frame)
  venue.server.raw(venue.server.protocol.trade(foreign))
  venue.server.trade(tradeOf(venue, 2))
  await arrived(venue, 2)
  expect(venue.got).toEqual(['2'])
  expect(venue.feed.faults).toBe(frames.length + 1)
  // A frame beyond the limit ends the connection.
  venue.server.raw('x'.repeat(400_000))
  await until('the end of the connection', () => !venue.feed.isServing)
  await serving(venue)
})
