/** What enters the tick log and when: ticks on time, heartbeats in silence, gaps and halts where continuity ends. */
import type { MarketSession } from '#contract/product.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import type { Feed, FeedEvent } from '#server/market/feeds/feed.ts'
import type { TickLog } from '#server/market/tick-log.ts'
import type { MarketClock } from '#server/platform/clock.ts'

/** An open product without any record for this long gets a heartbeat. */
export const HEARTBEAT_MS = 1_000
/** A feed silent for longer than this has lost continuity, and so has a tick that comes later than this. */
export const SILENCE_MS = 3_000
const BEAT_EVERY_MS = 200

export interface IntakeParts {
  feed: Feed
  log: TickLog
  clock: MarketClock
  sessionOf(productId: number): MarketSession
  /** Brings sessions up to now; called before every beat. */
  refreshSessions(): void
}

export interface Intake {
  /** Says what the log must say about the time this server was not there. */
  open(): void
  accept(events: readonly FeedEvent[]): void
  /** Starts heartbeats and halts; returns what ends them. */
  start(): () => void
}

export function createIntake(parts: IntakeParts): Intake {
  const { feed, log, clock } = parts
  /** Products of which a tick came too late and was left out. */
  const skipped = new Set<number>()

  const gap = (productId: number, timeMs: number): void => {
    skipped.delete(productId)
    log.append([{ productId, timeMs, kind: 'gap', reason: 'feed' }])
  }

  const acceptTick = (event: FeedEvent, now: number): void => {
    const { productId, timeMs } = event
    const tail = log.tail(productId)
    if (now - timeMs > SILENCE_MS || (tail !== undefined && timeMs < tail.timeMs)) {
      skipped.add(productId)
      return
    }
    const silent = tail !== undefined && tail.kind !== 'halt' && timeMs - tail.timeMs > SILENCE_MS
    if (silent || skipped.has(productId)) gap(productId, timeMs)
    log.append([event])
  }

  const halt = (productId: number, timeMs: number): void =>
    log.append([{ productId, timeMs, kind: 'halt', reason: feed.haltReason }])

  const openProduct = (product: CatalogueProduct, now: number): void => {
    const { id } = product
    const isOpen = parts.sessionOf(id).state === 'open'
    const tail = log.tail(id)
    if (tail === undefined) {
      const genesis = feed.genesis(product)
      if (genesis === null) return
      log.append([{ productId: id, kind: 'tick', size: 0, ...genesis }])
      if (!isOpen) halt(id, genesis.timeMs + 1)
      return
    }
    if (!isOpen && tail.kind === 'halt') return
    const timeMs = Math.max(now, tail.timeMs)
    log.append([{ productId: id, timeMs, kind: 'gap', reason: 'restart' }])
    if (!isOpen) halt(id, timeMs)
  }

  const beatProduct = (productId: number, now: number): void => {
    const tail = log.tail(productId)
    if (tail === undefined || tail.kind === 'halt') return
    if (parts.sessionOf(productId).state !== 'open') {
      // Strictly after the close: an order that expires with the market still has its last tick.
      halt(productId, Math.max(tail.timeMs, now + 1))
      return
    }
    const age = now - tail.timeMs
    if (age < HEARTBEAT_MS || !feed.alive(productId)) return
    if (age > SILENCE_MS) gap(productId, now)
    else log.append([{ productId, timeMs: now, kind: 'heartbeat' }])
  }

  return {
    open: () => {
      const now = clock.now()
      for (const product of feed.products) openProduct(product, now)
    },
    accept: (events) => {
      const now = clock.now()
      for (const event of events) {
        if (event.kind === 'tick') acceptTick(event, now)
        else {
          const timeMs = Math.max(event.timeMs, log.tail(event.productId)?.timeMs ?? 0)
          log.append([{ ...event, timeMs }])
        }
      }
    },
    start: () =>
      clock.every(BEAT_EVERY_MS, () => {
        feed.pump()
        parts.refreshSessions()
        const now = clock.now()
        for (const { id } of feed.products) beatProduct(id, now)
      }),
  }
}
