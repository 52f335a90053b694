/** The public topics of the socket: prices, markets and rates, the same for everyone. */
import { z } from 'zod/mini'
import { fundRate } from '#contract/fund.ts'
import { productVenues } from '#contract/index-price.ts'
import { candle, marketSession } from '#contract/product.ts'
import { isQuotesText, QUOTE_FIELDS } from '#contract/quote-frames.ts'
import { productId, timeMs } from '#contract/scalars.ts'
import { wholeText } from '#contract/checkpoint-products.ts'
import { logHead } from '#contract/signed-order.ts'
import { topic } from '#contract/topic-row.ts'

/** A frame of the quotes topic (contract/quote-frames.ts). */
export const quotesFrame = z.string().check(z.refine(isQuotesText))
/**
 * Quotes that were read, flat: `[fromSeq, (productId, close, open-close, high-close, low-close, age)*]`. Prices are
 * scaled integers over the interval since the previous frame; `age` = frame time − tick time, ms.
 */
export const quotesData = z.array(z.int()).check(
  z.minLength(1),
  z.refine((flat) => flat.length % QUOTE_FIELDS === 1),
)

/**
 * One product of the stats topic: `[productId, last, reference, high, low, volume, amount]` over the last 24 h.
 * `reference` is the price 24 h ago. Prices are scaled by the product's `priceDecimals`, `volume` by `sizeDecimals`.
 */
export const statsRow = z.tuple([
  productId,
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.string().check(z.regex(/^\d+(\.\d+)?$/)),
])
/** A checkpoint as the server signed it: what its text says of itself, the text, the signature, and its products. */
export const signedCheckpoint = z.object({
  number: z.int().check(z.positive()),
  timeMs,
  ...wholeText.shape,
})
export type SignedCheckpoint = z.infer<typeof signedCheckpoint>
/** One product of the sessions topic and whether its market is open. */
export const sessionRow = z.object({ productId, session: marketSession })

/** The public topics by name. */
export const MARKET_TOPICS = {
  /**
   * The newest prices of the products that this page named with `visible`, and of no others. Without `visible` the
   * snapshot has no product. Every `visible` is answered with a new snapshot. A delta has each product that ticked
   * since the frame before; its close is the newest price. An id that no product has is in the snapshot as a product
   * without a price, with the base 0. contract/quote-frames.ts and docs/SOCKET.md describe the text.
   */
  quotes: topic({
    snapshot: quotesFrame,
    delta: quotesFrame,
    delivery: 'latest',
    staleAfterMs: 3_000,
    login: false,
    params: [],
  }),
  /**
   * The statistics of the last 24 hours of the products that this page named with `visible`, once per second. A row
   * of a delta replaces that of its product. A product without a tick has no row. `reference` is the price 24 h ago, or
   * the oldest known price of a younger product. Prices are integers with the product's `priceDecimals`, and `volume`,
   * the sum of the traded sizes, is one with its `sizeDecimals`. `amount` is the sum of price × size in the product's
   * `quoteCurrency`, as a decimal text.
   */
  stats: topic({
    snapshot: z.array(statsRow),
    delta: z.array(statsRow),
    delivery: 'latest',
    staleAfterMs: 5_000,
    login: false,
    params: [],
  }),
  /** Whether each market is open. The snapshot has all products; a row of a delta replaces that of its product. */
  sessions: topic({
    snapshot: z.array(sessionRow),
    delta: z.array(sessionRow),
    delivery: 'every',
    staleAfterMs: null,
    login: false,
    params: [],
  }),
  /**
   * The newest candles of one product and interval, oldest first. The snapshot has up to 300. A candle of a delta
   * replaces the one with the same open time, or is added by its time. An interval without a tick has no candle.
   * `GET /api/products/:symbol/candles` returns older ones: a client that was away for longer than the snapshot reaches
   * back fills its gap from there.
   */
  candles: topic({
    snapshot: z.array(candle),
    delta: z.array(candle),
    delivery: 'every',
    staleAfterMs: 3_000,
    login: false,
    params: ['symbol', 'interval'],
  }),
  /**
   * The venues that a live product's price comes from. A delta replaces the state. Other products get `topic_unknown`.
   */
  venues: topic({
    snapshot: productVenues,
    delta: productVenues,
    delivery: 'latest',
    staleAfterMs: 5_000,
    login: false,
    params: ['symbol'],
  }),
  /**
   * The newest record of a product's log, for devices that sign an order. A delta replaces the state. The `seq` of the
   * frame is that of the record, and may skip records.
   */
  head: topic({
    snapshot: logHead,
    delta: logHead,
    delivery: 'latest',
    staleAfterMs: 3_000,
    login: false,
    params: ['symbol'],
  }),
  /**
   * The newest signed checkpoint, sent as soon as it is stored, every ten seconds. Null before the first one. A delta
   * replaces the state. The `seq` of the frame is the number of the checkpoint. A page that polls gets a heartbeat
   * instead of a checkpoint that it has.
   */
  checkpoint: topic({
    snapshot: z.nullable(signedCheckpoint),
    delta: signedCheckpoint,
    delivery: 'latest',
    staleAfterMs: null,
    login: false,
    params: [],
  }),
  /**
   * The newest 60 rates of the fund, newest first, including rates that are not in force yet. A delta is a newly
   * published rate, which is added.
   */
  rates: topic({
    snapshot: z.array(fundRate),
    delta: fundRate,
    delivery: 'every',
    staleAfterMs: null,
    login: false,
    params: [],
  }),
} as const
