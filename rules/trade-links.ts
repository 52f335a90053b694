/**
 * Where anyone can look a trade up at its venue, without a key. Adapters and pages share this table. Some venues find a
 * trade by its stamp only, and some list only the trades of the last minutes.
 */
import type { VenueName } from '#contract/index-price.ts'

/** The names of venues as they write them. They are the same in every language. */
export const VENUE_NAMES: Readonly<Record<VenueName, string>> = {
  binance: 'Binance',
  bitget: 'Bitget',
  bitstamp: 'Bitstamp',
  bybit: 'Bybit',
  coinbase: 'Coinbase',
  gate: 'Gate',
  kraken: 'Kraken',
  mexc: 'MEXC',
  okx: 'OKX',
}

/** A trade at a venue. `tradedAt` is the venue's own stamp in ms; null if it sent none. */
export interface TradeAddress {
  /** The symbol at the venue. */
  symbol: string
  tradeId: string
  tradedAt: number | null
  /** Whether it is one of a perpetual contract. */
  perpetual?: boolean | undefined
}

/** The id after this one. Venues list the trades before an id. */
const nextId = (tradeId: string): string =>
  /^\d+$/.test(tradeId) ? `${BigInt(tradeId) + 1n}` : tradeId

/** How a venue lists its trades. */
interface LinkRow {
  link(trade: TradeAddress): string
  /** `recent`: the venue lists the trade for minutes only. `day`: for a day. `kept`: while it keeps its history. */
  reach: 'recent' | 'day' | 'kept'
  /** That of perpetual contracts, where it is another one. */
  perpetualReach?: 'recent' | 'day'
}

/** An address with parameters. */
const asked = (address: string, values: Record<string, string>): string =>
  `${address}?${Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')}`

const ROWS: Readonly<Record<VenueName, LinkRow>> = {
  binance: {
    reach: 'kept',
    link: ({ symbol, tradeId: fromId, perpetual }) =>
      asked(
        perpetual
          ? 'https://fapi.binance.com/fapi/v1/aggTrades'
          : 'https://data-api.binance.vision/api/v3/historicalTrades',
        { symbol, fromId, limit: '1' },
      ),
    // Aggregates of perpetual contracts are listed for two days.
    perpetualReach: 'day',
  },
  bitget: {
    reach: 'kept',
    link: ({ symbol, tradeId, perpetual }) =>
      asked(
        perpetual
          ? 'https://api.bitget.com/api/v2/mix/market/fills-history'
          : 'https://api.bitget.com/api/v2/spot/market/fills-history',
        {
          symbol,
          ...(perpetual && { productType: 'usdt-futures' }),
          idLessThan: nextId(tradeId),
          limit: '1',
        },
      ),
  },
  bitstamp: {
    reach: 'day',
    link: ({ symbol }) =>
      `https://www.bitstamp.net/api/v2/transactions/${encodeURIComponent(symbol)}/?time=day`,
  },
  bybit: {
    reach: 'recent',
    link: ({ symbol, perpetual }) =>
      asked('https://api.bybit.com/v5/market/recent-trade', {
        category: perpetual ? 'linear' : 'spot',
        symbol,
        limit: perpetual ? '1000' : '60',
      }),
  },
  coinbase: {
    reach: 'kept',
    link: ({ symbol, tradeId }) =>
      asked(`https://api.exchange.coinbase.com/products/${encodeURIComponent(symbol)}/trades`, {
        after: nextId(tradeId),
        limit: '1',
      }),
  },
  gate: {
    reach: 'kept',
    link: ({ symbol, tradedAt, perpetual }) =>
      asked(
        perpetual
          ? 'https://api.gateio.ws/api/v4/futures/usdt/trades'
          : 'https://api.gateio.ws/api/v4/spot/trades',
        {
          [perpetual ? 'contract' : 'currency_pair']: symbol,
          ...(tradedAt !== null && {
            from: `${Math.floor(tradedAt / 1_000)}`,
            to: `${Math.floor(tradedAt / 1_000) + 1}`,
          }),
        },
      ),
  },
  kraken: {
    reach: 'kept',
    link: ({ symbol: pair, tradedAt }) =>
      asked('https://api.kraken.com/0/public/Trades', {
        pair,
        ...(tradedAt !== null && { since: `${Math.floor(tradedAt / 1_000) - 1}` }),
      }),
  },
  mexc: {
    reach: 'recent',
    link: ({ symbol }) =>
      asked(`https://contract.mexc.com/api/v1/contract/deals/${encodeURIComponent(symbol)}`, {
        limit: '100',
      }),
  },
  okx: {
    reach: 'kept',
    link: ({ symbol: instId, tradeId }) =>
      asked('https://www.okx.com/api/v5/market/history-trades', {
        instId,
        type: '1',
        after: nextId(tradeId),
        limit: '1',
      }),
  },
}

/** The public request that shows a trade. */
export const tradeLink = (venue: VenueName, trade: TradeAddress): string => ROWS[venue].link(trade)

/** For how long a venue lists the trade at that address. */
export function reachOf(venue: VenueName, perpetual = false): LinkRow['reach'] {
  const { reach, perpetualReach } = ROWS[venue]
  return perpetual ? (perpetualReach ?? reach) : reach
}
