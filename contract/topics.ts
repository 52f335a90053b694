/** The topics of the socket as one table: the key, data, delivery and freshness of each. */
import { z } from 'zod/mini'
import { balance } from '#contract/balance.ts'
import { message, messagesRead } from '#contract/messages.ts'
import { priceAlert } from '#contract/alerts.ts'
import { deposit, withdrawal } from '#contract/cashier.ts'
import { productVenues } from '#contract/index-price.ts'
import { deskState } from '#contract/desk-state.ts'
import { fundRate, fundState } from '#contract/fund.ts'
import { ownLimits } from '#contract/limits.ts'
import { order } from '#contract/order.ts'
import { candle, interval, marketSession } from '#contract/product.ts'
import { profile } from '#contract/profile.ts'
import { productId, symbol, timeMs } from '#contract/scalars.ts'
import { isQuotesText, QUOTE_FIELDS } from '#contract/quote-frames.ts'
import { logHead } from '#contract/signed-order.ts'
import { supportMarks, supportMessage, supportState, supportTyping } from '#contract/support.ts'

/**
 * How values reach the views. `latest`: a newer value may replace one that was not shown yet. `every`: no value may be
 * skipped.
 */
export type Delivery = 'latest' | 'every'

type Schema = z.ZodMiniType
/** One topic: the shapes of its data, its delivery, its freshness and who may subscribe. */
export interface TopicRow<S extends Schema = Schema, D extends Schema = Schema> {
  snapshot: S
  delta: D
  delivery: Delivery
  /** A value becomes stale when it is older than this without an update; null if age alone never makes it stale. */
  staleAfterMs: number | null
  /** Whether a subscription needs a session. */
  login: boolean
  /** Set if guests may subscribe too. Otherwise they get `registration_required`. */
  guests?: true
  /** Who may subscribe: users, unless this is set. All other callers get `topic_unknown`. */
  role?: 'operator'
  /** The parameters of the topic key, which follow the name and are separated by colons. */
  params: readonly ('symbol' | 'interval')[]
}
const topic = <S extends Schema, D extends Schema>(row: TopicRow<S, D>): TopicRow<S, D> => row

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
 * `reference` is the price 24 h ago.
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
/** One product of the sessions topic and whether its market is open. */
export const sessionRow = z.object({ productId, session: marketSession })

/** Every topic of the socket by name. The server and the streams of the client both follow this table. */
export const TOPICS = {
  quotes: topic({
    snapshot: quotesFrame,
    delta: quotesFrame,
    delivery: 'latest',
    staleAfterMs: 3_000,
    login: false,
    params: [],
  }),
  stats: topic({
    snapshot: z.array(statsRow),
    delta: z.array(statsRow),
    delivery: 'latest',
    staleAfterMs: 5_000,
    login: false,
    params: [],
  }),
  sessions: topic({
    snapshot: z.array(sessionRow),
    delta: z.array(sessionRow),
    delivery: 'every',
    staleAfterMs: null,
    login: false,
    params: [],
  }),
  candles: topic({
    snapshot: z.array(candle),
    delta: z.array(candle),
    delivery: 'every',
    staleAfterMs: 3_000,
    login: false,
    params: ['symbol', 'interval'],
  }),
  /** The venues that a live product's price comes from. */
  venues: topic({
    snapshot: productVenues,
    delta: productVenues,
    delivery: 'latest',
    staleAfterMs: 5_000,
    login: false,
    params: ['symbol'],
  }),
  /** The newest record of a product's log, for devices that sign an order. */
  head: topic({
    snapshot: logHead,
    delta: logHead,
    delivery: 'latest',
    staleAfterMs: 3_000,
    login: false,
    params: ['symbol'],
  }),
  positions: topic({
    snapshot: z.array(order),
    delta: order,
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    guests: true,
    params: [],
  }),
  balance: topic({
    snapshot: balance,
    delta: balance,
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    guests: true,
    params: [],
  }),
  profile: topic({
    snapshot: profile,
    delta: profile,
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
  /** The snapshot is the newest documents. A delta is one document in its current state. */
  deposits: topic({
    snapshot: z.array(deposit),
    delta: deposit,
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
  withdrawals: topic({
    snapshot: z.array(withdrawal),
    delta: withdrawal,
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
  /** The snapshot is all active alerts and the newest that ended. A delta is one alert in its current state. */
  alerts: topic({
    snapshot: z.array(priceAlert),
    delta: priceAlert,
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
  fund: topic({
    snapshot: fundState,
    delta: fundState,
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
  limits: topic({
    snapshot: ownLimits,
    delta: ownLimits,
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    guests: true,
    params: [],
  }),
  /**
   * The newest 60 rates of the fund, newest first, including rates that are not in force yet. A delta is a newly
   * published rate.
   */
  rates: topic({
    snapshot: z.array(fundRate),
    delta: fundRate,
    delivery: 'every',
    staleAfterMs: null,
    login: false,
    params: [],
  }),
  /** For operators only: the socket needs a desk session. */
  desk: topic({
    snapshot: deskState,
    delta: deskState,
    delivery: 'latest',
    staleAfterMs: null,
    login: true,
    role: 'operator',
    params: [],
  }),
  messages: topic({
    snapshot: z.object({ unread: z.int().check(z.nonnegative()), latest: z.array(message) }),
    delta: z.union([message, messagesRead]),
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
  /** A delta is one message, or the current marks. */
  support: topic({
    snapshot: supportState,
    delta: z.union([supportMessage, supportMarks]),
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
  /** Whether customer service is typing to the user. Its frames are neither numbered for replay nor stored. */
  typing: topic({
    snapshot: supportTyping,
    delta: supportTyping,
    delivery: 'latest',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
} as const

/** The name of a topic. */
export type TopicName = keyof typeof TOPICS
/** The parsed snapshot of a topic. */
export type SnapshotOf<T extends TopicName> = z.infer<(typeof TOPICS)[T]['snapshot']>
/** The parsed delta of a topic. */
export type DeltaOf<T extends TopicName> = z.infer<(typeof TOPICS)[T]['delta']>

/** The shapes of the parameters that topic keys carry. */
export const topicParams = { symbol, interval } as const

/** A topic with its parameters, as frames name it: `quotes`, `candles:EURUSD:1m`. */
export const topicKey = z.string().check(z.maxLength(64), z.regex(/^[a-z]+(:[A-Za-z0-9]+)*$/))

/**
 * Every frame: `[topicKey, epoch, seq, kind, serverTimeMs, data]`. `epoch` changes when continuity is lost; if it is
 * empty, it is that of the snapshot before. A `heartbeat` carries null and the newest seq. A `gap` asks for a new
 * snapshot. An `error` carries its code. For quotes and stats, `seq` is the market-wide count of ticks. For
 * topics with delivery `every`, the seq of a delta is exactly one more than that of the frame before.
 */
export const envelope = z.tuple([
  topicKey,
  z.string().check(z.maxLength(40)),
  z.int().check(z.nonnegative()),
  z.enum(['snapshot', 'delta', 'heartbeat', 'gap', 'error']),
  timeMs,
  z.unknown(),
])
/** A parsed frame whose data is not parsed yet. */
export type Envelope = z.infer<typeof envelope>

/**
 * The payload of the `subscribe` event. `after` is the last frame that the client applied; the server replays from
 * there if it can.
 */
export const subscribeRequest = z.object({
  topic: topicKey,
  after: z.optional(
    z.object({ epoch: z.string().check(z.maxLength(40)), seq: z.int().check(z.nonnegative()) }),
  ),
})
/** The acknowledgement of the `subscribe` event. `code` is a code of the error catalogue. */
export const subscribeReply = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), code: z.string() }),
])
/** A parsed acknowledgement of a subscription. */
export type SubscribeReply = z.infer<typeof subscribeReply>
/**
 * The payload of the `visible` event: the products that the page shows. Quotes of `list` products are sent at 10 Hz,
 * those of `detail` products at 20 Hz, and no others.
 */
export const visibleRequest = z.object({
  list: z.array(productId).check(z.maxLength(200)),
  detail: z.array(productId).check(z.maxLength(20)),
})
/** The parsed set of visible products. */
export type VisibleRequest = z.infer<typeof visibleRequest>
/** The app disables trading when the last tick is older than this; the server refuses such orders as well. */
export const TRADING_STALE_MS = 5_000
