/** What the rest of the server may know of the market: products, the newest tick, and the log's records. */
import type { Product } from '#contract/product.ts'
import type { FeedSource } from '#contract/scalars.ts'
import type { TickRecord } from '#contract/tick-log.ts'

export interface Market {
  readonly source: FeedSource
  readonly speed: number
  /** With the session as it is now. */
  products(): Product[]
  product(symbol: string): Product | undefined
  productById(id: number): Product | undefined
  /** Newest good tick in the log, or undefined before the first. */
  lastTick(productId: number): { seq: number; timeMs: number; price: number } | undefined
  /** Newest record of the log: what a receipt refers to. */
  head(productId: number): { seq: number; timeMs: number; hash: string } | undefined
  /** Called with each product's new records, in order, after they are durable. */
  onRecords(listener: (productId: number, records: readonly TickRecord[]) => void): () => void
  /** When the product's market next closes if open at `timeMs`; null: never, or not open. */
  closesAfter(productId: number, timeMs: number): number | null
  /**
   * Records for the rule: from the last record at or before `fromMs` to the first record after `toMs`
   * (or the head), both included, in order. From memory when recent, else from the table.
   */
  recordsSpanning(productId: number, fromMs: number, toMs: number): Promise<TickRecord[]>
  /** Up to `limit` records after `afterSeq`. */
  recordsAfter(productId: number, afterSeq: number, limit: number): Promise<TickRecord[]>
  close(): Promise<void>
}
