/**
 * Decides what enters the tick log and when: ticks, heartbeats during silence, and gaps and halts where continuity
 * ends.
 */
import type { MarketSession } from '#contract/product.ts'
import type { HaltReason } from '#contract/tick-log.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import type { Feed, FeedEvent } from '#server/market/feeds/feed.ts'
import type { Maintenance } from '#server/market/maintenance.ts'
import type { TickLog } from '#server/market/tick-log.ts'
import type { MarketClock } from '#server/platform/clock.ts'

/** An open product that has had no record for this long gets a heartbeat. */
export const HEARTBEAT_MS = 1_000
/** A feed that is silent for longer than this has lost continuity. A tick that arrives later than this is skipped. */
export const SILENCE_MS = 3_000
const BEAT_EVERY_MS = 200

/** What the intake needs. */
export interface IntakeParts {
  feed: Feed
  log: TickLog
  clock: MarketClock
  /** The session by the calendar. */
  sessionOf(productId: number): MarketSession
  maintenance: Maintenance
  /** Updates sessions to the current time. Called before every heartbeat. */
  refreshSessions(): void
}

/** The intake of the tick log. */
export class Intake {
  readonly #parts: IntakeParts
  /** Products of which a tick was skipped because it came too late. */
  readonly #skipped = new Set<number>()
  /** Products under maintenance with the time at which it started here, until the first tick after it. */
  readonly #resting = new Map<number, number>()

  constructor(parts: IntakeParts) {
    this.#parts = parts
  }

  /** Logs what is true of the time in which this server did not run. */
  open(): void {
    const now = this.#parts.clock.now()
    for (const product of this.#parts.feed.products) this.#openProduct(product, now)
  }

  /** Accepts events of the feed. */
  accept(events: readonly FeedEvent[]): void {
    const { clock, log } = this.#parts
    const now = clock.now()
    for (const event of events) {
      if (event.kind === 'tick') this.#acceptTick(event, now)
      else {
        const timeMs = Math.max(event.timeMs, log.tail(event.productId)?.timeMs ?? 0)
        log.append([{ ...event, timeMs }])
      }
    }
  }

  /** Starts heartbeats and halts. Returns a function that stops them. */
  start(): () => void {
    const { clock, feed, refreshSessions } = this.#parts
    return clock.every(BEAT_EVERY_MS, () => {
      feed.pump()
      refreshSessions()
      const now = clock.now()
      for (const { id } of feed.products) this.#beat(id, now)
    })
  }

  /** Call this when maintenance of a product starts or ends. A halt is logged at once. */
  restChanged(productId: number): void {
    this.#beat(productId, this.#parts.clock.now())
  }

  #gap(productId: number, timeMs: number): void {
    this.#skipped.delete(productId)
    this.#parts.log.append([{ productId, timeMs, kind: 'gap', reason: 'feed' }])
  }
  #halt(productId: number, timeMs: number, reason: HaltReason = this.#parts.feed.haltReason): void {
    this.#parts.log.append([{ productId, timeMs, kind: 'halt', reason }])
  }

  #acceptTick(event: FeedEvent, now: number): void {
    const { productId, timeMs } = event
    const { log, maintenance } = this.#parts
    if (maintenance.of(productId) === 'halted') return
    const tail = log.tail(productId)
    if (now - timeMs > SILENCE_MS || (tail !== undefined && timeMs < tail.timeMs)) {
      this.#skipped.add(productId)
      return
    }
    const rested = tail?.kind === 'halt' || this.#resting.delete(productId)
    const silent = tail !== undefined && !rested && timeMs - tail.timeMs > SILENCE_MS
    if (silent || this.#skipped.has(productId)) this.#gap(productId, timeMs)
    log.append([event])
  }

  #openProduct(product: CatalogueProduct, now: number): void {
    const { id } = product
    const { feed, log, sessionOf, maintenance } = this.#parts
    const isResting = maintenance.of(id) === 'halted'
    const isOpen = sessionOf(id).state === 'open' && !isResting
    const tail = log.tail(id)
    if (tail === undefined) {
      const genesis = feed.genesis(product)
      if (genesis === null) return
      log.append([{ productId: id, kind: 'tick', ...genesis, size: 0 }])
      if (!isOpen) this.#halt(id, genesis.timeMs + 1)
      return
    }
    if (!isOpen && tail.kind === 'halt') return
    const timeMs = Math.max(now, tail.timeMs)
    log.append([{ productId: id, timeMs, kind: 'gap', reason: 'restart' }])
    if (!isOpen) this.#halt(id, timeMs, isResting ? 'maintenance' : feed.haltReason)
  }

  /**
   * Under maintenance: one halt, then heartbeats for as long as an order on the product may be running, because an
   * order is decided by the record after its expiry.
   */
  #rest(product: number, tail: { timeMs: number; kind: string }, now: number): void {
    const { log } = this.#parts
    const since = this.#resting.get(product)
    if (since === undefined) {
      this.#resting.set(product, now)
      if (tail.kind !== 'halt') this.#halt(product, Math.max(tail.timeMs, now), 'maintenance')
    } else if (now - since <= this.#longest(product) && now - tail.timeMs >= HEARTBEAT_MS) {
      log.append([{ productId: product, timeMs: now, kind: 'heartbeat' }])
    }
  }
  #longest(productId: number): number {
    const product = this.#parts.feed.products.find(({ id }) => id === productId)
    const durations = product?.terms.durations.map(({ durationMs }) => durationMs) ?? []
    return Math.max(0, ...durations) + SILENCE_MS
  }

  #beat(productId: number, now: number): void {
    const { feed, log, sessionOf, maintenance } = this.#parts
    const tail = log.tail(productId)
    if (tail === undefined) return
    if (maintenance.of(productId) === 'halted') return this.#rest(productId, tail, now)
    if (tail.kind === 'halt' || this.#resting.has(productId)) return
    if (sessionOf(productId).state !== 'open') {
      // Strictly after the close, so that an order that expires with the market still has its last tick.
      this.#halt(productId, Math.max(tail.timeMs, now + 1))
      return
    }
    const age = now - tail.timeMs
    if (age < HEARTBEAT_MS || !feed.alive(productId)) return
    if (age > SILENCE_MS) this.#gap(productId, now)
    else log.append([{ productId, timeMs: now, kind: 'heartbeat' }])
  }
}
