/** What a live price is made of: the newest trade of each venue, and the state of the venues that feed a product. */
import { z } from 'zod/mini'
import { hash, price, timeMs } from '#contract/scalars.ts'

/**
 * The venues whose public trades can feed a price. A venue is an operator: however many lines it has, a price takes one
 * trade of it.
 */
export const venueName = z.enum([
  'binance',
  'bitget',
  'bitstamp',
  'bybit',
  'coinbase',
  'gate',
  'kraken',
  'mexc',
  'okx',
])
export type VenueName = z.infer<typeof venueName>

/** A price as the venue wrote it: decimal digits without a sign, an exponent or leading zeros. */
export const priceText = z.string().check(z.regex(/^(0|[1-9]\d{0,11})(\.\d{1,12})?$/))
/** The id of a trade as the venue wrote it. */
export const tradeId = z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/))

/** A venue's clock is corrected by at most so much (ms). Stamps that are further ahead are not believed. */
export const AHEAD_MAX_MS = 2_000

/**
 * One input of a live price: the newest trade of a venue. `receivedAt` is the market clock's time at which it
 * arrived. `tradedAt` is the venue's own stamp. The trade is as old as the stamp says, after `aheadMs` is taken from
 * it: how far the venue's clock was measured to be ahead of the market's. Prices from before stamps decided have no
 * `aheadMs`, and their stamp may be null. Its bounds, 0 and `AHEAD_MAX_MS`, are a part of the rule.
 */
export const indexInput = z.object({
  venue: venueName,
  tradeId,
  price: priceText,
  receivedAt: timeMs,
  tradedAt: z.nullable(timeMs),
  aheadMs: z.optional(z.int()),
})
/** A parsed input of a live price. */
export type IndexInput = z.infer<typeof indexInput>

/** The number of venues with a fresh trade without which a live product has no price. */
export const VENUES_NEEDED = 3

/** The inputs of one tick, ordered by the venue's name. The tick's `inputs` is their hash (rules/index-price.ts). */
export const tickInputs = z.object({
  seq: z.int().check(z.positive()),
  inputs: z
    .array(indexInput)
    .check(z.minLength(VENUES_NEEDED), z.maxLength(venueName.options.length)),
})
export type TickInputs = z.infer<typeof tickInputs>

/**
 * One line of the public inputs as NDJSON: a tick with everything that its price follows from. `hash` is that of the
 * inputs, which the tick commits to.
 */
export const publishedInputs = z.extend(tickInputs, { timeMs, price, hash })
/** A parsed line of the public inputs. */
export type PublishedInputs = z.infer<typeof publishedInputs>

/**
 * How a venue stands for one product. `fresh`: its newest trade counts. `quiet`: connected, and its newest trade is
 * too old, or arrived too late. `away`: not connected, or under maintenance.
 */
export const venueState = z.enum(['fresh', 'quiet', 'away'])

/** The venues of one live product, as its page shows them. */
export const productVenues = z.object({
  /** Whether the product has a price: enough fresh venues that agree within its spread limit. */
  alive: z.boolean(),
  /** Why it has none. Null while `alive`. */
  reason: z.nullable(z.enum(['venues', 'spread'])),
  needed: z.int().check(z.positive()),
  venues: z.array(
    z.object({
      venue: venueName,
      /** The symbol at the venue, such as `BTC-USDT`. */
      symbol: z.string().check(z.maxLength(24)),
      state: venueState,
      /** When its newest trade was made, by its corrected stamp; null if none has arrived since the start. */
      tradedAt: z.nullable(timeMs),
    }),
  ),
})
/** The parsed venues of one live product. */
export type ProductVenues = z.infer<typeof productVenues>

/** The health of one line, as the desk shows it. Durations are in ms; null where nothing is known yet. */
export const venueHealth = z.object({
  /** The name of the line (contract/venue-lines.ts), which begins with its operator's. */
  line: z.string(),
  connected: z.boolean(),
  /** True if a dealer refused the operator's token or account, so that it is not asked again. */
  refused: z.optional(z.boolean()),
  /** Since when it is connected, or not. */
  since: timeMs,
  /** When the newest frame arrived. */
  heardAt: z.nullable(timeMs),
  messagesPerSecond: z.number().check(z.nonnegative()),
  /** The middle of receipt minus the venue's stamp: lag and skew together. */
  lagMs: z.nullable(z.number()),
  /** How far the venue's clock is ahead of the market's, by the fastest trades of the last minutes. */
  skewMs: z.nullable(z.number()),
  reconnects: z.int().check(z.nonnegative()),
  /** Frames that could not be read since the start. */
  faults: z.int().check(z.nonnegative()),
  /** The greatest distance of its newest trades from the index now, in basis points. */
  disagreementBps: z.nullable(z.number().check(z.nonnegative())),
})
/** The parsed health of one line. */
export type VenueHealth = z.infer<typeof venueHealth>
