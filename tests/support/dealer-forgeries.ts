/** Forged quotes of a dealer: other quotes than the ticks commit to, and ticks that commit to other quotes. */
import type { DealerQuote, TickQuote } from '#contract/dealer-quote.ts'
import { timeMs } from '#contract/scalars.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import type { Tick } from '#rules/spot.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import { other } from '#support/honest-receipts.ts'
import {
  DEALER,
  DEALER_TERMS,
  dealerReceipt,
  priceText,
  quoteOf,
} from '#support/dealer-receipts.ts'
import { LIVE, LIVE_TERMS } from '#support/live-receipts.ts'
import { ordinaryLog, settledReceipt, T0, TERMS } from '#support/settled-receipt.ts'

const LOG = ordinaryLog(100_010)
const ENTRY = 'dealer record 6'
const EXIT = 'dealer record 35'

/** The receipt with another quote of the exit, to which nothing commits. */
const altered =
  (change: (exit: TickQuote) => TickQuote[]): (() => SettledReceipt) =>
  () =>
    other(dealerReceipt(), ({ quotes = [] }) => {
      const [entry, exit] = quotes
      if (entry === undefined || exit === undefined) throw new Error('no quotes')
      return { quotes: [entry, ...change(exit)] }
    })
const alteredQuote = (change: (quote: DealerQuote) => Partial<DealerQuote>) =>
  altered((exit) => [{ ...exit, quote: { ...exit.quote, ...change(exit.quote) } }])
/** As a server has it whose ticks commit to other quotes from the start. */
const committing =
  (change: (quote: DealerQuote, tick: Tick) => Partial<DealerQuote>): (() => SettledReceipt) =>
  () =>
    settledReceipt(LOG, {
      ...DEALER,
      quoteOf: (tick) => ({ ...quoteOf(tick), ...change(quoteOf(tick), tick) }),
    })
/** The widest spread of the terms, which is the five-hundredth part of the bid, and so many of the smallest digits. */
function widest({ price }: Tick, more = 0): Pick<DealerQuote, 'bid' | 'ask'> {
  const bid = Math.round(((price + 0.5) * 10 ** 7) / 1.001 / 500) * 500
  const text = (exact: number): string => (exact / 10 ** 12).toFixed(12)
  return { bid: text(bid), ask: text(bid + bid / 500 + more) }
}
const withTerms = (terms: string) => (): SettledReceipt => settledReceipt(LOG, { ...DEALER, terms })
const narrower = (from: string, to: string): (() => SettledReceipt) =>
  withTerms(DEALER_TERMS.replace(from, to))
const accepted = (acceptedAt: number) => (): SettledReceipt =>
  settledReceipt(LOG, { ...DEALER, signing: { acceptedAt } })
const stampAt = (atMs: number) => timeMs.parse(atMs)

const ROWS: readonly (readonly [name: string, fails: string, make: () => SettledReceipt])[] = [
  ['a digit of a bid is altered', EXIT, alteredQuote(() => ({ bid: '1.00013' }))],
  ['the stamp of a quote is made up', EXIT, alteredQuote(() => ({ quotedAt: stampAt(1) }))],
  [
    'a quote that the terms allow as well is shown',
    EXIT,
    alteredQuote(({ receivedAt }) => ({ receivedAt: stampAt(receivedAt - 1) })),
  ],
  ['the quote of the exit is left out', EXIT, altered(() => [])],
  ['the quote is of another tick', EXIT, altered((exit) => [{ ...exit, seq: 34 }])],
  [
    'all quotes are left out',
    ENTRY,
    () => {
      const { quotes: _, ...receipt } = dealerReceipt()
      return receipt
    },
  ],
  [
    'the ticks of an order on a dealer commit to nothing',
    ENTRY,
    () => {
      const { quoteOf: _, ...rest } = DEALER
      return settledReceipt(LOG, rest)
    },
  ],
  [
    'the price is not in the middle',
    ENTRY,
    committing((_, { price }) => ({ ask: priceText(price + 8) })),
  ],
  [
    'the middle was rounded and not cut off',
    ENTRY,
    committing((_, { price }) => ({ bid: priceText(price - 8), ask: priceText(price + 7) })),
  ],
  [
    'bid and ask are the other way round',
    ENTRY,
    committing(({ bid, ask }) => ({ bid: ask, ask: bid })),
  ],
  [
    'bid and ask are further apart than the terms allow',
    ENTRY,
    committing((_, { price }) => ({ bid: priceText(price - 101), ask: priceText(price + 102) })),
  ],
  ['a quote is of another instrument', ENTRY, committing(() => ({ instrument: 'EUR_GBP' }))],
  [
    'a quote arrived after its tick',
    ENTRY,
    committing((_, tick) => ({ receivedAt: stampAt(tick.timeMs + 1) })),
  ],
  [
    'a quote was too old to count',
    ENTRY,
    committing((_, tick) => ({
      receivedAt: stampAt(tick.timeMs - 4_500),
      quotedAt: stampAt(tick.timeMs - 5_001 + 400),
    })),
  ],
  [
    'a quote arrived too late to count',
    ENTRY,
    committing((_, tick) => ({ quotedAt: stampAt(tick.timeMs - 1_001 + 400) })),
  ],
  [
    'a quote arrived before it was made',
    ENTRY,
    committing((_, tick) => ({ quotedAt: stampAt(tick.timeMs + 401) })),
  ],
  [
    'the clock of the dealer is corrected by more than is allowed',
    ENTRY,
    committing((_, tick) => ({ quotedAt: stampAt(tick.timeMs + 2_001 - 70), aheadMs: 2_001 })),
  ],
  [
    'the spread is wider than the terms allow by the smallest digit of a price',
    ENTRY,
    committing((_, tick) => widest(tick, 1)),
  ],
  [
    'the clock of the dealer is behind by a millisecond',
    ENTRY,
    committing((_, tick) => ({ quotedAt: stampAt(tick.timeMs - 500), aheadMs: -1 })),
  ],
  [
    'the clock of the dealer is set back in place of ahead',
    ENTRY,
    committing((_, tick) => ({ quotedAt: stampAt(tick.timeMs - 500), aheadMs: -400 })),
  ],
  [
    'an order on a dealer was accepted when its start could be foreseen',
    'terms',
    accepted(T0 - 1_999),
  ],
  [
    'an order on a dealer starts with its acceptance',
    'terms',
    () => {
      const { signing: _, ...rest } = DEALER
      return settledReceipt(LOG, rest)
    },
  ],
  ['the terms do not name a dealer', ENTRY, withTerms(TERMS)],
  ['the terms name venues in place of a dealer', ENTRY, withTerms(LIVE_TERMS)],
  [
    'the terms name venues and a dealer',
    'terms',
    narrower('"dealer":{', `${/"index":\{.*?\}.*?\},/.exec(LIVE_TERMS)?.[0] ?? ''}"dealer":{`),
  ],
  ['the terms of a dealer have other decimals', ENTRY, narrower('"decimals":5', '"decimals":4')],
  ['the terms have another instrument', ENTRY, narrower('EUR_USD', 'EUR_GBP')],
  ['the terms have no least lead', `terms, ${ENTRY}`, narrower(',"leadMs":2000', '')],
  [
    'an order on venues has a quote in place of their trades',
    'venues record 6',
    () => settledReceipt(LOG, { ...DEALER, order: { source: 'live' } }),
  ],
  [
    'an order on a dealer has the trades of venues',
    ENTRY,
    () =>
      settledReceipt(LOG, {
        ...LIVE,
        order: { source: 'dealer' },
        signing: { acceptedAt: T0 - 2_000 },
      }),
  ],
]

/** A quote at an edge of its terms. */
const within = (change: Parameters<typeof committing>[0]): SettledReceipt => committing(change)()
/** Each with its name: one step further, readers would refuse it. */
export const DEALER_EDGES: readonly (readonly [string, SettledReceipt])[] = [
  ['bid and ask are as far apart as the terms allow', within((_, tick) => widest(tick))],
  [
    'bid and ask are one price',
    within((_, { price }) => ({ bid: priceText(price), ask: priceText(price) })),
  ],
  [
    'a quote is as old as may be',
    within((_, tick) => ({
      receivedAt: stampAt(tick.timeMs - 4_500),
      quotedAt: stampAt(tick.timeMs - 5_000 + 400),
    })),
  ],
  [
    'a quote arrived as late as may be',
    within((_, tick) => ({ quotedAt: stampAt(tick.timeMs - 1_000 + 400) })),
  ],
  [
    'a quote arrived in the millisecond in which it was made',
    within((_, tick) => ({ quotedAt: stampAt(tick.timeMs + 400) })),
  ],
  [
    'the clock of the dealer is corrected by as much as is allowed',
    within((_, tick) => ({ quotedAt: stampAt(tick.timeMs + 2_000 - 70), aheadMs: 2_000 })),
  ],
  [
    'the clock of the dealer is not corrected',
    within((_, tick) => ({ quotedAt: stampAt(tick.timeMs - 70), aheadMs: 0 })),
  ],
]

/** The kinds with altered quotes. */
export const DEALER_FORGERIES: readonly ForgedReceipt[] = ROWS.map(([name, fails, make]) => ({
  name,
  fails,
  make,
  twin: dealerReceipt,
}))
