/** What streams hand to the views: stamped values, their liveness, and the streams themselves. */
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

/** A value with the server time (ms) at which it was true; stamped by the wire, before any sharing or replay. */
export interface Stamped<T> {
  value: T
  asOf: number
}

/** The last value survives staleness and failure of the connection. */
export type Live<T> =
  | { status: 'connecting' }
  | ({ status: 'live' } & Stamped<T>)
  | ({ status: 'stale' } & Stamped<T>)
  | { status: 'failed'; error: unknown }

/** Prices are scaled integers of the product. `movement`: the last change; equal prices keep it. */
export interface Quote {
  price: number
  movement: 'up' | 'down' | 'none'
  /** Of the interval since the frame before. */
  open: number
  high: number
  low: number
  /** Time of the tick itself, server ms; `asOf` is the frame's. */
  tickAt: number
}

/** Over the last 24 h. `riseRate`: (last − reference) / reference, basis points, signed, not rounded up. */
export interface DayStats {
  last: number
  reference: number
  riseRate: number
  high: number
  low: number
  volume: number
  /** Decimal text in the quote currency. */
  amount: string
}

/** `reset`: replace all bars; `update`: upsert these by open time. */
export type CandleEvent = { kind: 'reset' | 'update'; candles: readonly Candle[] }

/** `open`: open and live, newest first. `settled`: those that became final while watched, newest first, ≤ 50. */
export interface Positions {
  open: readonly Order[]
  settled: readonly Order[]
}
export interface Messages {
  unread: number
  /** Newest first, ≤ 50. */
  latest: readonly Message[]
  /** Every message up to this number was read, also those older than the newest; left out: not known. */
  readUpTo?: string
}

/** With customer service, newest first; `marks` say what was received and read. */
export interface Conversation {
  latest: readonly SupportMessage[]
  marks: SupportMarks
}

export type Connection =
  | { status: 'connecting' }
  | { status: 'live' }
  /** Connected, but no price frame for 3 s: `asOf` is the newest's server time. */
  | { status: 'stale'; asOf: number }
  /** `nextAttemptAt`: client monotonic ms; null while an attempt runs. */
  | { status: 'reconnecting'; attempt: number; nextAttemptAt: number | null; asOf: number | null }
  /** The server ended this session (log-out elsewhere, revoked). */
  | { status: 'ended' }

export type View = keyof VisibleRequest

export interface Streams {
  /** Leasing tells the server which products are visible, and how fast. */
  quote(productId: number, view: View): Observable<Stamped<Quote>>
  stats(productId: number): Observable<Stamped<DayStats>>
  session(productId: number): Observable<Stamped<MarketSession>>
  candles(symbol: string, interval: Interval): Observable<Stamped<CandleEvent>>
  positions(): Observable<Stamped<Positions>>
  balance(): Observable<Stamped<Balance>>
  messages(): Observable<Stamped<Messages>>
  profile(): Observable<Stamped<Profile>>
  /** Newest first: the newest at first, later each that was new or changed too; ≤ 100. */
  deposits(): Observable<Stamped<readonly Deposit[]>>
  /** As `deposits`. */
  withdrawals(): Observable<Stamped<readonly Withdrawal[]>>
  /** Newest first: all that wait, and the newest that ended. */
  alerts(): Observable<Stamped<readonly PriceAlert[]>>
  fund(): Observable<Stamped<FundState>>
  limits(): Observable<Stamped<OwnLimits>>
  /** Public. Newest first, those that begin later included; ≤ 100. */
  rates(): Observable<Stamped<readonly FundRate[]>>
  support(): Observable<Stamped<Conversation>>
  /** Until when customer service is shown to type; null: it does not. */
  typing(): Observable<Stamped<{ until: TimeMs | null }>>
  /** On a page of the operator desk alone. */
  desk(): Observable<Stamped<DeskState>>
  connection(): Observable<Connection>
  /** The market clock as this client knows it: server ms from monotonic time, never the device's wall clock. */
  serverNow(): number
  /** After log-in or log-out: reconnects so that the handshake carries the new cookie. Drops private state. */
  renew(): void
  /** Coming back from the background or offline: resnapshot before anything shows as live. */
  resume(): void
  close(): void
}
