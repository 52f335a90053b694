/** The types that streams pass to the views: stamped values, their liveness, and the values themselves. */
import type { z } from 'zod/mini'
import type { Message } from '#contract/messages.ts'
import type { Order } from '#contract/order.ts'
import type { Candle } from '#contract/product.ts'
import type { logHead } from '#contract/signed-order.ts'
import type { SupportMarks, SupportMessage } from '#contract/support.ts'
import type { VisibleRequest } from '#contract/topics.ts'

/** A value with the server time (ms) at which it was true. The wire stamps it before any sharing or replay. */
export interface Stamped<T> {
  value: T
  asOf: number
}

/** A value with its liveness. The last value survives staleness and a lost connection. */
export type Live<T> =
  | { status: 'connecting' }
  | ({ status: 'live' } & Stamped<T>)
  | ({ status: 'stale' } & Stamped<T>)
  | { status: 'failed'; error: unknown }

/**
 * The newest price of a product. Prices are scaled integers. `movement` is the last change, which equal prices retain.
 */
export interface Quote {
  price: number
  movement: 'up' | 'down' | 'none'
  /** Open, high and low of the interval since the previous frame. */
  open: number
  high: number
  low: number
  /** The time of the tick itself (server ms), while `asOf` is the time of the frame. */
  tickAt: number
}

/**
 * The statistics of the last 24 h. Prices and volume are scaled integers. `riseRate` is (last − reference) / reference
 * in signed basis points, truncated towards zero.
 */
export interface DayStats {
  last: number
  reference: number
  riseRate: number
  high: number
  low: number
  volume: number
  /** The turnover as decimal text in the quote currency. */
  amount: string
}

/** A change of the candles. `reset` replaces all bars; `update` inserts or replaces these by open time. */
export type CandleEvent = { kind: 'reset' | 'update'; candles: readonly Candle[] }

/**
 * The user's orders, newest first. `open` has those in the states open and live, `settled` at most 50 that became final
 * while the page was open.
 */
export interface Positions {
  open: readonly Order[]
  settled: readonly Order[]
}
/** The user's system messages. */
export interface Messages {
  unread: number
  /** The newest messages, newest first, at most 50. */
  latest: readonly Message[]
  /** Every message up to this id was read, including those that are not in `latest`; missing if it is unknown. */
  readUpTo?: string
}

/**
 * The conversation with customer service, newest message first. `marks` is how far each side has received and read it.
 */
export interface Conversation {
  latest: readonly SupportMessage[]
  marks: SupportMarks
}

/** The newest record of a product's log. */
export type LogHead = z.infer<typeof logHead>

/** The state of the page's connection. */
export type Connection =
  | { status: 'connecting' }
  /** `polled` while the network blocks sockets: the page asks for everything about every 2 s instead. */
  | { status: 'live'; polled?: true }
  /** Connected, but without a price frame for 3 s. `asOf` is the server time of the newest one. */
  | { status: 'stale'; asOf: number; polled?: true }
  /** `nextAttemptAt` is in monotonic ms of the client; null during an attempt. */
  | { status: 'reconnecting'; attempt: number; nextAttemptAt: number | null; asOf: number | null }
  /** The server ended this session, for example after a log-out on another device. */
  | { status: 'ended' }

/**
 * How well the page knows the market clock, in ms. `agrees` is false while probes contradict each other, for example
 * after the device slept.
 */
export interface ClockQuality {
  /** The round trip of the probe that set the clock. */
  roundTripMs: number
  /** The median round trip of the newest probes: on a busy device it is far longer than the best one. */
  usualTripMs: number
  /** How far the clock may be wrong: half of that round trip, and what the probes disagree by beyond their own. */
  uncertaintyMs: number
  agrees: boolean
}

/** The view in which a product is shown. It determines the rate of its quotes. */
export type View = keyof VisibleRequest
