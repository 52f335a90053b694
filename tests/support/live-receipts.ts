/** Receipts of live prices as an honest server writes them: each tick commits to the trades of three venues. */
import type { IndexInput } from '#contract/index-price.ts'
import { timeMs } from '#contract/scalars.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import type { Tick } from '#rules/spot.ts'
import { sha256 } from '#support/chained.ts'
import { BAND_BPS } from '#support/records.ts'
import { DURATION_MS, ordinaryLog, settledReceipt, SYMBOL, T0 } from '#support/settled-receipt.ts'

const DECIMALS = 5
/** The terms of a live product. */
export const LIVE_TERMS = JSON.stringify({
  symbol: SYMBOL,
  ruleVersion: 1,
  durations: [[DURATION_MS, 8_500]],
  stakeMin: '1.00',
  stakeMax: '5000.00',
  index: {
    venues: ['binance', 'bybit', 'kraken', 'okx'],
    symbols: { binance: 'EURUSDT', bybit: 'EURUSDT', kraken: 'EUR/USDT', okx: 'EUR-USDT' },
    decimals: DECIMALS,
    needed: 3,
    freshMs: 5_000,
    lateMs: 750,
    spreadBps: 50,
    leadMs: 1_000,
  },
  bandBps: BAND_BPS,
})

/** A scaled price as a venue writes it, with a digit that the index cuts off. */
const priceText = (price: number, more = ''): string =>
  `${(price / 10 ** DECIMALS).toFixed(DECIMALS)}${more}`

/** The trades of a tick: the one of Bybit is in the middle. */
export function liveInputs({ seq, timeMs: at, price }: Tick): IndexInput[] {
  return [
    {
      venue: 'binance',
      tradeId: `${4_000_000_000 + seq}`,
      price: priceText(price - 3),
      receivedAt: timeMs.parse(at - 120),
      tradedAt: timeMs.parse(at - 150),
      aheadMs: 0,
    },
    {
      venue: 'bybit',
      tradeId: `2290000000-${sha256(`${seq}`).slice(0, 12)}`,
      price: priceText(price, '7'),
      receivedAt: timeMs.parse(at),
      tradedAt: timeMs.parse(at + 1_170),
      // Its clock is ahead.
      aheadMs: 1_250,
    },
    {
      venue: 'okx',
      tradeId: `${700_000_000 + seq}`,
      price: priceText(price + 2),
      receivedAt: timeMs.parse(at - 900),
      tradedAt: timeMs.parse(at - 1_100),
      aheadMs: 0,
    },
  ]
}

/** The parts that make an order live. */
export const LIVE = {
  terms: LIVE_TERMS,
  order: { source: 'live' },
  // The least lead of the terms.
  signing: { acceptedAt: T0 - 1_000 },
  inputsOf: liveInputs,
} as const

/** A won order on live prices. */
export const liveReceipt = (): SettledReceipt => settledReceipt(ordinaryLog(100_010), LIVE)
