/** Evaluates price alerts from the tick log. A restart loses no alert and reports none twice. */
import { type PriceAlert, priceAlert } from '#contract/alerts.ts'
import { AlertWorker, type Hit, type AlertWorkerParts } from '#server/alerts/alert-worker.ts'
import { type AlertRow, type WaitingAlert, waitingOfRow } from '#server/alerts/alert-row.ts'
import {
  type HitRow,
  saveMarks,
  selectMarks,
  selectWaiting,
  writeHits,
} from '#server/alerts/alerts-store.ts'
import type { Market } from '#server/market/market.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { OutboxEvent } from '#server/platform/socket/hub.ts'
import type { Logger } from '#server/platform/logging.ts'
import { ChunkWriter } from '#server/trading/settlement-writer.ts'

const CHUNK = 500
/** Interval of checkpoints. A restart evaluates at most this much of the log again. */
const MARK_MS = 15_000

/** What the evaluation needs. */
export interface JudgeParts {
  db: Database
  market: Market
  clock: MarketClock
  log: Logger
  /** Called after the commit that created the events. */
  deliver: (events: readonly OutboxEvent[]) => void
}

/** An alert that is being inserted. Checkpoints stay behind it until it is held here. */
export interface Coming {
  productId: number
  afterSeq: number
}

/** Evaluates the alerts of all products. */
export class AlertJudge {
  readonly #parts: JudgeParts
  readonly #workerParts: AlertWorkerParts
  readonly #writer: ChunkWriter<Hit>
  readonly #workers = new Map<number, AlertWorker>()
  readonly #coming = new Set<Coming>()
  /** Alerts of which it is unknown whether they were inserted. */
  readonly #unsure = new Set<Coming>()
  #cancels: Cancel[] = []
  #stopped = false

  constructor(parts: JudgeParts) {
    const { market, clock, log } = parts
    this.#parts = parts
    this.#writer = new ChunkWriter<Hit>({
      limit: CHUNK,
      groupOf: ({ waiting }) => waiting.alert.id,
      atOnce: 1,
      clock,
      write: (chunk) => this.#write(chunk),
      refused: ({ waiting }, err) =>
        log.error({ err, alertId: waiting.alert.id }, 'an alert was refused by the database'),
      failed: (err, waitMs) => log.warn({ err, waitMs }, 'alerts wait for the database'),
    })
    this.#workerParts = {
      market,
      clock,
      onHits: (hits) => this.#writer.add(hits),
      onError: (err) => log.warn({ err }, 'alerts could not be judged; trying again'),
    }
  }

  /** Loads waiting alerts from the last checkpoint, then follows the log. */
  async start(): Promise<void> {
    const { db, market, clock, log } = this.#parts
    const [marks, rows] = [await selectMarks(db), await selectWaiting(db)]
    for (const row of rows) {
      // After a change of the feed the product may not exist. Its alerts keep waiting.
      if (market.productById(row.product_id) === undefined) continue
      const mark = Math.max(marks.get(row.product_id) ?? 0, row.after_seq)
      // Rows of a product are not ordered by age, so the worker starts at the checkpoint of the oldest.
      const worker = this.#workers.get(row.product_id)
      if (worker === undefined || worker.judged > mark) this.#open(row.product_id, mark)
    }
    for (const row of rows) {
      const judged = marks.get(row.product_id) ?? 0
      const waiting = this.#readRow(row)
      if (waiting === null) continue
      const afterSeq = Math.max(row.after_seq, judged)
      await this.#workers.get(row.product_id)?.add({ ...waiting, afterSeq })
    }
    for (const worker of this.#workers.values()) worker.wake()
    const save = (): void => {
      this.save().catch((err: unknown) => log.warn({ err }, 'the marks of alerts were not saved'))
    }
    this.#cancels = [
      market.onRecords((productId) => this.#workers.get(productId)?.wake()),
      clock.every(MARK_MS, save),
    ]
  }

  /** Announces an alert before it is inserted. */
  expect(coming: Coming): void {
    this.#coming.add(coming)
  }
  /** The alert was inserted. */
  async arrived(coming: Coming, waiting: WaitingAlert): Promise<void> {
    try {
      const { productId } = waiting
      const head = this.#parts.market.head(productId)?.seq ?? 0
      await (this.#workers.get(productId) ?? this.#open(productId, head)).add(waiting)
      this.#coming.delete(coming)
    } catch {
      this.#unsure.add(coming)
    }
  }
  /** The alert was not inserted. */
  refused(coming: Coming): void {
    this.#coming.delete(coming)
  }
  /** The database connection was lost, so the alert may have been inserted. The next pass checks it. */
  lost(coming: Coming): void {
    this.#unsure.add(coming)
  }
  cancelled(productId: number, id: string): void {
    this.#workers.get(productId)?.remove(id)
  }

  /** Stores how far all alerts are evaluated and written. It runs automatically every 15 s. */
  async save(): Promise<void> {
    const { db } = this.#parts
    await this.#lookForLost()
    const marks = new Map<number, number>()
    for (const [productId, worker] of this.#workers) {
      const behind = [...this.#coming].filter((alert) => alert.productId === productId)
      if (worker.size > 0 || behind.length > 0) {
        marks.set(productId, Math.min(worker.judged, ...behind.map(({ afterSeq }) => afterSeq)))
      }
    }
    // Hits of these ticks must be written before the checkpoint.
    await this.#writer.idle()
    // If the writer was stopped meanwhile, it has dropped its hits. The next start evaluates them again.
    if (marks.size > 0 && !this.#stopped) await saveMarks(db, marks)
  }

  /** Resolves when everything that can be evaluated now is written. */
  async idle(): Promise<void> {
    for (const worker of this.#workers.values()) await worker.idle()
    await this.#writer.idle()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const cancel of this.#cancels) cancel()
    for (const worker of this.#workers.values()) worker.stop()
    await Promise.all([...this.#workers.values()].map((worker) => worker.idle()))
    await this.#writer.stop()
  }

  /** Null for a row that does not match the contract, which must not keep the others from being evaluated. */
  #readRow(row: AlertRow): WaitingAlert | null {
    try {
      return waitingOfRow(row)
    } catch (err) {
      this.#parts.log.error({ err, alertId: row.id.toString() }, 'an alert cannot be read')
      return null
    }
  }

  #open(productId: number, judged: number): AlertWorker {
    const worker = new AlertWorker(productId, judged, this.#workerParts)
    this.#workers.set(productId, worker)
    return worker
  }

  async #lookForLost(): Promise<void> {
    const looking = [...this.#unsure]
    if (looking.length === 0) return
    for (const row of await selectWaiting(this.#parts.db)) {
      const coming = looking.find(({ productId }) => productId === row.product_id)
      const known = this.#workers.get(row.product_id)?.has(row.id.toString())
      const waiting = coming !== undefined && known !== true ? this.#readRow(row) : null
      if (coming !== undefined && waiting !== null) await this.arrived(coming, waiting)
    }
    for (const coming of looking) {
      this.#unsure.delete(coming)
      this.#coming.delete(coming)
    }
  }

  async #write(chunk: readonly Hit[]): Promise<void> {
    const { db, market, clock, log, deliver } = this.#parts
    const endedAt = clock.now()
    const events = await writeHits(
      db,
      chunk.map((hit) => {
        const { productId } = hit.waiting
        return hitRow(hit, endedAt, market.productById(productId)?.priceDecimals ?? 0)
      }),
    )
    try {
      deliver(events)
    } catch (err) {
      log.error({ err }, 'events of alerts were not handed over')
    }
  }
}

/** The message contains everything that its sentence needs. */
function hitRow({ waiting: { alert }, tick }: Hit, endedAt: number, decimals: number): HitRow {
  const hit = { seq: tick.seq, at: tick.timeMs, price: tick.price }
  const ended: PriceAlert = priceAlert.parse({ ...alert, status: 'hit', hit, endedAt })
  return {
    id: alert.id,
    seq: tick.seq,
    at: tick.timeMs,
    price: tick.price,
    ended_at: endedAt,
    event: JSON.stringify(ended),
    message: {
      alertId: alert.id,
      symbol: alert.symbol,
      direction: alert.direction,
      price: `${alert.price}`,
      hitPrice: `${tick.price}`,
      decimals: `${decimals}`,
    },
  }
}
