/** The interface of every source of prices. A feed knows nothing of orders. */
import type { ProductVenues, VenueHealth } from '#contract/index-price.ts'
import type { MarketSession, ProductTerms, ReplayFacts } from '#contract/product.ts'
import type { FeedSource } from '#contract/scalars.ts'
import type { HaltReason } from '#contract/tick-log.ts'
import type { HistoryStage } from '#rules/simulated-history.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import type { PublishedClosings } from '#rules/closings.ts'
import type { Evidence } from '#server/market/log-input.ts'

/** An event of a feed. Prices and sizes are scaled integers; `timeMs` is the market clock's and not in the future. */
export type FeedEvent = {
  productId: number
  timeMs: number
} & (
  | ({ kind: 'tick'; price: number; size: number } & Evidence)
  /** `feed`: a live price was lost. */
  | { kind: 'gap'; reason: 'loop' | 'feed' }
)
/** Passes events of the feed to the market. */
export type Emit = (events: readonly FeedEvent[]) => void

/** What a feed may read from the log. */
export interface FeedLog {
  /** Resolves when everything emitted so far is durable. */
  drained(): Promise<void>
  /** The price of the last good tick at or before a moment. Null before the first. */
  priceAt(productId: number, timeMs: number): Promise<number | null>
}

/** The time of a product in which its events were missed: after `fromMs`, up to and including `toMs`. */
export interface MissedSpan {
  product: CatalogueProduct
  fromMs: number
  toMs: number
}

/** The history before the feed's start, computed once per database. */
interface Beginnings {
  /** The state that is stored with the database and passed to `resume` at later starts. */
  state: object
  /** The finest bars by stage, coarse to fine, per product. */
  history(product: CatalogueProduct): HistoryStage[]
}

/** What only a live feed has. */
export interface LiveFacts {
  /** The venues of a product as they stand now. */
  venuesOf(productId: number): ProductVenues | null
  /** The health of all venues, ordered by name. */
  health(): VenueHealth[]
  /** The closings that contracts go by, and until when they say all. Null if no contract is offered. */
  closings(): (PublishedClosings & { until: number | null }) | null
  /** Calls the listener when a product gets or loses its price. */
  onTurn(listener: (productId: number) => void): void
  /** Tells which terms of a product are in force at a time: they say what its price is made of. */
  follow(termsAt: (productId: number, timeMs: number) => ProductTerms | undefined): void
}

/** A source of prices. */
export interface Feed {
  readonly source: FeedSource
  /** 1 unless a recording plays faster or slower. */
  readonly speed: number
  readonly products: readonly CatalogueProduct[]
  /** Products whose ticks are points of recorded bars. */
  readonly fromBars: ReadonlySet<number>
  /** Products that can be watched and not traded. Their prices are logged as usual. */
  readonly watchOnly: ReadonlySet<number>
  /** How a product's recording is replayed. Null if it has none. */
  replayOf(productId: number): ReplayFacts | null
  /** What the operator should know at the start, one line each. */
  notes(): string[]
  /** Called at the first start on an empty database. */
  begin(): Beginnings
  /** Called at every start with the state of `begin`. Throws `StartRefused` if it does not fit this feed. */
  resume(state: unknown): void
  /** The end of the history: ticks before this time (ms) are in its candles. */
  historyEndsAt(): number
  /** The first record of the log, with the price that everything starts from. Null if there is none yet. */
  genesis(product: CatalogueProduct): { timeMs: number; price: number } | null
  sessionAt(product: CatalogueProduct, timeMs: number): MarketSession
  /** Calls the listener when `sessionAt` answers otherwise than before for the current time. */
  onSessionChange?(listener: () => void): void
  /** Why there is no market when the session is not open. */
  readonly haltReason: HaltReason
  /** False while this product's source is unavailable. It then gets no heartbeats, and a live product no orders. */
  alive(productId: number): boolean
  /**
   * The events that playing would have emitted, in order per product. Null for live prices, which cannot be had again:
   * only they have gaps.
   */
  readonly missed: ((spans: readonly MissedSpan[], log: FeedLog) => Promise<FeedEvent[]>) | null
  /** Missing unless the prices are live. */
  readonly live?: LiveFacts
  /** Starts to play what is due after `afterMs`. */
  start(emit: Emit, log: FeedLog, afterMs: number): Promise<void>
  /** Plays on with what is due after `afterMs`, once the log has everything before. */
  playAfter(afterMs: number): Promise<void>
  /** Emits what is due by now. */
  pump(): void
  stop(): void | Promise<void>
}
