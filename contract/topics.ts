/** Everything that flows down the one socket: each topic's key, data, delivery and freshness, as one table. */
import { z } from 'zod'
import { balance, message, messagesRead } from '#contract/account.ts'
import { priceAlert } from '#contract/alerts.ts'
import { deposit, withdrawal } from '#contract/cashier.ts'
import { deskState } from '#contract/desk.ts'
import { fundRate, fundState } from '#contract/fund.ts'
import { ownLimits } from '#contract/limits.ts'
import { order } from '#contract/order.ts'
import { candle, interval, marketSession } from '#contract/product.ts'
import { profile } from '#contract/profile.ts'
import { productId, symbol, timeMs } from '#contract/scalars.ts'
import { QUOTE_FIELDS } from '#contract/socket-words.ts'
import { supportMarks, supportMessage, supportState, supportTyping } from '#contract/support.ts'

/** `latest`: values in between may be dropped for eyes. `every`: each item counts. */
export type Delivery = 'latest' | 'every'

export interface TopicRow<S extends z.ZodType = z.ZodType, D extends z.ZodType = z.ZodType> {
  snapshot: S
  delta: D
  delivery: Delivery
  /** Older than this without news, the value is greyed; null: never by age alone. */
  staleAfterMs: number | null
  login: boolean
  /** Whose socket may hear it; users' unless said. Everybody else is told `topic_unknown`. */
  role?: 'operator'
  /** What the topic key carries after its name, colon-separated. */
  params: readonly ('symbol' | 'interval')[]
}
const topic = <S extends z.ZodType, D extends z.ZodType>(row: TopicRow<S, D>): TopicRow<S, D> => row

/**
 * Quotes, the hot frame, flat: `[fromSeq, (productId, close, open-close, high-close, low-close, age)*]`.
 * Prices are scaled integers of the interval since the frame before; `age` = frame time − tick time, ms.
 */
export const quotesData = z
  .array(z.int())
  .min(1)
  .refine((flat) => flat.length % QUOTE_FIELDS === 1)

/** `[productId, last, reference, high, low, volume, amount]` over the last 24 h; reference is the price then. */
export const statsRow = z.tuple([
  productId,
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.int(),
  z.string().regex(/^\d+(\.\d+)?$/),
])
export const sessionRow = z.object({ productId, session: marketSession })

export const TOPICS = {
  quotes: topic({
    snapshot: quotesData,
    delta: quotesData,
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
  positions: topic({
    snapshot: z.array(order),
    delta: order,
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
  balance: topic({
    snapshot: balance,
    delta: balance,
    delivery: 'every',
    staleAfterMs: null,
    login: true,
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
  /** A delta is one document as it stands now; a snapshot the newest. */
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
  /** A delta is one alert as it stands now; a snapshot all that wait and the newest that ended. */
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
    params: [],
  }),
  /** The fund's rates, newest first: the newest 60, those ahead included. A delta is one that was published now. */
  rates: topic({
    snapshot: z.array(fundRate),
    delta: fundRate,
    delivery: 'every',
    staleAfterMs: null,
    login: false,
    params: [],
  }),
  /** For operators: a desk session's socket alone. */
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
    snapshot: z.object({ unread: z.int().nonnegative(), latest: z.array(message) }),
    delta: z.union([message, messagesRead]),
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
  /** A delta is one message, or the marks as they stand now. */
  support: topic({
    snapshot: supportState,
    delta: z.union([supportMessage, supportMarks]),
    delivery: 'every',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
  /** Whether customer service is typing to the user: told for a moment, neither numbered for replay nor stored. */
  typing: topic({
    snapshot: supportTyping,
    delta: supportTyping,
    delivery: 'latest',
    staleAfterMs: null,
    login: true,
    params: [],
  }),
} as const

export type TopicName = keyof typeof TOPICS
export type SnapshotOf<T extends TopicName> = z.infer<(typeof TOPICS)[T]['snapshot']>
export type DeltaOf<T extends TopicName> = z.infer<(typeof TOPICS)[T]['delta']>

export const topicParams = { symbol, interval } as const

/** A topic with its parameters, as the wire names it: `quotes`, `candles:EURUSD:1m`. */
export const topicKey = z
  .string()
  .max(64)
  .regex(/^[a-z]+(:[A-Za-z0-9]+)*$/)

/**
 * Every frame: `[topicKey, epoch, seq, kind, serverTimeMs, data]`.
 * `epoch` changes when continuity is lost. A `heartbeat` carries null and the head's seq; `gap` asks for a new
 * snapshot; `error` carries an error code. Public quotes and stats: `seq` is the market-wide count reached.
 * Durable topics: the delta's seq is exactly one more than the frame's before.
 */
export const envelope = z.tuple([
  topicKey,
  z.string().max(40),
  z.int().nonnegative(),
  z.enum(['snapshot', 'delta', 'heartbeat', 'gap', 'error']),
  timeMs,
  z.unknown(),
])
export type Envelope = z.infer<typeof envelope>

export const subscribeRequest = z.object({
  topic: topicKey,
  after: z.object({ epoch: z.string().max(40), seq: z.int().nonnegative() }).optional(),
})
export const subscribeReply = z.union([
  z.object({ ok: z.literal(true) }),
  z.object({ ok: z.literal(false), code: z.string() }),
])
export type SubscribeReply = z.infer<typeof subscribeReply>
/** `list` products come at 10 Hz, `detail` at 20 Hz, all others not at all. */
export const visibleRequest = z.object({
  list: z.array(productId).max(200),
  detail: z.array(productId).max(20),
})
export type VisibleRequest = z.infer<typeof visibleRequest>

/** Limits of one socket. */
export const SOCKET_LIMITS = {
  subscriptions: 50,
  messagesPerSecond: 20,
  inboundBytes: 16_384,
  heartbeatMs: 10_000,
  quoteHeartbeatMs: 1_000,
  listFlushMs: 100,
  detailFlushMs: 50,
} as const
/** Trading stops when the last tick is older than this; the server refuses too. */
export const TRADING_STALE_MS = 5_000
