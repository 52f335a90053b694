/** Which venues feed each live product. A product of this table is offered live if enough of its venues are on. */
import type { VenueName } from '#contract/index-price.ts'
import type { LineKind } from '#contract/venue-lines.ts'

/** What the price of a live product is made of. The terms of the product state it. */
export interface LiveSource {
  /** What its lines trade. An operator feeds a product by its line of this kind only. */
  kind: LineKind
  /** The symbol at each venue. All are quoted in the product's own currency. */
  symbols: Partial<Record<VenueName, string>>
  /** A trade counts for so long after it was made, in ms. */
  freshMs: number
  /** One that arrived later than so long after it was made does not count, in ms. */
  lateMs: number
  /** The product has no price while its fresh trades are further apart than this, in basis points. */
  spreadBps: number
  /** An order starts at least so long after the server accepted it, in ms. */
  leadMs: number
  /** Whether each venue trades it within any minute: one that does not has confirmed a name that it does not serve. */
  isBusy: boolean
  /** True if it is offered only where the operator asks for it, because it may trade too seldom. */
  isOptional?: true
}

/**
 * Trades of the largest pairs arrive several times per second, those of the others every few seconds. The leads are
 * the shortest at which seeing the leading venue first earns nothing (`npm run faults -- free-lunch`). A trade that
 * counted for longer would need a longer lead than an order can have. Together, `lateMs` and a leap of a venue's
 * clock that goes unnoticed (venue-clock.ts) are at most three quarters of the lead: venues that are late by the whole
 * lead would pay.
 */
export const LIVE_GROUPS = {
  large: { freshMs: 5_000, lateMs: 500, spreadBps: 50, leadMs: 1_000 },
  medium: { freshMs: 5_000, lateMs: 1_000, spreadBps: 75, leadMs: 2_000 },
  small: { freshMs: 5_000, lateMs: 1_000, spreadBps: 100, leadMs: 2_000 },
} as const
const { large, medium, small } = LIVE_GROUPS
const LARGE = { kind: 'spot', isBusy: true, ...large } as const
const MEDIUM = { kind: 'spot', isBusy: false, ...medium } as const
const SMALL = { kind: 'spot', isBusy: false, ...small } as const
/** Perpetual contracts begin in the smallest group: their real rates are not known yet. */
const PERPETUAL = { ...SMALL, kind: 'perpetual' } as const

/** One row per product symbol. To add a venue, name its symbol in the rows of the products that it trades. */
export const LIVE_SOURCES: Readonly<Record<string, LiveSource>> = {
  BTCUSDT: {
    ...LARGE,
    symbols: {
      binance: 'BTCUSDT',
      bitstamp: 'btcusdt',
      bybit: 'BTCUSDT',
      coinbase: 'BTC-USDT',
      kraken: 'BTC/USDT',
      okx: 'BTC-USDT',
    },
  },
  ETHUSDT: {
    ...LARGE,
    symbols: {
      binance: 'ETHUSDT',
      bitstamp: 'ethusdt',
      bybit: 'ETHUSDT',
      coinbase: 'ETH-USDT',
      kraken: 'ETH/USDT',
      okx: 'ETH-USDT',
    },
  },
  SOLUSDT: {
    ...MEDIUM,
    symbols: { binance: 'SOLUSDT', bybit: 'SOLUSDT', kraken: 'SOL/USDT', okx: 'SOL-USDT' },
  },
  BNBUSDT: {
    ...SMALL,
    symbols: {
      binance: 'BNBUSDT',
      bitget: 'BNBUSDT',
      bybit: 'BNBUSDT',
      gate: 'BNB_USDT',
      okx: 'BNB-USDT',
    },
  },
  XRPUSDT: {
    ...MEDIUM,
    symbols: { binance: 'XRPUSDT', bybit: 'XRPUSDT', kraken: 'XRP/USDT', okx: 'XRP-USDT' },
  },
  LTCUSDT: {
    ...SMALL,
    symbols: {
      binance: 'LTCUSDT',
      bitget: 'LTCUSDT',
      bybit: 'LTCUSDT',
      gate: 'LTC_USDT',
      kraken: 'LTC/USDT',
      okx: 'LTC-USDT',
    },
  },
  DOGEUSDT: {
    ...MEDIUM,
    symbols: { binance: 'DOGEUSDT', bybit: 'DOGEUSDT', kraken: 'DOGE/USDT', okx: 'DOGE-USDT' },
  },
  ADAUSDT: {
    ...SMALL,
    symbols: {
      binance: 'ADAUSDT',
      bitget: 'ADAUSDT',
      bybit: 'ADAUSDT',
      gate: 'ADA_USDT',
      kraken: 'ADA/USDT',
      okx: 'ADA-USDT',
    },
  },
  AVAXUSDT: {
    ...SMALL,
    symbols: {
      binance: 'AVAXUSDT',
      bitget: 'AVAXUSDT',
      bybit: 'AVAXUSDT',
      gate: 'AVAX_USDT',
      okx: 'AVAX-USDT',
    },
  },
  XAUUSDT: {
    ...PERPETUAL,
    isBusy: true,
    symbols: {
      binance: 'XAUUSDT',
      bitget: 'XAUUSDT',
      bybit: 'XAUUSDT',
      gate: 'XAU_USDT',
      mexc: 'XAU_USDT',
      okx: 'XAU-USDT-SWAP',
    },
  },
  XAGUSDT: {
    ...PERPETUAL,
    isBusy: true,
    symbols: {
      binance: 'XAGUSDT',
      bitget: 'XAGUSDT',
      bybit: 'XAGUSDT',
      gate: 'XAG_USDT',
      mexc: 'SILVER_USDT',
      okx: 'XAG-USDT-SWAP',
    },
  },
  CLUSDT: {
    ...PERPETUAL,
    symbols: {
      binance: 'CLUSDT',
      bitget: 'CLUSDT',
      bybit: 'CLUSDT',
      gate: 'CL_USDT',
      mexc: 'USOIL_USDT',
      okx: 'CL-USDT-SWAP',
    },
  },
  BZUSDT: {
    ...PERPETUAL,
    symbols: {
      binance: 'BZUSDT',
      bitget: 'BZUSDT',
      bybit: 'BZUSDT',
      gate: 'BZ_USDT',
      mexc: 'UKOIL_USDT',
      okx: 'BZ-USDT-SWAP',
    },
  },
  XAUTUSDT: {
    ...SMALL,
    isOptional: true,
    symbols: { bitget: 'XAUTUSDT', bybit: 'XAUTUSDT', kraken: 'XAUT/USDT', okx: 'XAUT-USDT' },
  },
}
