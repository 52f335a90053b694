import fc from 'fast-check'
import { expect, it } from 'vitest'
import { VENUES_NEEDED, type VenueName } from '#contract/index-price.ts'
import { BESIDE_OTHERS, type LineName, lineName } from '#contract/venue-lines.ts'
import { LIVE_CATALOGUE } from '#server/market/catalogue.ts'
import type { FeedEvent } from '#server/market/feeds/feed.ts'
import { createLiveFeed } from '#server/market/feeds/live/live-feed.ts'
import { isBusy, liveProducts, symbolAt } from '#server/market/feeds/live/live-products.ts'
import { VENUES } from '#server/market/feeds/live/venues/table.ts'
import { createLogger } from '#server/platform/logging.ts'
import { fakeVenues } from '#support/fake-venues.ts'
import { manualClock } from '#support/manual-clock.ts'

const START_MS = Date.parse('2026-11-25T08:00:00.000Z')
const log = createLogger('silent')

const operatorsOf = (lines: readonly LineName[]): VenueName[] => [
  ...new Set(lines.map((line) => VENUES[line].name).filter((name) => !BESIDE_OTHERS.has(name))),
]

/** Plays trades of a product's lines, all at one price, and returns what the feed logged. */
async function eventsOf(
  on: readonly LineName[],
  trading: readonly LineName[],
): Promise<FeedEvent[]> {
  const clock = manualClock(START_MS)
  const venues = fakeVenues(on)
  const { products, without } = liveProducts(LIVE_CATALOGUE, on)
  const events: FeedEvent[] = []
  const { kind: _, candles: __, ...choice } = venues.choice
  const feed = createLiveFeed({
    ...choice,
    products,
    without,
    clock,
    log,
    symbolAt,
    isBusy,
    history: new Map(),
  })
  const feedLog = { drained: async () => undefined, priceAt: async () => null }
  await feed.start((more) => void events.push(...more), feedLog, START_MS)
  for (let step = 0; step < 3; step++) {
    for (const line of trading) {
      for (const { symbol } of LIVE_CATALOGUE) {
        const name = symbolAt(symbol, line)
        if (name !== undefined) venues.of(line).trade(name, '100.00')
      }
    }
    await clock.advance(1_000)
  }
  await feed.stop()
  return events
}

const someLines = fc.subarray([...lineName.options], { minLength: 1 })

it('never has a price of fewer than three operators, however lines are arranged', async () => {
  let priced = 0
  let refused = 0
  await fc.assert(
    fc.asyncProperty(someLines, someLines, async (on, all) => {
      const trading = all.filter((line) => on.includes(line))
      const ticks = (await eventsOf(on, trading)).filter((event) => event.kind === 'tick')
      const { products } = liveProducts(LIVE_CATALOGUE, on)
      if (operatorsOf(trading).length < VENUES_NEEDED) {
        refused += 1
        expect(ticks).toEqual([])
      }
      for (const { terms } of products) {
        const named = terms.index?.venues ?? []
        expect(new Set(named).size).toBe(named.length)
        expect(named.filter((name) => !BESIDE_OTHERS.has(name)).length).toBeGreaterThanOrEqual(
          VENUES_NEEDED,
        )
      }
      for (const { inputs = [] } of ticks) {
        priced += 1
        const names = inputs.map(({ venue }) => venue)
        expect(new Set(names).size).toBe(names.length)
        const counted = names.filter((name) => !BESIDE_OTHERS.has(name))
        expect(counted.length).toBeGreaterThanOrEqual(VENUES_NEEDED)
      }
    }),
    { numRuns: 150 },
  )
  expect(priced).toBeGreaterThan(20)
  expect(refused).toBeGreaterThan(20)
})

it('has no product of two lines of one operator: both lines are on, and two others are missing', async () => {
  const on: LineName[] = ['okx', 'okx-perpetual', 'bybit', 'bybit-perpetual']
  expect(liveProducts(LIVE_CATALOGUE, on).products).toEqual([])
  const three: LineName[] = [...on, 'gate-perpetual']
  const symbols = liveProducts(LIVE_CATALOGUE, three).products.map(({ symbol }) => symbol)
  expect(symbols).toEqual(['XAUUSDT', 'XAGUSDT', 'CLUSDT', 'BZUSDT'])
})

it('takes MEXC beside three others, and never as the third', async () => {
  const two: LineName[] = ['okx-perpetual', 'bybit-perpetual', 'mexc-perpetual']
  expect(liveProducts(LIVE_CATALOGUE, two).products).toEqual([])
  const on: LineName[] = [...two, 'gate-perpetual']
  expect(await eventsOf(on, two)).toEqual(
    (await eventsOf(on, two)).filter(({ kind }) => kind === 'gap'),
  )
  const ticks = (await eventsOf(on, on)).filter((event) => event.kind === 'tick')
  expect(ticks.at(-1)?.inputs?.map(({ venue }) => venue)).toEqual(['bybit', 'gate', 'mexc', 'okx'])
})

it('leaves the other line of an operator alone when one does not serve', async () => {
  const clock = manualClock(START_MS)
  const on: LineName[] = [
    'binance',
    'bybit',
    'okx',
    'bybit-perpetual',
    'okx-perpetual',
    'gate-perpetual',
  ]
  const venues = fakeVenues(on)
  const { kind: _, candles: __, ...choice } = venues.choice
  const products = liveProducts(LIVE_CATALOGUE, on)
  const feed = createLiveFeed({
    ...choice,
    ...products,
    clock,
    log,
    symbolAt,
    isBusy,
    history: new Map(),
  })
  const feedLog = { drained: async () => undefined, priceAt: async () => null }
  await feed.start(() => undefined, feedLog, START_MS)
  const trade = (): void => {
    for (const line of on) {
      for (const symbol of ['BTCUSDT', 'XAUUSDT']) {
        const name = symbolAt(symbol, line)
        if (name !== undefined) venues.of(line).trade(name, '100.00')
      }
    }
  }
  for (let i = 0; i < 3; i++) {
    trade()
    await clock.advance(500)
  }
  expect([feed.alive(18), feed.alive(27)]).toEqual([true, true])
  venues.of('okx-perpetual').serve(false)
  trade()
  expect([feed.alive(18), feed.alive(27)]).toEqual([true, false])
  await feed.stop()
})
