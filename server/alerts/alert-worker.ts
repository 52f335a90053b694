/** The alerts of one product, evaluated against each of its ticks in order, off the hot path. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TickRecord } from '#contract/tick-log.ts'
import type { WaitingAlert } from '#server/alerts/alert-row.ts'
import { Levels, reaches } from '#server/alerts/levels.ts'
import type { Market } from '#server/market/market.ts'
import type { MarketClock } from '#server/platform/clock.ts'

/** An alert that a tick has reached. */
export interface Hit {
  waiting: WaitingAlert
  tick: Extract<TickRecord, { kind: 'tick' }>
}

export interface AlertWorkerParts {
  market: Pick<Market, 'head' | 'recordsAfter'>
  clock: MarketClock
  onHits: (hits: readonly Hit[]) => void
  onError: (error: unknown) => void
}

const PAGE = 500
/** Maximum alerts ended per turn. The rest wait, so that other work can run. */
const TURN = 1_000
const RETRY_MS = 500

/** Evaluates the alerts of one product. */
export class AlertWorker {
  readonly #productId: number
  readonly #parts: AlertWorkerParts
  readonly #levels = new Levels()
  readonly #known = new Map<string, WaitingAlert>()
  #judged: number
  #running: Promise<void> | undefined
  #stopped = false

  constructor(productId: number, judged: number, parts: AlertWorkerParts) {
    this.#productId = productId
    this.#judged = judged
    this.#parts = parts
  }

  /** All alerts in this worker are evaluated up to this tick. */
  get judged(): number {
    return this.#judged
  }
  /** The number of waiting alerts. */
  get size(): number {
    return this.#known.size
  }

  /** Evaluates the ticks since the alert was set, then holds it. Resolves when it is held or hit. */
  async add(waiting: WaitingAlert): Promise<void> {
    const { id } = waiting.alert
    if (this.#known.has(id)) return
    this.#known.set(id, waiting)
    const hit = await this.#catchUp(waiting).catch((error: unknown) => {
      this.#known.delete(id)
      throw error
    })
    if (this.#known.get(id) !== waiting) return
    if (hit !== null) return this.#end([hit])
    this.#levels.add(waiting)
    this.wake()
  }

  has(id: string): boolean {
    return this.#known.has(id)
  }

  remove(id: string): void {
    const waiting = this.#known.get(id)
    if (waiting === undefined) return
    this.#known.delete(id)
    this.#levels.remove(waiting)
  }

  /** The log has grown. */
  wake(): void {
    if (this.#running !== undefined || this.#stopped) return
    if (this.#judged >= this.#head()) return
    this.#running = this.#run()
  }

  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  stop(): void {
    this.#stopped = true
  }

  #head(): number {
    return this.#parts.market.head(this.#productId)?.seq ?? 0
  }

  async #run(): Promise<void> {
    const { market, clock, onError } = this.#parts
    try {
      // Lets the tick's own work, and everyone who waits for it, run first.
      await nextTurn()
      while (!this.#stopped && this.#judged < this.#head()) {
        if (this.#levels.empty) this.#judged = this.#head()
        else {
          const records = await market.recordsAfter(this.#productId, this.#judged, PAGE)
          if (records.length === 0) break
          for (const record of records) await this.#judge(record)
        }
      }
    } catch (error) {
      onError(error)
      clock.at(clock.now() + RETRY_MS, () => this.wake())
    } finally {
      this.#running = undefined
    }
  }

  async #judge(record: TickRecord): Promise<void> {
    if (record.kind === 'tick') {
      const early: WaitingAlert[] = []
      for (;;) {
        const taken = this.#levels.take(record.price, TURN)
        const due = taken.filter(({ afterSeq }) => afterSeq < record.seq)
        early.push(...taken.filter(({ afterSeq }) => afterSeq >= record.seq))
        this.#end(due.map((waiting) => ({ waiting, tick: record })))
        if (taken.length < TURN) break
        await nextTurn()
      }
      // Set after this tick, so only later ticks count.
      for (const waiting of early) if (this.#known.has(waiting.alert.id)) this.#levels.add(waiting)
    }
    this.#judged = record.seq
  }

  #end(hits: readonly Hit[]): void {
    for (const { waiting } of hits) this.#known.delete(waiting.alert.id)
    if (hits.length > 0) this.#parts.onHits(hits)
  }

  async #catchUp(waiting: WaitingAlert): Promise<Hit | null> {
    const { direction, price } = waiting.alert
    let at = waiting.afterSeq
    while (at < this.#judged) {
      const records = await this.#parts.market.recordsAfter(this.#productId, at, PAGE)
      for (const tick of records) {
        if (tick.kind === 'tick' && reaches(direction, price, tick.price)) return { waiting, tick }
        at = tick.seq
      }
      if (records.length === 0) break
    }
    return null
  }
}
