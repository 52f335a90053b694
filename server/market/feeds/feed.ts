/** What every source of prices is to the market: it says what it has, plays it, and knows nothing of orders. */
import type { MarketSession } from '#contract/product.ts'
import type { FeedSource } from '#contract/scalars.ts'
import type { HaltReason } from '#contract/tick-log.ts'
import type { HistoryStage } from '#rules/simulated-history.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'

/** Prices and sizes are scaled integers; `timeMs` is the market clock's, not in the future. */
export type FeedEvent = { productId: number; timeMs: number } & (
  | { kind: 'tick'; price: number; size: number }
  | { kind: 'gap'; reason: 'loop' }
)
export type Emit = (events: readonly FeedEvent[]) => void

/** What a feed may ask of the log. */
export interface FeedLog {
  /** When everything emitted so far is durable. */
  drained(): Promise<void>
  /** Price of the last good tick at or before a moment; null before the first. */
  priceAt(productId: number, timeMs: number): Promise<number | null>
}

/** What stands behind the feed's start, computed once for a database. */
export interface Beginnings {
  /** Stored with the database; a later start gets it back. */
  state: object
  /** Finest bars by stage, coarse to fine, a product. */
  history(product: CatalogueProduct): HistoryStage[]
}

export interface Feed {
  readonly source: FeedSource
  /** 1 but for a recording that plays faster or slower. */
  readonly speed: number
  readonly products: readonly CatalogueProduct[]
  /** Products whose ticks are points of recorded bars. */
  readonly fromBars: ReadonlySet<number>
  /** First start on an empty database. */
  begin(): Beginnings
  /** Every start: `state` as `begin` gave it. Throws StartRefused when it does not fit this feed. */
  resume(state: unknown): void
  /** Where the history ends: ticks before this are in its candles. */
  historyEndsAt(): number
  /** The log's first record: the price that everything starts from; null when there is none yet. */
  genesis(product: CatalogueProduct): { timeMs: number; price: number } | null
  sessionAt(product: CatalogueProduct, timeMs: number): MarketSession
  /** Why there is no market when the session is not open. */
  readonly haltReason: HaltReason
  /** False while this product's source cannot speak: no heartbeat vouches for it. */
  alive(productId: number): boolean
  start(emit: Emit, log: FeedLog): Promise<void>
  /** Emits what is due by now. */
  pump(): void
  stop(): void
}
