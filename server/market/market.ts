/** The interface of the market for the rest of the server: products, the newest tick, and the log's records. */
import type { TickEvidence } from '#contract/dealer-quote.ts'
import type { VenueHealth } from '#contract/index-price.ts'
import type { PublishedClosings } from '#rules/closings.ts'
import type { Product } from '#contract/product.ts'
import type { FeedSource } from '#contract/scalars.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import type { LoggedOrder } from '#server/market/log-input.ts'

export interface Market {
  readonly source: FeedSource
  readonly speed: number
  /** What the operator should know about the prices, one line each, for the start message. */
  readonly startNotes: readonly string[]
  /** All products with their current sessions. */
  products(): Product[]
  product(symbol: string): Product | undefined
  productById(id: number): Product | undefined
  /** The newest good tick in the log. Undefined before the first. */
  lastTick(productId: number): { seq: number; timeMs: number; price: number } | undefined
  /** The newest record of the log, which receipts refer to. */
  head(
    productId: number,
  ): { seq: number; timeMs: number; hash: string; kind: TickRecord['kind'] } | undefined
  /**
   * Calls the listener with each product's new records, in order, after they are durable. Returns a function that
   * removes it.
   */
  onRecords(listener: (productId: number, records: readonly TickRecord[]) => void): () => void
  /**
   * Records for the rule, in order: from the last record at or before `fromMs` to the first record after `toMs` (or the
   * head), both included. Recent records come from memory, others from the table.
   */
  recordsSpanning(productId: number, fromMs: number, toMs: number): Promise<TickRecord[]>
  /** Up to `limit` records after `afterSeq`. */
  recordsAfter(productId: number, afterSeq: number, limit: number): Promise<TickRecord[]>
  /** As `recordsAfter`, from the database or the files of old days and never from memory. */
  storedAfter(productId: number, afterSeq: number, limit: number): Promise<TickRecord[]>
  /**
   * Appends a record that holds an accepted order, which is stored. True once it is durable. False if its deadline
   * is past, or the log takes no records; a record may still come to hold it then, while the log has not passed the
   * deadline.
   */
  holdOrder(productId: number, order: LoggedOrder): Promise<boolean>
  /** The inputs of these ticks, in order. Ticks that have none, and other records, are missing. */
  inputsOf(productId: number, seqs: readonly number[]): Promise<TickEvidence[]>
  /** The health of the venues that live prices come from; null unless prices are live. */
  venueHealth(): VenueHealth[] | null
  /** The closings that live contracts go by, and until when they say all; null unless such contracts are offered. */
  closings(): (PublishedClosings & { until: number | null }) | null
  /** Whether its log takes no more records: the market was closed, or another server writes to the log. */
  isStopped(): boolean
  close(): Promise<void>
}
