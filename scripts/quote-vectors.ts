/** Generates docs/quote-vectors.json: frames of one subscription with what a decoder must read in them. */
import { DAY_MS } from '#contract/time.ts'
import {
  createQuotesDecoder,
  QUOTE_FIELDS,
  type QuotePart,
  quotePart,
  quotesText,
  quoteStart,
} from '#contract/quote-frames.ts'

const flat = (price: number) => ({ open: price, high: price, low: price, close: price })

/** In this order, because each frame builds on the bases that the snapshots before it have named. */
const FRAMES: readonly { about: string; fromSeq: number; parts: readonly QuotePart[] }[] = [
  { about: 'a snapshot without products: no `visible` was sent', fromSeq: 0, parts: [] },
  {
    about: 'a snapshot of product 1 with a price and of product 3 without one',
    fromSeq: 63,
    parts: [
      quoteStart({ id: 1, base: 108_250 }, { price: 108_243, ageMs: 120 }),
      quoteStart({ id: 3, base: 0 }, null),
    ],
  },
  {
    about: 'a delta: one price of product 1, a single digit for its age',
    fromSeq: 64,
    parts: [quotePart({ id: 1, base: 108_250 }, flat(108_251), 5)],
  },
  {
    about: 'a delta: several prices of product 3, then one of product 1, whose step is negative',
    fromSeq: 1_855,
    parts: [
      quotePart({ id: 3, base: 0 }, { open: 40, high: 99, low: 35, close: 70 }, 63),
      quotePart({ id: 1, base: 108_250 }, flat(108_250), 64),
    ],
  },
  {
    about: 'a delta with the largest price, and numbers of many digits',
    fromSeq: 9_007_199_254_740_991,
    parts: [quotePart({ id: 1, base: 108_250 }, flat(4_503_599_627_370_495), DAY_MS)],
  },
]

/** What a decoder reads in the frames: `[id, open, high, low, close, ageMs]` per product. */
export function quoteVectors() {
  const decode = createQuotesDecoder()
  return FRAMES.map(({ about, fromSeq, parts }) => {
    const text: string = JSON.parse(quotesText(fromSeq, parts))
    const [, ...flatQuotes] = decode(text) ?? []
    const quotes = Array.from({ length: flatQuotes.length / QUOTE_FIELDS }, (_, at) => {
      const fields = flatQuotes.slice(at * QUOTE_FIELDS, (at + 1) * QUOTE_FIELDS)
      const [id = 0, close = 0, open = 0, high = 0, low = 0, ageMs = 0] = fields
      return [id, close + open, close + high, close + low, close, ageMs]
    })
    return { about, text, fromSeq, quotes }
  })
}

export const quoteVectorsText = (): string =>
  `${JSON.stringify({ quote: ['id', 'open', 'high', 'low', 'close', 'ageMs'], frames: quoteVectors() }, null, 2)}\n`
