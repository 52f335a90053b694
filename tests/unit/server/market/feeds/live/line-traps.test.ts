import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LineName } from '#contract/venue-lines.ts'
import { createVenueFeed, type VenueFeed } from '#server/market/feeds/live/venue-feed.ts'
import type { Venue } from '#server/market/feeds/live/venue.ts'
import { digits } from '#server/market/feeds/live/venues/frame.ts'
import { VENUES } from '#server/market/feeds/live/venues/table.ts'
import { createLogger } from '#server/platform/logging.ts'
import { chanceOf } from '#support/chance.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { pause, until } from '#support/until.ts'
import { PROTOCOLS } from '#support/venues/protocols.ts'
import { VenueServer } from '#support/venues/venue-server.ts'

const START_MS = 1_770_123_456_000
const BEYOND = '9007199254740993'

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
  got: string[]
  warnings(): string
}

/** A line that asks for these symbols, all of them busy. */
async function line(
  name: LineName,
  symbols: readonly string[],
  change: { venue?: Partial<Venue>; path?: string; before?: (server: VenueServer) => void } = {},
): Promise<Line> {
  const server = await VenueServer.open(name, clock)
  const got: string[] = []
  const lines: string[] = []
  change.before?.(server)
  const { origin } = new URL(server.url)
  const feed = createVenueFeed({
    venue: { ...VENUES[name], ...change.venue },
    symbols,
    busy: symbols,
    clock,
    log: createLogger('warn', { write: (text) => void lines.push(text) }),
    url: change.path === undefined ? server.url : origin.replace('http', 'ws') + change.path,
    random: chanceOf(7),
    onTrades: (trades) => void got.push(...trades.map(({ tradeId }) => tradeId)),
    onChange: () => undefined,
  })
  opened.push({ close: () => feed.stop() }, server)
  feed.start()
  for (let i = 0; i < 400 && !feed.isServing; i++) await play(50, 50)
  expect(feed.isServing).toBe(true)
  return { server, feed, got, warnings: () => lines.join('') }
}
async function play(ms: number, stepMs = 250): Promise<void> {
  for (let left = ms; left > 0; left -= stepMs) {
    await clock.advance(Math.min(stepMs, left))
    await pause(1)
  }
}
const tradeOf = (symbol: string, id: number | string, stampMs = clock.now()) => ({
  symbol,
  tradeId: String(id),
  price: '4180.22',
  stampMs,
})
const readOf = (name: LineName, frame: string) => VENUES[name].read(frame)

describe('what is confirmed and silent', () => {
  it('is a fault that names the symbol, at each minute, while others are served', async () => {
    const { server, feed, warnings } = await line('gate-perpetual', ['XAU_USDT', 'XTI_USDT'], {
      before: ({ silent }) => void silent.add('XTI_USDT'),
    })
    for (let second = 0; second < 150; second++) {
      server.trade(tradeOf('XAU_USDT', second + 1))
      await play(1_000, 500)
    }
    expect(feed.faults).toBe(2)
    expect(warnings()).toContain('"symbols":["XTI_USDT"]')
    expect(warnings()).not.toContain('XAU_USDT')
    expect(server.violations).toEqual([])
  })

  it('is the route of Binance that is not /market', async () => {
    const right = await line('binance-perpetual', ['XAUUSDT'])
    right.server.trade(tradeOf('XAUUSDT', 1))
    await until('a trade', () => right.got.length === 1)
    const wrong = await line('binance-perpetual', ['XAUUSDT'], { path: '/public/stream' })
    for (let second = 0; second < 80; second++) {
      wrong.server.trade(tradeOf('XAUUSDT', second + 1))
      await play(1_000, 500)
    }
    expect(wrong.got).toEqual([])
    expect(wrong.feed.faults).toBe(1)
    expect(wrong.warnings()).toContain('"symbols":["XAUUSDT"]')
  })

  it('is a symbol of MEXC in lower case', async () => {
    const { server, feed, warnings } = await line('mexc-perpetual', ['xau_usdt'])
    for (let second = 0; second < 80; second++) {
      server.trade(tradeOf('XAU_USDT', second + 1))
      await play(1_000, 500)
    }
    expect(feed.faults).toBe(1)
    expect(warnings()).toContain('xau_usdt')
  })

  it('is a name of Bitget with another type of instrument', async () => {
    const { subscribe } = VENUES.bitget
    const { server, feed, warnings } = await line('bitget-perpetual', ['XAUUSDT'], {
      venue: { subscribe },
      before: ({ protocol }) => {
        // The venue confirms the name as it was asked for.
        protocol.confirm = () => PROTOCOLS.bitget.confirm(['XAUUSDT'], null)
      },
    }).finally(() => {
      PROTOCOLS['bitget-perpetual'].confirm = confirmBitget
    })
    for (let second = 0; second < 80; second++) {
      server.trade(tradeOf('XAUUSDT', second + 1))
      await play(1_000, 500)
    }
    expect(feed.faults).toBe(1)
    expect(warnings()).toContain('"symbols":["XAUUSDT"]')
  })
})
const confirmBitget = PROTOCOLS['bitget-perpetual'].confirm

describe('trades from before a subscription', () => {
  it.each<[LineName, string]>([
    ['bitget', 'BNBUSDT'],
    ['bitget-perpetual', 'XAUUSDT'],
    ['gate', 'BNB_USDT'],
    ['gate-perpetual', 'XAU_USDT'],
    ['mexc-perpetual', 'XAU_USDT'],
    ['okx-perpetual', 'XAU-USDT-SWAP'],
  ])('do not count at %s, by flag, stamp or place', async (name, symbol) => {
    const before = tradeOf(symbol, 1, START_MS - 40_000)
    const { server, got } = await line(name, [symbol], {
      before: (venue) => venue.remember(before),
    })
    server.trade(tradeOf(symbol, 2))
    await until('the trade after it', () => got.includes('2'))
    expect(got).toEqual(['2'])
  })

  it('have a flag at Bitget, which no stamp can contradict', () => {
    const trade = tradeOf('XAUUSDT', 1, START_MS)
    const frame = PROTOCOLS['bitget-perpetual'].backfill?.(trade) ?? ''
    expect(readOf('bitget-perpetual', frame)).toEqual([{ kind: 'alive' }])
    const odd = frame.replace('"snapshot"', '"whole"')
    expect(readOf('bitget-perpetual', odd)).toMatchObject([{ kind: 'fault' }])
  })
})

describe('trades that were not made in the open order book', () => {
  it.each<[LineName, string, string]>([
    ['bybit-perpetual', 'XAUUSDT', '"BT":true'],
    ['gate-perpetual', 'XAU_USDT', '"is_internal":true'],
    ['binance-perpetual', 'XAUUSDT', '"X":"INSURANCE_FUND"'],
  ])('are dropped at %s', (name, symbol, flag) => {
    const frame = PROTOCOLS[name].trade({ ...tradeOf(symbol, 7, START_MS), isApart: true })
    expect(frame).toContain(flag)
    expect(readOf(name, frame)).toEqual([{ kind: 'alive' }])
    const own = flag.split(':')[0] ?? ''
    expect(readOf(name, frame.replace(flag, `${own}:7`))).toMatchObject([{ kind: 'fault' }])
  })

  it.each([
    ['MARKET', 'trades'],
    ['ADL', 'alive'],
    ['NA', 'alive'],
    ['OTHER', 'fault'],
  ])('of origin %s at Binance are read as %s', (origin, kind) => {
    const made = { ...tradeOf('XAUUSDT', 7, START_MS), isApart: true }
    const frame = PROTOCOLS['binance-perpetual'].trade(made).replace('INSURANCE_FUND', origin)
    expect(readOf('binance-perpetual', frame)).toMatchObject([{ kind }])
  })

  it('are told from those of Binance’s undocumented stream, whose ids are others', () => {
    const frame = PROTOCOLS.binance.trade(tradeOf('XAUUSDT', 7, START_MS))
    expect(readOf('binance-perpetual', frame)).toEqual([{ kind: 'alive' }])
  })
})

describe('texts and numbers', () => {
  it.each<[LineName, string]>([
    ['binance-perpetual', 'XAUUSDT'],
    ['bitget-perpetual', 'XAUUSDT'],
    ['gate', 'BNB_USDT'],
    ['gate-perpetual', 'XAU_USDT'],
    ['mexc-perpetual', 'XAU_USDT'],
    ['okx-perpetual', 'XAU-USDT-SWAP'],
  ])('keep an id beyond 2^53 at %s', (name, symbol) => {
    const frame = PROTOCOLS[name].trade(tradeOf(symbol, BEYOND, START_MS))
    expect(readOf(name, frame)).toMatchObject([{ kind: 'trades', trades: [{ tradeId: BEYOND }] }])
  })

  it('keep the digits of MEXC’s bare numbers, and take no exponent for a price', () => {
    const frame = (p: string): string =>
      `{"symbol":"XAU_USDT","data":[{"p": ${p} ,"v":3,"t":${START_MS},"i":"7"}],"channel":"push.deal"}`
    for (const price of ['80489', '4180.10', '0.000001200']) {
      expect(readOf('mexc-perpetual', frame(price))).toMatchObject([{ trades: [{ price }] }])
    }
    for (const price of ['1.326E-4', '-1', '"1e3"', '00.1']) {
      expect(readOf('mexc-perpetual', frame(price))).toMatchObject([{ kind: 'fault' }])
    }
  })

  it('refuse a trade of MEXC without an id, and the shape from before 2025', () => {
    const deal = `{"p":4180.1,"v":3,"t":${START_MS}}`
    const frame = (data: string): string =>
      `{"symbol":"XAU_USDT","data":${data},"channel":"push.deal"}`
    expect(readOf('mexc-perpetual', frame(`[${deal}]`))).toMatchObject([{ kind: 'fault' }])
    expect(readOf('mexc-perpetual', frame(deal))).toMatchObject([{ kind: 'fault' }])
  })

  it('read a size of Gate as a number and as text', () => {
    const frame = PROTOCOLS['gate-perpetual'].trade(tradeOf('XAU_USDT', 7, START_MS))
    expect(readOf('gate-perpetual', frame)).toMatchObject([{ kind: 'trades' }])
    const numbered = frame.replace('"-0.25"', '-108')
    expect(numbered).not.toBe(frame)
    expect(readOf('gate-perpetual', numbered)).toMatchObject([{ kind: 'trades' }])
  })

  it('take stamps in nanoseconds, with a fraction, and not in seconds', () => {
    expect(Math.floor(digits('1788336082402208123', 1e6))).toBe(1_788_336_082_402)
    expect(Math.floor(digits('1788336082402.208000'))).toBe(1_788_336_082_402)
    for (const odd of ['1788336082', '1788336082402.', '1788336082402.2.2', '-1788336082402']) {
      expect(digits(odd)).toBeNaN()
    }
  })
})

it.each<[LineName, string]>([
  ['bitget', 'BNBUSDT'],
  ['bitget-perpetual', 'XAUUSDT'],
  ['bybit-perpetual', 'XAUUSDT'],
  ['gate-perpetual', 'XAU_USDT'],
  ['mexc-perpetual', 'XAU_USDT'],
])('sends the pings that %s wants although data flows', async (name, symbol) => {
  const { server, feed, got } = await line(name, [symbol])
  for (let second = 1; second <= 150; second++) {
    server.trade(tradeOf(symbol, second))
    await play(1_000, 500)
  }
  await until('the last trade', () => got.includes('150'))
  expect(server.violations).toEqual([])
  expect(server.attempts).toHaveLength(1)
  expect(feed.reconnects).toBe(0)
})

it('counts answers of MEXC that do not name the symbol, beside refusals that do', async () => {
  const symbols = ['XAU_USDT', 'NOPE_USDT', 'SILVER_USDT']
  const { server, got, warnings } = await line('mexc-perpetual', symbols, {
    before: ({ unknown }) => void unknown.add('NOPE_USDT'),
  })
  for (const [n, symbol] of ['XAU_USDT', 'SILVER_USDT'].entries()) {
    server.trade(tradeOf(symbol, n + 1))
  }
  await until('both trades', () => got.length === 2)
  expect(warnings()).toContain('"symbols":["NOPE_USDT"]')
  expect(warnings()).not.toContain('"SILVER_USDT"')
})

it.each<[LineName, string]>([
  ['okx-perpetual', 'XAU-USDT-SWAP'],
  ['bybit-perpetual', 'XAUUSDT'],
  ['bitget-perpetual', 'XAUUSDT'],
  ['gate-perpetual', 'XAU_USDT'],
  ['binance-perpetual', 'XAUUSDT'],
  ['mexc-perpetual', 'XAU_USDT'],
  ['gate', 'BNB_USDT'],
  ['bitget', 'BNBUSDT'],
])('is cut at %s, and resumes with the next trade', async (name, symbol) => {
  const { server, feed, got } = await line(name, [symbol])
  await play(4_000, 500)
  server.trade(tradeOf(symbol, 1))
  await until('a trade', () => got.length === 1)
  server.cut()
  await until('the end', () => !feed.isServing)
  for (let i = 0; i < 400 && !feed.isServing; i++) await play(50, 50)
  await play(4_000, 500)
  server.trade(tradeOf(symbol, 2))
  await until('the next trade', () => got.length === 2)
  expect(feed.reconnects).toBe(1)
  expect(server.violations).toEqual([])
})

it.each<[LineName, string]>([
  ['okx-perpetual', 'XAU-USDT-SWAP'],
  ['gate-perpetual', 'XAU_USDT'],
])('is renewed when %s announces a cut', async (name, symbol) => {
  const { server, got } = await line(name, [symbol])
  await play(4_000, 500)
  server.notice()
  await until('a second connection', async () => {
    await play(100, 50)
    return server.subscribers() === 2
  })
  await play(3_000, 500)
  server.cut(1)
  // A busy machine may read the cut after a trade.
  let id = 0
  await until('a trade', async () => {
    id += 1
    server.trade(tradeOf(symbol, id))
    await play(100, 50)
    return got.length > 0
  })
})

it('is renewed before Binance cuts it after a day', async () => {
  const cutAfterMs = 60_000
  const { limits } = VENUES['binance-perpetual']
  expect(limits.cutAfterMs).toBe(86_400_000)
  const { server, feed, got } = await line('binance-perpetual', ['XAUUSDT'], {
    venue: { limits: { ...limits, cutAfterMs } },
    before: (venue) => void (venue.cutAfterMs = cutAfterMs),
  })
  for (let id = 1; id <= 150; id++) {
    server.trade(tradeOf('XAUUSDT', id))
    await play(500)
  }
  await until('the last trade', () => got.includes('150'))
  expect(got).toHaveLength(150)
  expect(feed.reconnects).toBe(1)
  expect(server.violations).toEqual([])
})
