/** The settlement engine: enters and settles orders as the log grows. Only the log and frozen terms decide. */
import type { Order } from '#contract/order.ts'
import type { Market } from '#server/market/market.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'
import type { Logger } from '#server/platform/logging.ts'
import type { Outcome, Waiting } from '#server/trading/settlement-decide.ts'
import { ProductWorker, type ProductWorkerParts } from '#server/trading/settlement-worker.ts'
import {
  aliveOrders,
  enterOrders,
  loadWaiting,
  settleOrders,
} from '#server/trading/settlement-store.ts'
import { ChunkWriter } from '#server/trading/settlement-writer.ts'

/** Measured: a chunk costs one commit, and two at once make use of the time that the database waits. */
const CHUNK = 1_000
const CHUNKS_AT_ONCE = 2
const SWEEP_MS = 10_000
const LOAD_PAGE = 1_000

/** What the engine needs. */
export interface SettlementParts {
  db: Database<'settlement'>
  market: Market
  clock: MarketClock
  log: Logger
  /** Called after the commit that created the events. */
  deliver: (events: readonly OutboxEvent[]) => void
  /** Reports how long after expiry each order was settled, in ms. */
  observe?: (latenessMs: number) => void
}

/** Settles the orders of all products. */
export class SettlementEngine {
  readonly #parts: SettlementParts
  readonly #workerParts: ProductWorkerParts
  readonly #entering: ChunkWriter<Waiting>
  readonly #settling: ChunkWriter<Outcome>
  readonly #workers = new Map<number, ProductWorker>()
  /**
   * The orders in memory by id, each with its owner, so that orders of one user are written together. The sweep finds
   * all other waiting orders.
   */
  readonly #known = new Map<string, bigint>()
  #cancels: Cancel[] = []
  #stopped = false

  constructor(parts: SettlementParts) {
    const { market, clock, log } = parts
    this.#parts = parts
    const common = {
      limit: CHUNK,
      atOnce: CHUNKS_AT_ONCE,
      clock,
      groupOf: ({ order }: { order: Order }) => this.#known.get(order.id),
      refused: ({ order }: { order: Order }, err: unknown) => this.#refused(order, err),
      failed: (err: unknown, waitMs: number) =>
        log.warn({ err, waitMs }, 'settlement waits for the database'),
    }
    this.#entering = new ChunkWriter<Waiting>({
      ...common,
      write: (chunk) => this.#writeEntries(chunk),
    })
    this.#settling = new ChunkWriter<Outcome>({
      ...common,
      write: (chunk) => this.#writeOutcomes(chunk),
    })
    this.#workerParts = {
      market,
      clock,
      onEntered: (entered) => this.#entering.add(entered),
      onOutcomes: (outcomes) => this.#settling.add(outcomes),
      onError: (err) => log.warn({ err }, 'the tick log could not be read; trying again'),
    }
  }

  /** Loads waiting orders from the table, then follows the log. */
  async start(): Promise<void> {
    const { market, clock, log } = this.#parts
    const follow = market.onRecords((productId, records) =>
      this.#worker(productId).reached(records.at(-1)?.timeMs ?? 0),
    )
    this.#cancels = [follow]
    await this.sweep()
    const sweepSafely = (): void => {
      this.sweep().catch((err: unknown) => log.warn({ err }, 'the settlement sweep failed'))
    }
    this.#cancels.push(clock.every(SWEEP_MS, sweepSafely))
  }

  /** Adds an order that was just committed. */
  schedule(productId: number, order: Order, owner: bigint): void {
    this.#take({ productId, order, voidEntry: null }, owner)
  }

  /** Loads orders that the schedule missed. It runs automatically every 10 s. */
  async sweep(): Promise<void> {
    const { db, clock } = this.#parts
    const missed = (await aliveOrders(db)).filter(({ id }) => !this.#known.has(id))
    const owners = new Map(missed.map(({ id, owner }) => [id, owner]))
    const ids = [...owners.keys()]
    for (let i = 0; i < ids.length && !this.#stopped; i += LOAD_PAGE) {
      for (const waiting of await loadWaiting(db, ids.slice(i, i + LOAD_PAGE))) {
        this.#take(waiting, owners.get(waiting.order.id) ?? 0n)
      }
    }
    // Includes products without new records since the start, because their log may already decide their orders.
    for (const worker of this.#workers.values()) worker.reached(clock.now())
  }

  /** Resolves when everything that can be decided now is written. */
  async idle(): Promise<void> {
    // Twice, because writing an entry may wake a worker, and the worker's decision a writer.
    for (let round = 0; round < 2; round++) {
      for (const worker of this.#workers.values()) await worker.idle()
      await this.#entering.idle()
      for (const worker of this.#workers.values()) await worker.idle()
      await this.#settling.idle()
    }
  }

  /** The number of orders in memory. */
  get waiting(): number {
    return this.#known.size
  }

  /** Stops the engine. Call this before the database closes. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const cancel of this.#cancels) cancel()
    for (const worker of this.#workers.values()) worker.stop()
    await Promise.all([this.#entering.stop(), this.#settling.stop()])
  }

  #worker(productId: number): ProductWorker {
    const worker = this.#workers.get(productId) ?? new ProductWorker(productId, this.#workerParts)
    this.#workers.set(productId, worker)
    return worker
  }

  #take(waiting: Waiting, owner: bigint): void {
    if (this.#known.has(waiting.order.id)) return
    this.#known.set(waiting.order.id, owner)
    this.#worker(waiting.productId).add(waiting)
  }

  async #writeEntries(chunk: readonly Waiting[]): Promise<void> {
    this.#deliver(await enterOrders(this.#parts.db, chunk))
    for (const waiting of chunk) this.#worker(waiting.productId).add(waiting)
  }

  /** Has the database check and pay a chunk, and forgets its orders. */
  async #writeOutcomes(chunk: readonly Outcome[]): Promise<void> {
    const { db, clock, observe } = this.#parts
    this.#deliver(await settleOrders(db, chunk))
    const now = clock.now()
    for (const { order } of chunk) {
      this.#known.delete(order.id)
      observe?.(now - order.expiresAt)
    }
  }

  /** The money has moved, so an error here must not make the write look failed. */
  #deliver(events: readonly OutboxEvent[]): void {
    try {
      this.#parts.deliver(events)
    } catch (err) {
      this.#parts.log.error({ err }, 'settlement events were not handed over')
    }
  }

  /** The order is dropped from memory only. It is still in the table, so the next sweep loads it again. */
  #refused(order: Order, err: unknown): void {
    this.#parts.log.error({ err, orderId: order.id }, 'an order was refused by the database')
    this.#known.delete(order.id)
  }
}
