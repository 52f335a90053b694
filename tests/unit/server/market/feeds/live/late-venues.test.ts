import { expect, it } from 'vitest'
import type { VenueName } from '#contract/index-price.ts'
import { liveFeedFixture, pricesOf, stateOf } from '#support/venues/live-feed-fixture.ts'

const ON_TIME = ['fresh', 'fresh', 'fresh']
const PRICE = '100.00'

/** Venues that trade each 100 ms, with stamps that are so far before (or, negative, after) their arrival. */
async function opened() {
  const fixture = await liveFeedFixture()
  const { clock, venues } = fixture
  const play = async (
    ms: number,
    lagsMs: Partial<Record<VenueName, number>> = {},
    prices: Partial<Record<VenueName, string>> = {},
  ) => {
    for (let left = ms; left > 0; left -= 100) {
      for (const name of ['binance', 'bybit', 'okx'] as const) {
        const tradedAt = clock.now() - (lagsMs[name] ?? 50)
        venues.of(name).trade('BTCUSDT', prices[name] ?? PRICE, { tradedAt })
      }
      await clock.advance(100)
    }
  }
  return { ...fixture, play, states: () => stateOf(fixture.feed).states }
}

it('has no price of trades that happened long ago and arrive now', async () => {
  const { feed, events, play, states } = await opened()
  await play(3_000, { bybit: 50_000, okx: 50_000 }, { binance: '99.70' })
  expect(states()).toEqual(['fresh', 'quiet', 'quiet'])
  expect(pricesOf(events)).toEqual([])
  expect(feed.alive(18)).toBe(false)
  await play(3_000, { binance: 2_400_000, bybit: 2_400_000, okx: 2_400_000 })
  expect(pricesOf(events)).toEqual([])
})

it('tells pages that a late venue had no newer trade, and not that one arrived', async () => {
  const { clock, feed, play } = await opened()
  await play(1_000, { okx: 50_000 })
  const okx = feed.live?.venuesOf(18)?.venues.find(({ venue }) => venue === 'okx')
  expect(okx).toMatchObject({ state: 'quiet', tradedAt: clock.now() - 50_100 })
})

it('loses its price when a venue begins to lag, and has it again when it does not', async () => {
  const { events, play, states } = await opened()
  await play(2_000)
  expect(states()).toEqual(ON_TIME)
  const before = events.length
  await play(1_000, { okx: 3_000 })
  // Until its stamps pass those that came in time, its newest trade is one of these.
  await play(6_000, { okx: 3_000 })
  expect(states()).toEqual(['fresh', 'fresh', 'quiet'])
  expect(events.slice(before).some(({ kind }) => kind === 'gap')).toBe(true)
  const lost = pricesOf(events).length
  await play(1_200)
  expect(states()).toEqual(ON_TIME)
  expect(pricesOf(events).length).toBeGreaterThan(lost)
})

it('takes up to half a second for the way, and not more', async () => {
  const { play, states } = await opened()
  await play(2_000, { bybit: 500, okx: 501 })
  expect(states()).toEqual(['fresh', 'fresh', 'quiet'])
})

it('corrects a venue whose clock is ahead, so that it cannot be late unseen', async () => {
  const { play, states } = await opened()
  await play(11_000, { okx: -1_250 })
  expect(states()).toEqual(ON_TIME)
  // By its own stamps these trades are from this moment.
  await play(6_000, { okx: 0 })
  expect(states()).toEqual(['fresh', 'fresh', 'quiet'])
  await play(1_000, { okx: -1_250 })
  expect(states()).toEqual(ON_TIME)
})

it('does not believe a clock that is further ahead than can be corrected', async () => {
  const { play, states } = await opened()
  await play(30_000, { okx: -2_001 })
  expect(states()).toEqual(['fresh', 'fresh', 'quiet'])
  await play(100)
  expect(states()).toEqual(ON_TIME)
})

it('does not believe stamps that leap forward, and they do not silence the venue', async () => {
  for (const leapMs of [300, 1_900, 60_000, 1e11]) {
    const { clock, venues, events, play, states } = await opened()
    await play(2_000)
    const leaped = { id: '900000', tradedAt: clock.now() + leapMs }
    venues.of('okx').trade('BTCUSDT', '100.40', leaped)
    venues.of('bybit').trade('BTCUSDT', '100.40', { ...leaped, id: 'aaaa' })
    await clock.advance(250)
    expect(pricesOf(events).every(([, price]) => price === 10_000)).toBe(true)
    await play(400)
    expect(states()).toEqual(ON_TIME)
    expect(pricesOf(events).at(-1)?.[0]).toBeGreaterThan(2_400)
  }
})

it('does not believe a burst of leaps, nor leaps among right stamps', async () => {
  const { clock, venues, play, states } = await opened()
  const leap = () => venues.of('okx').trade('BTCUSDT', PRICE, { tradedAt: clock.now() + 1_900 })
  for (let n = 0; n < 10; n++) leap()
  for (let n = 0; n < 6; n++) {
    await play(3_000)
    expect(states()).toEqual(ON_TIME)
    leap()
  }
})

it('does not believe a first stamp that leaps', async () => {
  const { clock, venues, play, states } = await opened()
  venues.of('okx').trade('BTCUSDT', PRICE, { tradedAt: clock.now() + 1_900 })
  await clock.advance(100)
  await play(300)
  expect(states()).toEqual(ON_TIME)
})

it('does not believe stamps that fall back, and counts the venue when they are right again', async () => {
  const { events, play, states } = await opened()
  await play(2_000)
  await play(6_000, { okx: 20_000 }, { okx: '100.30' })
  expect(states()).toEqual(['fresh', 'fresh', 'quiet'])
  const counted = events.flatMap((event) => (event.kind === 'tick' ? event.inputs : []))
  expect(counted?.some((input) => input?.price === '100.30')).toBe(false)
  await play(100)
  expect(states()).toEqual(ON_TIME)
})

it('is not silenced by an id that leaps, nor by ids that begin again', async () => {
  const { clock, venues, events, play, states } = await opened()
  await play(2_000)
  const okx = venues.of('okx')
  okx.trade('BTCUSDT', PRICE, { id: '9000000000000000000', tradedAt: clock.now() })
  await clock.advance(100)
  await play(600, {}, { okx: '100.01' })
  expect(events.at(-1)).toMatchObject({ inputs: [{}, {}, { venue: 'okx', price: '100.01' }] })
  for (let id = 1; id <= 80; id++) {
    okx.trade('BTCUSDT', '100.02', { id: String(id), tradedAt: clock.now() })
    venues.trade('BTCUSDT', { binance: PRICE, bybit: PRICE })
    await clock.advance(100)
  }
  expect(states()).toEqual(ON_TIME)
  expect(events.at(-1)).toMatchObject({ inputs: [{}, {}, { venue: 'okx', price: '100.02' }] })
})

it('applies the rule before the terms that state it are in force', async () => {
  const { feed, play, states } = await opened()
  const product = feed.products.find(({ id }) => id === 18)
  if (product?.terms.index === undefined) throw new Error('no terms of a live price')
  const { lateMs: _, ...former } = product.terms.index
  feed.live?.follow(() => ({ ...product.terms, index: former }))
  await play(2_000, { okx: 2_000 })
  expect(states()).toEqual(['fresh', 'fresh', 'quiet'])
})

it('forgets a clock that was ahead once it has been right for minutes', async () => {
  const { play, states } = await opened()
  await play(11_000, { okx: -1_900 })
  await play(10_000)
  // For now its trades seem to be late by as much as its clock was ahead.
  expect(states()).toEqual(['fresh', 'fresh', 'quiet'])
  await play(301_000)
  expect(states()).toEqual(ON_TIME)
})
