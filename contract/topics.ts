/** The topics of the socket as one table, and the messages that carry them. */
import { z } from 'zod/mini'
import { ACCOUNT_TOPICS } from '#contract/account-topics.ts'
import { MARKET_TOPICS } from '#contract/market-topics.ts'
import { interval } from '#contract/product.ts'
import { productId, symbol, timeMs } from '#contract/scalars.ts'

/** Every topic of the socket by name. The server and the streams of the client both follow this table. */
export const TOPICS = { ...MARKET_TOPICS, ...ACCOUNT_TOPICS } as const

export type TopicName = keyof typeof TOPICS
export type SnapshotOf<T extends TopicName> = z.infer<(typeof TOPICS)[T]['snapshot']>
export type DeltaOf<T extends TopicName> = z.infer<(typeof TOPICS)[T]['delta']>

/** The shapes of the parameters that topic keys carry. */
export const topicParams = { symbol, interval } as const

/** A topic with its parameters, as frames name it: `quotes`, `candles:EURUSD:1m`. */
export const topicKey = z.string().check(z.maxLength(64), z.regex(/^[a-z]+(:[A-Za-z0-9]+)*$/))

/**
 * Every frame: `[topicKey, epoch, seq, kind, serverTimeMs, data]`. `epoch` changes when continuity is lost; if it is
 * empty, as in deltas and heartbeats of quotes and stats, it is that of the snapshot before. The epoch of topics that
 * need a session is that of the database and survives a restart of the server; only `typing` and `desk` have, like all
 * public topics, that of the process. A `heartbeat` carries null and the newest seq. A `gap` carries null, and a
 * snapshot follows. An `error` carries its code. For topics with delivery `every`, the seq of a delta is exactly one
 * more than that of the frame before, so a heartbeat with a newer seq means that a delta is missing. For quotes and
 * stats, `seq` is the market-wide count of ticks: it rises by itself, and nothing is missing.
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

/** The payload of the `subscribe` event. A repeated subscription replaces the one before. */
export const subscribeRequest = z.object({
  /** The name of the topic with its parameters. */
  topic: topicKey,
  /**
   * The epoch and the number of the last frame that the client applied. A topic of the user then replays the deltas
   * since that frame, without a snapshot, if the epoch is still the same and no more than 20 are missing. Otherwise,
   * and for all other topics, a snapshot is sent.
   */
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
 * The payload of the `visible` event: the products that the page shows. It replaces the one before. Quotes and
 * statistics carry these products and no others, so send it first, and again with each new connection.
 */
export const visibleRequest = z.object({
  /** The ids of products whose quotes are sent at 10 Hz. */
  list: z.array(productId).check(z.maxLength(200)),
  /** The ids of products whose quotes are sent at 20 Hz. */
  detail: z.array(productId).check(z.maxLength(20)),
})
/** The parsed set of visible products. */
export type VisibleRequest = z.infer<typeof visibleRequest>
/** The app disables trading when the last tick is older than this; the server refuses such orders as well. */
export const TRADING_STALE_MS = 5_000
