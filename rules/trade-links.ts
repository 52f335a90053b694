/**
 * Where anyone can look a trade up at its venue, without a key. Adapters and pages share this table. Some venues find a
 * trade by its stamp only, and some list only the trades of the last minutes.
 */
import type { VenueName } from '#contract/index-price.ts'

/** The names of venues as they write them. They are the same in every language. */
export const VENUE_NAMES: Readonly<Record<VenueName, string>> = {
  binance: 'Binance',
  bitstamp: 'Bitstamp',
  bybit: 'Bybit',
  coinbase: 'Coinbase',
  kraken: 'Kraken',
  okx: 'OKX',
}

/** A trade at a venue. `tradedAt` is the venue's own stamp in ms; null if it sent none. */
export interface TradeAddress {
  /** The symbol at the venue. */
  symbol: string
  tradeId: string
  tradedAt: number | null
}

/** The id after this one. Venues list the trades before an id. */
const nextId = (tradeId: string): string =>
  /^\d+$/.test(tradeId) ? `${BigInt(tradeId) + 1n}` : tradeId

/** How a venue lists its trades. */
interface LinkRow {
  link(trade: TradeAddress): string
  /** `recent`: the venue lists the trade for minutes only. `day`: for a day. `kept`: for as long as it keeps history. */
  reach: 'recent' | 'day' | 'kept'
}

const ROWS: Readonly<Record<VenueName, LinkRow>> = {
  binance: {
    reach: 'kept',
    link: ({ symbol, tradeId }) =>
      `https://data-api.binance.vision/api/v3/historicalTrades?symbol=${encodeURIComponent(symbol)}&fromId=${tradeId}&limit=1`,
  },
  bitstamp: {
    reach: 'day',
    link: ({ symbol }) =>
      `https://www.bitstamp.net/api/v2/transactions/${encodeURIComponent(symbol)}/?time=day`,
  },
  bybit: {
    reach: 'recent',
    link: ({ symbol }) =>
      `https://api.bybit.com/v5/market/recent-trade?category=spot&symbol=${encodeURIComponent(symbol)}&limit=60`,
  },
  coinbase: {
    reach: 'kept',
    link: ({ symbol, tradeId }) =>
      `https://api.exchange.coinbase.com/products/${encodeURIComponent(symbol)}/trades?after=${nextId(tradeId)}&limit=1`,
  },
  kraken: {
    reach: 'kept',
    link: ({ symbol, tradedAt }) => {
      const since = tradedAt === null ? '' : `&since=${Math.floor(tradedAt / 1_000) - 1}`
      return `https://api.kraken.com/0/public/Trades?pair=${encodeURIComponent(symbol)}${since}`
    },
  },
  okx: {
    reach: 'kept',
    link: ({ symbol, tradeId }) =>
      `https://www.okx.com/api/v5/market/history-trades?instId=${encodeURIComponent(symbol)}&type=1&after=${nextId(tradeId)}&limit=1`,
  },
}

/** The public request that shows a trade. */
export const tradeLink = (venue: VenueName, trade: TradeAddress): string => ROWS[venue].link(trade)

/** For how long a venue lists the trade at that address. */
export const reachOf = (venue: VenueName): LinkRow['reach'] => ROWS[venue].reach
