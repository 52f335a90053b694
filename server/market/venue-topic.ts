/** The venues topic: how the venues of a live product stand, sent each second and when its price comes or goes. */
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import type { LiveFacts } from '#server/market/feeds/feed.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { PublicTopic, SocketHub } from '#server/platform/socket/hub.ts'

const EVERY_MS = 1_000

export interface VenueTopicParts {
  live: LiveFacts
  products: readonly CatalogueProduct[]
  clock: MarketClock
}

class VenueTopic implements PublicTopic {
  readonly name = 'venues'
  readonly #parts: VenueTopicParts
  /** Product ids by key. */
  readonly #watched = new Map<string, number>()
  /** They outlive subscribers, so that numbers never repeat within a process. */
  readonly #seqs = new Map<string, number>()

  constructor(parts: VenueTopicParts) {
    this.#parts = parts
  }

  snapshot(params: readonly string[]): Promise<{ seq: number; data: unknown } | null> {
    const product = this.#find(params)
    const data = product === undefined ? null : this.#parts.live.venuesOf(product.id)
    const seq = this.#seqs.get([this.name, ...params].join(':')) ?? 0
    return Promise.resolve(data === null ? null : { seq, data })
  }

  watched(key: string): void {
    const product = this.#find(key.split(':').slice(1))
    if (product !== undefined) this.#watched.set(key, product.id)
  }
  unwatched(key: string): void {
    this.#watched.delete(key)
  }

  /** Tells the subscribers of one product, or of all. */
  tell(hub: SocketHub, productId?: number): void {
    for (const [key, id] of this.#watched) {
      if (productId !== undefined && id !== productId) continue
      const seq = (this.#seqs.get(key) ?? 0) + 1
      this.#seqs.set(key, seq)
      hub.broadcast(key, seq, this.#parts.live.venuesOf(id))
    }
  }

  #find(params: readonly string[]): CatalogueProduct | undefined {
    return params.length === 1
      ? this.#parts.products.find(({ symbol }) => symbol === params[0])
      : undefined
  }
}

/** Attaches the topic. Returns a function that stops it. */
export function attachVenueTopic(hub: SocketHub, parts: VenueTopicParts): Cancel {
  const topic = new VenueTopic(parts)
  hub.addPublic(topic)
  parts.live.onTurn((productId) => topic.tell(hub, productId))
  return parts.clock.every(EVERY_MS, () => topic.tell(hub))
}
