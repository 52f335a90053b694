/** Receipts of a dealer's prices as an honest server writes them: each tick commits to one quote. */
import type { DealerQuote } from '#contract/dealer-quote.ts'
import { timeMs } from '#contract/scalars.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import type { Tick } from '#rules/spot.ts'
import { BAND_BPS } from '#support/records.ts'
import { DURATION_MS, ordinaryLog, settledReceipt, SYMBOL, T0 } from '#support/settled-receipt.ts'

const DECIMALS = 5
/** The terms of a dealer's product. */
export const DEALER_TERMS = JSON.stringify({
  symbol: SYMBOL,
  ruleVersion: 1,
  durations: [[DURATION_MS, 8_500]],
  stakeMin: '1.00',
  stakeMax: '5000.00',
  dealer: {
    dealer: 'oanda',
    instrument: 'EUR_USD',
    decimals: DECIMALS,
    freshMs: 5_000,
    lateMs: 1_000,
    spreadBps: 20,
    leadMs: 2_000,
  },
  bandBps: BAND_BPS,
})

/** A scaled price as the dealer writes it. */
export const priceText = (price: number): string => (price / 10 ** DECIMALS).toFixed(DECIMALS)

/** The quote of a tick. Its middle has half a digit more than the price, which is cut off. */
export const quoteOf = ({ timeMs: at, price }: Pick<Tick, 'timeMs' | 'price'>): DealerQuote => ({
  dealer: 'oanda',
  instrument: 'EUR_USD',
  bid: priceText(price - 6),
  ask: priceText(price + 7),
  receivedAt: timeMs.parse(at),
  // Its clock is ahead.
  quotedAt: timeMs.parse(at + 330),
  aheadMs: 400,
})

/** The parts that make an order one on a dealer's prices. */
export const DEALER = {
  terms: DEALER_TERMS,
  order: { source: 'dealer' },
  // The least lead of the terms.
  signing: { acceptedAt: T0 - 2_000, seenMs: T0 - 2_000 },
  quoteOf,
} as const

/** A won order on a dealer's prices. */
export const dealerReceipt = (): SettledReceipt => settledReceipt(ordinaryLog(100_010), DEALER)
