/** A live feed on venues that a test speaks for, with the events of BTCUSDT. */
import type { LineName } from '#contract/venue-lines.ts'
import { PRODUCTS } from '#server/market/catalogue.ts'
import type { Feed, FeedEvent } from '#server/market/feeds/feed.ts'
import { createLiveFeed } from '#server/market/feeds/live/live-feed.ts'
import { isBusy, liveProducts, symbolAt } from '#server/market/feeds/live/live-products.ts'
import { createLogger } from '#server/platform/logging.ts'
import { type FakeVenues, fakeVenues } from '#support/fake-venues.ts'
import { manualClock } from '#support/manual-clock.ts'

/** When the feed starts, and the id of BTCUSDT. */
export const FEED_START = Date.parse('2026-11-25T08:00:00.000Z')
export const FEED_PRODUCT = 18

export async function liveFeedFixture(names: readonly LineName[] = ['binance', 'bybit', 'okx']) {
  const clock = manualClock(FEED_START)
  const venues = fakeVenues(names)
  const log = createLogger('silent')
  const { kind: _, candles: __, ...choice } = venues.choice
  const feed = createLiveFeed({
    ...choice,
    ...liveProducts(PRODUCTS, names),
    clock,
    log,
    symbolAt,
    isBusy,
    history: new Map(),
  })
  const events: FeedEvent[] = []
  const feedLog = { drained: async () => undefined, priceAt: async () => null }
  await feed.start(
    (more) => events.push(...more.filter((each) => each.productId === FEED_PRODUCT)),
    feedLog,
    FEED_START,
  )
  return { clock, venues, feed, events, play: lively(clock, venues) }
}

/** Lets time pass in which the venues keep trading at these prices. */
const lively =
  (clock: ReturnType<typeof manualClock>, venues: FakeVenues) =>
  async (ms: number, prices: Partial<Record<LineName, string>>) => {
    for (let left = ms; left > 0; left -= 100) {
      venues.trade('BTCUSDT', prices)
      await clock.advance(100)
    }
  }

/** The prices of a feed's events, with their times after the start. */
export const pricesOf = (events: readonly FeedEvent[]) =>
  events.flatMap((event) =>
    event.kind === 'tick' ? [[event.timeMs - FEED_START, event.price]] : [],
  )

/** What the page of BTCUSDT says about its venues. */
export const stateOf = (feed: Feed) => {
  const { alive, reason, venues } = feed.live?.venuesOf(FEED_PRODUCT) ?? {}
  return { alive, reason, states: venues?.map(({ state }) => state) }
}
