/** The data of quotes frames, as tests write them. All bases are 0. */
import {
  type Bar,
  type QuotePart,
  quotePart,
  quoteStart,
  quotesText,
} from '#contract/quote-frames.ts'

type Price = [id: number, price: number, ageMs?: number]

const framed = (fromSeq: number, parts: readonly QuotePart[]): string =>
  JSON.parse(quotesText(fromSeq, parts))

/** A snapshot. */
export const startOf = (...prices: Price[]): string =>
  framed(
    1,
    prices.map(([id, price, ageMs = 0]) => quoteStart({ id, base: 0 }, { price, ageMs })),
  )

/** A delta of products that each had one price since the frame before. */
export const deltaOf = (...prices: Price[]): string =>
  framed(
    1,
    prices.map(([id, price, ageMs = 0]) =>
      quotePart({ id, base: 0 }, { open: price, high: price, low: price, close: price }, ageMs),
    ),
  )

/** A delta of one product that had several prices. */
export const barOf = (id: number, bar: Bar, ageMs: number): string =>
  framed(1, [quotePart({ id, base: 0 }, bar, ageMs)])
