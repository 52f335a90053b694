import { afterEach, expect, it } from 'vitest'
import type { FeedEvent, Feed } from '#server/market/feeds/feed.ts'
import { PRODUCTS } from '#server/market/catalogue.ts'
import { oanda } from '#server/market/feeds/live/dealer/oanda.ts'
import { dealerProducts } from '#server/market/feeds/live/dealer/dealer-products.ts'
import { createLiveFeed } from '#server/market/feeds/live/live-feed.ts'
import { isBusy, liveProducts, symbolAt } from '#server/market/feeds/live/live-products.ts'
import { createLogger } from '#server/platform/logging.ts'
import { chanceOf } from '#support/chance.ts'
import { fakeVenues } from '#support/fake-venues.ts'
import { type ManualClock, manualClock } from '#support/manual-clock.ts'
import { pause, until } from '#support/until.ts'
import { DealerServer } from '#support/venues/dealer-server.ts'

const WEDNESDAY = Date.parse('2026-11-25T08:00:00.000Z')
const TOKEN = '0123456789abcdef0123456789abcdef'
const EURUSD = 9
const VENUES = ['binance', 'bybit', 'okx'] as const

let feed: Feed | undefined
let server: DealerServer | undefined
afterEach(async () => {
  await feed?.stop()
  await server?.close()
})

interface Room {
  clock: ManualClock
  server: DealerServer
  feed: Feed
  events: FeedEvent[]
  venues: ReturnType<typeof fakeVenues>
  /** The dealer quotes EUR_USD now, or with another stamp. */
  quote(bid: string, ask: string, more?: { atMs?: number; tradeable?: boolean }): Promise<void>
  play(ms: number): Promise<void>
}

async function room(startMs = WEDNESDAY): Promise<Room> {
  const clock = manualClock(startMs)
  const dealer = await DealerServer.open(clock, TOKEN)
  const venues = fakeVenues(VENUES)
  const { kind: _, candles: __, ...choice } = venues.choice
  const products = [...liveProducts(PRODUCTS, VENUES).products, ...dealerProducts(PRODUCTS, oanda)]
  const live = createLiveFeed({
    ...choice,
    products,
    without: [],
    clock,
    log: createLogger('silent'),
    symbolAt,
    isBusy,
    history: new Map(),
    random: chanceOf(7),
    dealer: {
      dealer: oanda,
      access: { account: '101-001-1234567-001', environment: 'practice', token: () => TOKEN },
      url: dealer.url,
    },
  })
  feed = live
  server = dealer
  const events: FeedEvent[] = []
  const feedLog = { drained: async () => undefined, priceAt: async () => null }
  const mine = (each: FeedEvent): boolean => each.productId === EURUSD
  await live.start((more) => void events.push(...more.filter(mine)), feedLog, startMs)
  const play = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 50) {
      await clock.advance(Math.min(50, left))
      await pause(1)
    }
  }
  const isServing = (): boolean => live.live?.health().at(-1)?.connected === true
  await until('a stream', async () => {
    if (!isServing()) await play(50)
    return isServing()
  })
  const heard = (): number => live.live?.health().at(-1)?.heardAt ?? 0
  return {
    clock,
    server: dealer,
    feed: live,
    events,
    venues,
    play,
    quote: async (bid, ask, { atMs = clock.now(), ...more } = {}) => {
      await play(50)
      const before = heard()
      dealer.quote({
        instrument: 'EUR_USD',
        bid,
        ask,
        atMs: atMs === 0 ? clock.now() : atMs,
        ...more,
      })
      await until('the quote', () => heard() > before)
      await pause(1)
    },
  }
}

const pricesOf = (events: readonly FeedEvent[]): number[] =>
  events.flatMap((event) => (event.kind === 'tick' ? [event.price] : []))

it('makes the price the middle of the quote, cut off at the decimals, with the quote itself', async () => {
  const { quote, events, feed: live, clock } = await room()
  const atMs = clock.now() + 20
  await quote('1.08341', '1.08354', { atMs })
  expect(pricesOf(events)).toEqual([108_347])
  expect(events.at(-1)).toMatchObject({
    kind: 'tick',
    size: 0,
    quote: {
      dealer: 'oanda',
      instrument: 'EUR_USD',
      bid: '1.08341',
      ask: '1.08354',
      quotedAt: atMs,
      receivedAt: clock.now(),
      aheadMs: 0,
    },
  })
  expect(events.at(-1)).not.toHaveProperty('inputs')
  expect(live.alive(EURUSD)).toBe(true)
})

it('has no price while the dealer does not trade, and one again with its next quote', async () => {
  const { quote, play, events, feed: live } = await room()
  await quote('1.08341', '1.08353')
  await quote('1.08341', '1.08353', { tradeable: false })
  expect(live.alive(EURUSD)).toBe(false)
  expect(events.at(-1)).toMatchObject({ kind: 'gap', reason: 'feed' })
  await play(2_000)
  await quote('1.08351', '1.08363')
  await play(300)
  expect(live.alive(EURUSD)).toBe(true)
  expect(pricesOf(events)).toEqual([108_347, 108_357])
})

it('takes nothing of the snapshot after a reconnect for a new price', async () => {
  const { quote, play, events, feed: live, server: dealer } = await room()
  await quote('1.08341', '1.08353')
  dealer.cut()
  await until('the loss', async () => {
    await play(50)
    return !live.alive(EURUSD)
  })
  await until('another stream', async () => {
    await play(50)
    return dealer.streams > 0
  })
  await play(4_000)
  expect(live.alive(EURUSD)).toBe(false)
  expect(pricesOf(events)).toEqual([108_347])
  await quote('1.08351', '1.08363')
  await play(300)
  expect(pricesOf(events)).toEqual([108_347, 108_357])
})

it('loses the price when heartbeats are all that comes, and the gap is in the log', async () => {
  const { quote, play, events, feed: live } = await room()
  await quote('1.08341', '1.08353')
  await play(5_200)
  expect(live.alive(EURUSD)).toBe(false)
  expect(events.at(-1)).toMatchObject({ kind: 'gap', reason: 'feed' })
})

it.each([
  ['older than the newest', '1.08351', '1.08363', -10],
  ['late', '1.08351', '1.08363', -1_200],
])('takes no quote that is %s', async (_name, bid, ask, byMs) => {
  const { quote, play, events, clock } = await room()
  const first = clock.now() + 40
  await quote('1.08341', '1.08353', { atMs: first })
  await quote(bid, ask, { atMs: first + byMs })
  await play(300)
  expect(pricesOf(events)).toEqual([108_347])
})

it.each([
  ['wider than the terms allow', '1.08341', '1.08560'],
  ['crossed', '1.08353', '1.08341'],
])('has no price while a quote is %s', async (_name, bid, ask) => {
  const { quote, feed: live, events } = await room()
  await quote('1.08341', '1.08353')
  await quote(bid, ask)
  expect(live.alive(EURUSD)).toBe(false)
  expect(pricesOf(events)).toEqual([108_347])
})

it('makes no price of what is quoted at the weekend', async () => {
  const { quote, events, feed: live } = await room(Date.parse('2026-11-28T12:00:00.000Z'))
  await quote('1.08341', '1.08353')
  expect(live.alive(EURUSD)).toBe(false)
  expect(events).toEqual([])
})

it('is apart from the venues: neither needs the other', async () => {
  const { quote, play, feed: live, venues, server: dealer } = await room()
  const BTCUSDT = 18
  venues.trade('BTCUSDT', { binance: '61685.99', bybit: '61686.01', okx: '61685.50' })
  await quote('1.08341', '1.08353')
  expect([live.alive(BTCUSDT), live.alive(EURUSD)]).toEqual([true, true])
  expect(live.live?.venuesOf(EURUSD)).toBeNull()
  expect(live.live?.health().map(({ line }) => line)).toEqual([...VENUES, 'oanda'])
  for (const name of VENUES) venues.of(name).serve(false)
  expect([live.alive(BTCUSDT), live.alive(EURUSD)]).toEqual([false, true])
  dealer.status = { code: 401 }
  dealer.cut()
  await until('the refusal', async () => {
    await play(50)
    return live.live?.health().at(-1)?.refused === true
  })
  expect(live.alive(EURUSD)).toBe(false)
})
