/** The lines of the venues: one row each. A new line is one adapter and one row here. */
import type { LineName } from '#contract/venue-lines.ts'
import type { Venue } from '#server/market/feeds/live/venue.ts'
import { binance, binancePerpetual } from '#server/market/feeds/live/venues/binance.ts'
import { bitget, bitgetPerpetual } from '#server/market/feeds/live/venues/bitget.ts'
import { bitstamp } from '#server/market/feeds/live/venues/bitstamp.ts'
import { bybit, bybitPerpetual } from '#server/market/feeds/live/venues/bybit.ts'
import { coinbase } from '#server/market/feeds/live/venues/coinbase.ts'
import { gate, gatePerpetual } from '#server/market/feeds/live/venues/gate.ts'
import { kraken } from '#server/market/feeds/live/venues/kraken.ts'
import { mexcPerpetual } from '#server/market/feeds/live/venues/mexc.ts'
import { okx, okxPerpetual } from '#server/market/feeds/live/venues/okx.ts'

/** The adapter of each line. */
export const VENUES: Readonly<Record<LineName, Venue>> = {
  binance,
  'binance-perpetual': binancePerpetual,
  bitget,
  'bitget-perpetual': bitgetPerpetual,
  bitstamp,
  bybit,
  'bybit-perpetual': bybitPerpetual,
  coinbase,
  gate,
  'gate-perpetual': gatePerpetual,
  kraken,
  'mexc-perpetual': mexcPerpetual,
  okx,
  'okx-perpetual': okxPerpetual,
}
