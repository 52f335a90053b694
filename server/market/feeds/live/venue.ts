/**
 * The interface of a venue's adapter: what to send, how to read a frame, which limits to keep. It holds no socket.
 */
import type { VenueName } from '#contract/index-price.ts'
import type { LineName } from '#contract/venue-lines.ts'

/** A trade that a venue reported. Texts are kept as the venue sent them. */
export interface VenueTrade {
  symbol: string
  tradeId: string
  /** The price as decimal text. */
  price: string
  /** The venue's own stamp in ms. */
  tradedAt: number
}

/** A trade whose stamp is believed. */
export interface StampedTrade extends VenueTrade {
  /**
   * How far the venue's clock was measured to be ahead of the market's when the trade arrived, in ms. Never
   * negative.
   */
  aheadMs: number
}

/** What an answer to a request is about, as far as the venue says it. */
export interface Answered {
  /** The number that the request was sent with. */
  request?: number
  symbols?: readonly string[]
  /** The venue says neither, and answers requests in their order: it is about the oldest one without an answer. */
  isNext?: true
}

/** What a frame of a venue means. */
export type VenueSignal =
  | { kind: 'trades'; trades: VenueTrade[] }
  /** The connection lives; nothing else. */
  | { kind: 'alive' }
  | ({ kind: 'subscribed' } & Answered)
  /** An answer to send at once, such as a pong as text. */
  | { kind: 'answer'; text: string }
  /** The venue will cut this connection soon: connect again. */
  | { kind: 'reconnect' }
  /** Trades do not count until `serving` is true again. */
  | { kind: 'maintenance'; serving: boolean }
  /** The venue refused a subscription, or the whole request that it was in; the reason is for the log. */
  | ({ kind: 'refused'; reason: string } & Answered)
  /** The frame is none of the above, and worth a count. */
  | { kind: 'fault'; reason: string }

/** The limits that a venue publishes, and how its connections are kept alive. Durations are in ms. */
export interface VenueLimits {
  /** A connection that was silent for longer is dead. */
  silentMs: number
  /**
   * What to send to keep the connection alive, and after how long a silence of our own, whether the venue sends or not;
   * null if nothing.
   */
  ping: { everyMs: number; text(nowMs: number): string } | null
  /** The venue cuts connections after this time, so they are renewed before. Null if it does not. */
  cutAfterMs: number | null
  /** Connection attempts that are allowed per span. */
  attempts: { count: number; perMs: number }
  /** Symbols per subscription request. */
  symbolsPerRequest: number
  /** The least time between two requests on one connection. */
  requestEveryMs: number
  /** Frames of more bytes are faults. */
  frameBytes: number
}

/** One line of a venue. Its functions are pure. */
export interface Venue {
  readonly line: LineName
  /** The operator. */
  readonly name: VenueName
  readonly url: string
  readonly limits: VenueLimits
  /**
   * What it sends unmarked from before a subscription, which does not count. `last`: its first trade per symbol is one.
   * `some`: trades with stamps from before.
   */
  readonly repeats: 'none' | 'last' | 'some'
  /** The frame that subscribes to the trades of some symbols, at most `symbolsPerRequest`. Requests count from 1. */
  subscribe(symbols: readonly string[], request: number, nowMs: number): string
  /** Reads a frame. It never throws: what cannot be read is a `fault`. */
  read(frame: string): VenueSignal[]
}
