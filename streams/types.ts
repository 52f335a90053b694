/** The types that streams pass to the views: stamped values, their liveness, and the streams themselves. */
import type { Observable } from 'rxjs'
import type { Balance, Message } from '#contract/account.ts'
import type { PriceAlert } from '#contract/alerts.ts'
import type { Deposit, Withdrawal } from '#contract/cashier.ts'
import type { DeskState } from '#contract/desk.ts'
import type { FundRate, FundState } from '#contract/fund.ts'
import type { OwnLimits } from '#contract/limits.ts'
import type { Order } from '#contract/order.ts'
import type { Candle, Interval, MarketSession } from '#contract/product.ts'
import type { Profile } from '#contract/profile.ts'
import type { SupportMarks, SupportMessage } from '#contract/support.ts'
import type { TimeMs } from '#contract/scalars.ts'
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

/** The state of the page's connection. */
export type Connection =
  | { status: 'connecting' }
  | { status: 'live' }
  /** Connected, but without a price frame for 3 s. `asOf` is the server time of the newest one. */
  | { status: 'stale'; asOf: number }
  /** `nextAttemptAt` is in monotonic ms of the client; null during an attempt. */
  | { status: 'reconnecting'; attempt: number; nextAttemptAt: number | null; asOf: number | null }
  /** The server ended this session, for example after a log-out on another device. */
  | { status: 'ended' }

/** The view in which a product is shown. It determines the rate of its quotes. */
export type View = keyof VisibleRequest

/** The streams of one page. A topic is open on the socket while it has readers, and for a moment afterwards. */
export interface Streams {
  /**
   * The newest price of a product. While it has readers, the server sends quotes of the product at the rate of the
   * view.
   */
  quote(productId: number, view: View): Observable<Stamped<Quote>>
  stats(productId: number): Observable<Stamped<DayStats>>
  session(productId: number): Observable<Stamped<MarketSession>>
  candles(symbol: string, interval: Interval): Observable<Stamped<CandleEvent>>
  positions(): Observable<Stamped<Positions>>
  balance(): Observable<Stamped<Balance>>
  messages(): Observable<Stamped<Messages>>
  profile(): Observable<Stamped<Profile>>
  /** At first the newest deposits, later also every new or changed one; newest first, at most 100. */
  deposits(): Observable<Stamped<readonly Deposit[]>>
  /** Like `deposits`, for withdrawals. */
  withdrawals(): Observable<Stamped<readonly Withdrawal[]>>
  /** All active alerts and the newest that ended, newest first. */
  alerts(): Observable<Stamped<readonly PriceAlert[]>>
  fund(): Observable<Stamped<FundState>>
  limits(): Observable<Stamped<OwnLimits>>
  /** The published rates of the fund, newest first, including those not in force yet; at most 100. Public. */
  rates(): Observable<Stamped<readonly FundRate[]>>
  support(): Observable<Stamped<Conversation>>
  /** Until when customer service is shown as typing; null if it is not. */
  typing(): Observable<Stamped<{ until: TimeMs | null }>>
  /** The state of the desk. Only for pages of the operator desk. */
  desk(): Observable<Stamped<DeskState>>
  connection(): Observable<Connection>
  /**
   * The client's estimate of the market clock: server ms derived from monotonic time, never from the device's wall
   * clock.
   */
  serverNow(): number
  /**
   * Call it after log-in or log-out. It reconnects, so that the handshake carries the new cookie, and clears personal
   * state.
   */
  renew(): void
  /**
   * Call it after returning from the background or offline. Nothing is shown as live until a new snapshot or proof of
   * the connection has arrived.
   */
  resume(): void
  /** Closes the connection for good. */
  close(): void
}
