import { expect, it } from 'vitest'
import type { LineName } from '#contract/venue-lines.ts'
import { PRODUCTS } from '#server/market/catalogue.ts'
import type { FeedEvent } from '#server/market/feeds/feed.ts'
import { createLiveFeed } from '#server/market/feeds/live/live-feed.ts'
import { isBusy, liveProducts, symbolAt } from '#server/market/feeds/live/live-products.ts'
import { createLogger } from '#server/platform/logging.ts'
import { fakeVenues } from '#support/fake-venues.ts'
import { manualClock } from '#support/manual-clock.ts'
import {
  FEED_PRODUCT,
  FEED_START,
  liveFeedFixture as opened,
  pricesOf,
  stateOf,
} from '#support/venues/live-feed-fixture.ts'

const START = FEED_START
const ID = FEED_PRODUCT
const ALL: readonly LineName[] = ['binance', 'bitstamp', 'bybit', 'kraken', 'okx']

const kindsOf = (events: readonly FeedEvent[]) => events.map(({ kind }) => kind)

it('has no price before three venues have traded, and then the middle one at once', async () => {
  const { clock, venues, feed, events } = await opened()
  expect([feed.source, feed.missed]).toEqual(['live', null])
  expect(
    feed.products.map((product) => feed.genesis(product)).every((first) => first === null),
  ).toBe(true)
  venues.trade('BTCUSDT', { binance: '60000.10', okx: '60000.30' })
  await clock.advance(300)
  expect(events).toEqual([])
  expect(stateOf(feed)).toEqual({
    alive: false,
    reason: 'venues',
    states: ['fresh', 'quiet', 'fresh'],
  })
  venues.trade('BTCUSDT', { bybit: '60000.209' })
  expect(pricesOf(events)).toEqual([[300, 6_000_020]])
  expect(events.at(-1)).toMatchObject({
    inputs: [
      { venue: 'binance', price: '60000.10', receivedAt: START },
      { venue: 'bybit', price: '60000.209', receivedAt: START + 300 },
      { venue: 'okx', price: '60000.30', receivedAt: START },
    ],
  })
  expect(stateOf(feed)).toEqual({ alive: true, reason: null, states: ['fresh', 'fresh', 'fresh'] })
  expect(feed.alive(ID)).toBe(true)
})

it('makes at most five prices per second, the first at once and the last never late', async () => {
  const { clock, venues, events } = await opened()
  venues.trade('BTCUSDT', { binance: '100.00', bybit: '100.00', okx: '100.00' })
  for (let n = 1; n <= 1_000; n++) {
    venues.of('binance').trade('BTCUSDT', `100.${String(n % 20).padStart(2, '0')}`)
    venues.of('okx').trade('BTCUSDT', `100.${String(n % 20).padStart(2, '0')}`)
    await clock.advance(1)
  }
  await clock.advance(1_000)
  const ticks = pricesOf(events)
  expect(ticks.map(([at]) => at)).toEqual([0, 200, 400, 600, 800, 1_000])
  // What the last trade made is not lost in the pause.
  expect(ticks.at(-1)?.[1]).toBe(10_000)
})

it('makes a price for each trade when they are rare, even if it is the same', async () => {
  const { clock, venues, events } = await opened()
  venues.trade('BTCUSDT', { binance: '100.00', bybit: '100.00', okx: '100.00' })
  for (let n = 0; n < 3; n++) {
    await clock.advance(700)
    venues.of('bybit').trade('BTCUSDT', '100.00')
  }
  await clock.advance(3_000)
  expect(pricesOf(events).map(([at]) => at)).toEqual([0, 700, 1_400, 2_100])
})

it('loses its price when a trade is too old, and says so in the log', async () => {
  const { clock, venues, feed, events, play } = await opened()
  await play(1_000, { binance: '100.00', bybit: '100.00', okx: '100.00' })
  const before = events.length
  venues.of('okx').trade('BTCUSDT', '100.00')
  await play(5_000, { binance: '100.00', bybit: '100.00' })
  expect(feed.alive(ID)).toBe(true)
  await clock.advance(1)
  // Sales stop at this moment, before anything is logged.
  expect(feed.alive(ID)).toBe(false)
  await clock.advance(100)
  expect(events.slice(before).at(-1)).toEqual({
    productId: ID,
    timeMs: START + 6_100,
    kind: 'gap',
    reason: 'feed',
  })
  expect(stateOf(feed)).toMatchObject({ alive: false, reason: 'venues' })
})

it('logs a gap again and again while orders may end, and one before the next price', async () => {
  const { clock, venues, events, play } = await opened()
  const prices = { binance: '100.00', bybit: '100.00', okx: '100.00' }
  await play(1_000, prices)
  venues.of('okx').serve(false)
  expect(events.at(-1)).toMatchObject({ kind: 'gap', timeMs: START + 1_000 })
  const before = events.length
  await play(30_000, { binance: '100.00', bybit: '100.00' })
  expect(kindsOf(events.slice(before))).toEqual(['gap', 'gap', 'gap'])
  await play(1_200_000, { binance: '100.00', bybit: '100.00' })
  // The longest order has ended after a quarter of an hour.
  expect(events.length - before).toBe(91)
  venues.of('okx').serve(true)
  const lost = events.length
  await play(100, prices)
  expect(kindsOf(events.slice(lost))).toEqual(['gap', 'tick'])
  const [gap, tick] = events.slice(lost)
  expect(gap?.timeMs).toBe(tick?.timeMs)
  await clock.advance(0)
})

it('does not flicker: a price that is lost comes back after a second', async () => {
  const { clock, venues, events } = await opened()
  venues.trade('BTCUSDT', { binance: '100.00', bybit: '100.00', okx: '100.00' })
  await clock.advance(500)
  venues.of('okx').trade('BTCUSDT', '101.00')
  venues.of('okx').trade('BTCUSDT', '100.01')
  expect(kindsOf(events)).toEqual(['gap', 'tick', 'gap'])
  await clock.advance(990)
  expect(events).toHaveLength(3)
  await clock.advance(10)
  expect(kindsOf(events)).toEqual(['gap', 'tick', 'gap', 'gap', 'tick'])
  expect(pricesOf(events)).toEqual([
    [0, 10_000],
    [1_500, 10_000],
  ])
})

it('has no price while venues are further apart than the limit, however many there are', async () => {
  const { feed, events, play } = await opened(ALL)
  const honest = { binance: '100.00', bitstamp: '100.01', bybit: '100.02', kraken: '100.03' }
  await play(1_000, { ...honest, okx: '100.50' })
  expect(feed.alive(ID)).toBe(true)
  expect(pricesOf(events).at(-1)?.[1]).toBe(10_002)
  await play(200, { ...honest, okx: '100.51' })
  expect(feed.alive(ID)).toBe(false)
  expect(stateOf(feed)).toMatchObject({ alive: false, reason: 'spread' })
  expect(events.at(-1)?.kind).toBe('gap')
})

it('ignores a trade that comes out of order, and one that comes twice', async () => {
  const { clock, venues, events } = await opened()
  venues.trade('BTCUSDT', { bybit: '100.00', okx: '100.00' })
  const binance = venues.of('binance')
  binance.trade('BTCUSDT', '100.10', { id: '500', tradedAt: START - 10 })
  await clock.advance(300)
  binance.trade('BTCUSDT', '99.90', { id: '499', tradedAt: START + 10 })
  binance.trade('BTCUSDT', '99.90', { id: '501', tradedAt: START - 11 })
  binance.trade('BTCUSDT', '99.90', { id: '500', tradedAt: START - 10 })
  await clock.advance(1_000)
  expect(events.filter(({ kind }) => kind === 'tick')).toHaveLength(1)
  // A stamp from the far future is no stamp, so it keeps nothing out.
  binance.trade('BTCUSDT', '100.20', { id: '502', tradedAt: START + 10_000_000 })
  binance.trade('BTCUSDT', '100.20', { id: '503', tradedAt: START + 1_300 })
  await clock.advance(1_000)
  const last = events.at(-1)
  expect(last).toMatchObject({ inputs: [{ venue: 'binance', tradeId: '503' }, {}, {}] })
})

it('does not count trades of a venue that is away, also not those from before', async () => {
  const { clock, venues, feed } = await opened()
  venues.trade('BTCUSDT', { binance: '100.00', bybit: '100.00', okx: '100.00' })
  venues.of('bybit').serve(false)
  expect(stateOf(feed)).toEqual({
    alive: false,
    reason: 'venues',
    states: ['fresh', 'away', 'fresh'],
  })
  venues.of('bybit').serve(true)
  await clock.advance(2_000)
  expect(stateOf(feed)).toMatchObject({ alive: false, states: ['fresh', 'quiet', 'fresh'] })
  // When it traded last is shown all the same.
  expect(feed.live?.venuesOf(ID)?.venues[1]).toMatchObject({ venue: 'bybit', tradedAt: START })
})

it('measures venues: lag, skew, messages and disagreement', async () => {
  const { clock, venues, feed } = await opened()
  venues.trade('BTCUSDT', { bybit: '100.00', okx: '100.00' })
  for (let n = 0; n < 130; n++) {
    const tradedAt = clock.now() + 1_270 - 20 - (n % 7) * 10
    venues.of('binance').trade('BTCUSDT', '100.10', { tradedAt })
    venues.trade('BTCUSDT', { bybit: '100.00', okx: '100.00' })
    await clock.advance(100)
  }
  const [binance, bybit] = feed.live?.health() ?? []
  expect(binance).toMatchObject({
    line: 'binance',
    connected: true,
    skewMs: 1_250,
    lagMs: -1_220,
    messagesPerSecond: 10,
    heardAt: START + 12_900,
    reconnects: 0,
    faults: 0,
  })
  expect(binance?.disagreementBps).toBeCloseTo(10, 6)
  expect(bybit).toMatchObject({ skewMs: 0, lagMs: 0, disagreementBps: 0 })
})

it('makes prices by the terms in force until a change that was announced', async () => {
  const { clock, venues, feed, events } = await opened(['binance', 'bybit', 'coinbase', 'okx'])
  const product = feed.products.find(({ id }) => id === ID)
  const index = product?.terms.index
  if (index === undefined) throw new Error('no terms of a live price')
  const venuesBefore = index.venues.filter((name) => name !== 'coinbase')
  const former = { ...index, venues: venuesBefore, freshMs: 2_000 }
  feed.live?.follow((_, timeMs) =>
    product === undefined || timeMs >= START + 10_000
      ? product?.terms
      : { ...product.terms, index: former },
  )
  venues.trade('BTCUSDT', { binance: '100.00', coinbase: '100.01', okx: '100.02' })
  await clock.advance(300)
  expect(events).toEqual([])
  venues.trade('BTCUSDT', { bybit: '100.03' })
  expect(events.at(-1)).toMatchObject({ price: 10_002 })
  await clock.advance(10_000)
  venues.trade('BTCUSDT', { binance: '100.00', coinbase: '100.01', okx: '100.02' })
  await clock.advance(1_000)
  expect(events.at(-1)).toMatchObject({ price: 10_001 })
})

it('says on the console when no venue can be reached, within ten seconds, and when one can', async () => {
  const clock = manualClock(START)
  const venues = fakeVenues(['binance', 'bybit', 'okx'])
  const lines: string[] = []
  const log = createLogger('warn', { write: (line) => void lines.push(line) })
  const { kind: _, candles: __, ...choice } = venues.choice
  const live = liveProducts(PRODUCTS, ['binance', 'bybit', 'okx'])
  const feed = createLiveFeed({
    ...choice,
    ...live,
    clock,
    log,
    symbolAt,
    isBusy,
    history: new Map(),
  })
  for (const name of ['binance', 'bybit', 'okx'] as const) venues.of(name).serve(false)
  const feedLog = { drained: async () => undefined, priceAt: async () => null }
  await feed.start(() => undefined, feedLog, START)
  await clock.advance(10_000)
  expect(lines.filter((line) => line.includes('no venue can be reached'))).toHaveLength(1)
  await clock.advance(60_000)
  expect(lines).toHaveLength(1)
  venues.of('okx').serve(true)
  await clock.advance(1_000)
  expect(lines.at(-1)).toContain('a venue can be reached again')
})
