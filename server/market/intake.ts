/**
 * Decides what enters the tick log and when: ticks, heartbeats during silence, halts where the market closes, and after
 * an outage what was missed.
 */
import type { MarketSession } from '#contract/product.ts'
import type { HaltReason, TickRecord } from '#contract/tick-log.ts'
import { HEARTBEAT_MS } from '#rules/outage.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import type { Feed, FeedEvent } from '#server/market/feeds/feed.ts'
import type { Maintenance } from '#server/market/maintenance.ts'
import { missedRecords } from '#server/market/missed-records.ts'
import type { TickLog } from '#server/market/tick-log.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Logger } from '#server/platform/logging.ts'

/** A market that is silent for longer than this has missed something. */
const SILENCE_MS = 3_000
const BEAT_EVERY_MS = 200

export interface IntakeParts {
  feed: Feed
  ticks: TickLog
  clock: MarketClock
  log: Logger
  /** The session by the calendar. */
  sessionOf(productId: number): MarketSession
  maintenance: Maintenance
  /** Updates sessions to the current time. Called before every heartbeat. */
  refreshSessions(): void
}

/** The intake of the tick log. */
export class Intake {
  readonly #parts: IntakeParts
  /** Products of which a live tick was skipped because it came too late. */
  readonly #skipped = new Set<number>()
  /** While it is set, what arrives is ignored: it will be filled in. */
  #filling: Promise<void> | undefined

  constructor(parts: IntakeParts) {
    this.#parts = parts
  }

  /** Logs what is true of the time in which this server did not run, then starts the feed. */
  async open(): Promise<void> {
    const { clock, feed, ticks } = this.#parts
    const now = clock.now()
    const isFirst = feed.products.every(({ id }) => ticks.tail(id) === undefined)
    for (const product of feed.products) this.#openProduct(product, now)
    const afterMs = isFirst ? feed.historyEndsAt() - 1 : await this.#fill()
    await ticks.drained()
    await feed.start((events) => this.accept(events), ticks, afterMs)
  }

  /** Whether sales have to wait, because the log does not reach up to now yet. */
  get isBehind(): boolean {
    const { clock, feed, ticks } = this.#parts
    if (this.#filling !== undefined || ticks.isOut) return true
    const now = clock.now()
    return feed.missed !== null && feed.products.some(({ id }) => this.#isSilent(id, now))
  }

  /** Whether sales of a product have to wait, because its live price is lost or did not begin yet. */
  isWaiting(productId: number): boolean {
    const { feed } = this.#parts
    return feed.live !== undefined && !feed.alive(productId)
  }

  /** Accepts events of the feed. */
  accept(events: readonly FeedEvent[]): void {
    const { clock, ticks } = this.#parts
    const now = clock.now()
    for (const event of events) {
      if (this.#filling !== undefined || ticks.isOut) return
      if (event.kind === 'tick') this.#acceptTick(event, now)
      else if (event.reason === 'feed') this.#acceptLoss(event)
      else {
        const timeMs = Math.max(event.timeMs, ticks.tail(event.productId)?.timeMs ?? 0)
        ticks.append([{ ...event, timeMs }])
      }
    }
  }

  /** Starts heartbeats and halts. Returns a function that stops them. */
  start(): () => void {
    const { clock } = this.#parts
    return clock.every(BEAT_EVERY_MS, () => this.#beatAll())
  }

  /** Call this when maintenance of a product starts or ends. A halt is logged at once. */
  restChanged(): void {
    this.#beatAll()
  }

  #beatAll(): void {
    const { clock, feed, ticks, refreshSessions } = this.#parts
    const now = clock.now()
    if (this.#filling === undefined) feed.pump()
    refreshSessions()
    for (const { id } of feed.products) {
      if (this.#filling !== undefined || ticks.isOut) return
      this.#beat(id, now)
    }
  }

  #gap(productId: number, timeMs: number): void {
    this.#skipped.delete(productId)
    this.#parts.ticks.append([{ productId, timeMs, kind: 'gap', reason: 'feed' }])
  }
  #halt(productId: number, timeMs: number, reason: HaltReason = this.#parts.feed.haltReason): void {
    this.#parts.ticks.append([{ productId, timeMs, kind: 'halt', reason }])
  }

  /** A live price was lost. Before the first one, and while the product is halted, there is nothing to lose. */
  #acceptLoss({ productId, timeMs }: FeedEvent): void {
    const { ticks, maintenance } = this.#parts
    const tail = ticks.tail(productId)
    if (tail === undefined || maintenance.of(productId) === 'halted') return
    this.#gap(productId, Math.max(timeMs, tail.timeMs))
  }

  /** Appends a tick, unless it is late or known. After a silence, a gap or what was missed comes first. */
  #acceptTick(event: FeedEvent, now: number): void {
    const { productId, timeMs } = event
    const { feed, ticks, maintenance } = this.#parts
    if (maintenance.of(productId) === 'halted') return
    const tail = ticks.tail(productId)
    const isLate = now - timeMs > SILENCE_MS
    const isSilent = tail !== undefined && tail.kind !== 'halt' && timeMs - tail.timeMs > SILENCE_MS
    if (feed.missed !== null && (isLate || isSilent)) return this.#catchUp()
    // Where prices are determined, those before the newest record are in the log.
    const isKnown = tail !== undefined && timeMs < tail.timeMs
    if (isLate || isKnown) {
      if (feed.missed === null) this.#skipped.add(productId)
      return
    }
    if (isSilent || this.#skipped.has(productId)) this.#gap(productId, timeMs)
    ticks.append([event])
  }

  /** Starts the log of a product that has none. After live prices, there is a gap. */
  #openProduct(product: CatalogueProduct, now: number): void {
    const { id } = product
    const { feed, ticks, sessionOf } = this.#parts
    const isOpen = sessionOf(id).state === 'open'
    const tail = ticks.tail(id)
    if (tail === undefined) {
      const genesis = feed.genesis(product)
      if (genesis === null) return
      ticks.append([{ productId: id, kind: 'tick', ...genesis, size: 0 }])
      if (!isOpen) this.#halt(id, genesis.timeMs + 1)
      else if (now - genesis.timeMs > SILENCE_MS) this.#gap(id, now)
      return
    }
    if (feed.missed !== null || (!isOpen && tail.kind === 'halt')) return
    const timeMs = Math.max(now, tail.timeMs)
    ticks.append([{ productId: id, timeMs, kind: 'gap', reason: 'restart' }])
    if (!isOpen) this.#halt(id, timeMs)
  }

  #isSilent(productId: number, now: number): boolean {
    const tail = this.#parts.ticks.tail(productId)
    return tail !== undefined && tail.kind !== 'halt' && now - tail.timeMs > SILENCE_MS
  }

  #catchUp(): void {
    const { feed, log } = this.#parts
    this.#filling ??= this.#fill()
      .then((afterMs) => feed.playAfter(afterMs))
      .catch((error: unknown) =>
        log.error({ err: error }, 'an outage was not filled; trying again'),
      )
      .finally(() => {
        this.#filling = undefined
      })
  }

  /** Appends what was missed until the log reaches up to now, and returns up to when it does. */
  async #fill(): Promise<number> {
    const { clock, feed, log, ticks } = this.#parts
    for (;;) {
      await ticks.drained()
      const now = clock.now()
      if (feed.missed === null || ticks.isClosed) return now
      const missedBy = feed.products.flatMap((product) => {
        const tail = ticks.tail(product.id)
        return tail === undefined || tail.timeMs > now || this.#isHalted(product, tail)
          ? []
          : [{ product, tail }]
      })
      const inputs = await missedRecords(feed, ticks, { missedBy, now })
      ticks.append(inputs)
      await ticks.drained()
      const markers = inputs.filter(({ kind }) => kind === 'filled')
      if (markers.length > 0) log.warn({ products: markers.length }, 'an outage was filled')
      if (!feed.products.some(({ id }) => this.#isSilent(id, clock.now()))) return now
    }
  }

  /** Whether an operator halted the product: it was halted while its market was open. */
  #isHalted(
    product: CatalogueProduct,
    tail: { timeMs: number; kind: TickRecord['kind'] },
  ): boolean {
    return tail.kind === 'halt' && this.#parts.feed.sessionAt(product, tail.timeMs).state === 'open'
  }

  #beat(productId: number, now: number): void {
    const { feed, ticks, sessionOf, maintenance } = this.#parts
    const tail = ticks.tail(productId)
    if (tail === undefined || tail.kind === 'halt') return
    if (maintenance.of(productId) === 'halted') {
      this.#halt(productId, Math.max(tail.timeMs, now), 'maintenance')
      return
    }
    const age = now - tail.timeMs
    if (feed.missed !== null && age > SILENCE_MS) return this.#catchUp()
    if (sessionOf(productId).state !== 'open') {
      // Strictly after the close, so that an order that expires with the market still has its last tick.
      this.#halt(productId, Math.max(tail.timeMs, now + 1))
      return
    }
    if (age < HEARTBEAT_MS || !feed.alive(productId)) return
    if (age > SILENCE_MS) this.#gap(productId, now)
    else ticks.append([{ productId, timeMs: now, kind: 'heartbeat' }])
  }
}
