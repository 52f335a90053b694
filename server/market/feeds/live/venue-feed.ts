/** What connects to a venue and keeps the connection: the interface that the live feed uses. */
import { RenewedConnection } from '#server/market/feeds/live/renewed-connection.ts'
import type { Venue, VenueTrade } from '#server/market/feeds/live/venue.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Logger } from '#server/platform/logging.ts'

/** What a connection to a venue needs. */
export interface VenueFeedParts {
  venue: Venue
  /** The symbols at the venue. */
  symbols: readonly string[]
  clock: MarketClock
  log: Logger
  /** Replaces the venue's own address, such as one of a local server. */
  url?: string
  /** A number in [0, 1) that spreads delays, so that many servers do not reconnect at once. */
  random: () => number
  /** Called with trades in the order in which they arrived, and when they did by the market clock (ms). */
  onTrades(trades: readonly VenueTrade[], receivedAt: number): void
  /** Called when `isServing` turns. */
  onChange(): void
}

/** A connection to a venue, renewed by itself. Counts are those since the start; times are in ms. */
export interface VenueFeed {
  start(): void
  stop(): Promise<void>
  /** Whether its trades count: it is connected, subscribed and not under maintenance. */
  readonly isServing: boolean
  /** Since when `isServing` is as it is. */
  readonly since: number
  /** When the newest frame arrived; null before the first. */
  readonly heardAt: number | null
  readonly messages: number
  readonly reconnects: number
  readonly faults: number
}

/** Creates the connection to a venue. Nothing happens before `start`. */
export const createVenueFeed = (parts: VenueFeedParts): VenueFeed => new RenewedConnection(parts)
