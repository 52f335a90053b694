/** The venues: one row each. A new venue is one adapter and one row here. */
import type { VenueName } from '#contract/index-price.ts'
import type { Venue } from '#server/market/feeds/live/venue.ts'
import { binance } from '#server/market/feeds/live/venues/binance.ts'
import { bitstamp } from '#server/market/feeds/live/venues/bitstamp.ts'
import { bybit } from '#server/market/feeds/live/venues/bybit.ts'
import { coinbase } from '#server/market/feeds/live/venues/coinbase.ts'
import { kraken } from '#server/market/feeds/live/venues/kraken.ts'
import { okx } from '#server/market/feeds/live/venues/okx.ts'

/** The adapter of each venue. */
export const VENUES: Readonly<Record<VenueName, Venue>> = {
  binance,
  bitstamp,
  bybit,
  coinbase,
  kraken,
  okx,
}
