/** The market data in the app's page: products, newest prices and statistics, in the same form as on the socket. */
import { z } from 'zod'
import { listProducts } from '#contract/endpoints/market.ts'
import type { PageSnapshot } from '#contract/page-snapshot.ts'
import { timeMs } from '#contract/scalars.ts'
import type { Market } from '#server/market/market.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { QuoteSource } from '#server/platform/socket/hub.ts'

interface Parts {
  market: Market
  quotes: QuoteSource
  clock: MarketClock
}

/** The market data of this moment. */
export function pageSnapshotOf({ market, quotes, clock }: Parts): PageSnapshot {
  const at = timeMs.parse(clock.now())
  const products = market.products()
  const newest = [...quotes.latest()].flatMap(({ productId, price, timeMs: tickAt }) => [
    productId,
    price,
    0,
    0,
    0,
    at - tickAt,
  ])
  return {
    at,
    products: z.encode(listProducts.reply, { products, serverTime: at, source: market.source }),
    // Sequence number 0, because no delta continues from this snapshot.
    quotes: [0, ...newest],
    stats: products.map(({ id }) => quotes.statsRow(id)).filter((row) => row !== null),
  }
}
