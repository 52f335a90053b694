/** The market's public topics. Candles are sent while pages subscribe to them, and sessions when one changes. */
import { interval, type Candle, type Interval } from '#contract/product.ts'
import { symbol } from '#contract/scalars.ts'
import { candleOf } from '#rules/candles.ts'
import { RECENT_BARS } from '#server/market/candle-book.ts'
import type { Candles } from '#server/market/candles.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import type { CheckpointTopic } from '#server/market/checkpoint-topic.ts'
import type { Market } from '#server/market/market.ts'
import type { Sessions } from '#server/market/sessions.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { PublicTopic, SocketHub } from '#server/platform/socket/hub.ts'

const FLUSH_EVERY_MS = 100

interface CandleParts {
  candles: Pick<Candles, 'onChange' | 'book' | 'newest'>
  products: readonly CatalogueProduct[]
}
export interface TopicParts extends CandleParts {
  sessions: Sessions
  clock: MarketClock
  newest: CheckpointTopic
  head: Market['head']
  onRecords: Market['onRecords']
}

interface Watch {
  productId: number
  interval: Interval
  /** The open time of the newest bar sent. That bar and all later ones may have changed. */
  sentFrom: number
  isDirty: boolean
}

/** The candles topic. Numbers of a key outlive its subscribers, so that they never repeat within a process. */
export class CandleTopic implements PublicTopic {
  readonly name = 'candles'
  readonly #parts: CandleParts
  readonly #watches = new Map<string, Watch>()
  readonly #seqs = new Map<string, number>()

  constructor(parts: CandleParts) {
    this.#parts = parts
    parts.candles.onChange((productId) => {
      for (const watch of this.#watches.values()) {
        if (watch.productId === productId) watch.isDirty = true
      }
    })
  }

  snapshot(params: readonly string[]): Promise<{ seq: number; data: Candle[] } | null> {
    const found = this.#find(params)
    if (found === undefined) return Promise.resolve(null)
    const data = this.#parts.candles.newest(found.productId, found.interval, RECENT_BARS)
    const seq = this.#seqs.get(['candles', ...params].join(':')) ?? 0
    return Promise.resolve({ seq, data })
  }

  watched(key: string): void {
    const found = this.#find(key.split(':').slice(1))
    if (found === undefined) return
    const newest = this.#parts.candles.book(found.productId).newest(found.interval)
    this.#watches.set(key, { ...found, sentFrom: newest?.openTime ?? 0, isDirty: false })
  }
  unwatched(key: string): void {
    this.#watches.delete(key)
  }

  /** Sends the changed bars of every changed key. */
  flush(hub: SocketHub): void {
    for (const [key, watch] of this.#watches) {
      if (!watch.isDirty) continue
      watch.isDirty = false
      const bars = this.#parts.candles.book(watch.productId).recent(watch.interval)
      const changed = bars.slice(bars.findLastIndex((bar) => bar.openTime <= watch.sentFrom))
      const seq = (this.#seqs.get(key) ?? 0) + 1
      this.#seqs.set(key, seq)
      watch.sentFrom = changed.at(-1)?.openTime ?? watch.sentFrom
      hub.broadcast(key, seq, changed.map(candleOf))
    }
  }

  #find(params: readonly string[]): { productId: number; interval: Interval } | undefined {
    const name = symbol.safeParse(params[0])
    const step = interval.safeParse(params[1])
    if (params.length !== 2 || !name.success || !step.success) return undefined
    const product = this.#parts.products.find((each) => each.symbol === name.data)
    return product === undefined ? undefined : { productId: product.id, interval: step.data }
  }
}

/** The head topic of a product: its newest record, sent while a page that is about to sign an order subscribes. */
class HeadTopic implements PublicTopic {
  readonly name = 'head'
  readonly #parts: TopicParts
  readonly #watched = new Map<string, number>()

  constructor(parts: TopicParts, hub: SocketHub) {
    this.#parts = parts
    parts.onRecords((productId, records) => {
      const newest = records.at(-1)
      if (newest === undefined) return
      const { seq, timeMs, hash } = newest
      for (const [key, id] of this.#watched) {
        if (id === productId) hub.broadcast(key, seq, { seq, timeMs, hash })
      }
    })
  }

  snapshot(params: readonly string[]): Promise<{ seq: number; data: unknown } | null> {
    const product = this.#find(params)
    const head = product === undefined ? undefined : this.#parts.head(product.id)
    if (head === undefined) return Promise.resolve(null)
    const { seq, timeMs, hash } = head
    return Promise.resolve({ seq, data: { seq, timeMs, hash } })
  }

  watched(key: string): void {
    const product = this.#find(key.split(':').slice(1))
    if (product !== undefined) this.#watched.set(key, product.id)
  }
  unwatched(key: string): void {
    this.#watched.delete(key)
  }

  #find(params: readonly string[]): CatalogueProduct | undefined {
    return params.length === 1
      ? this.#parts.products.find(({ symbol: name }) => name === params[0])
      : undefined
  }
}

/** Attaches the topics. Returns a function that stops them. */
export function attachTopics(hub: SocketHub, parts: TopicParts): Cancel {
  const { sessions, products, clock } = parts
  const candles = new CandleTopic(parts)
  let seq = 0
  const rows = (of: readonly CatalogueProduct[]) =>
    of.map(({ id }) => ({ productId: id, session: sessions.of(id) }))
  parts.newest.attach(hub)
  hub.addPublic(candles)
  hub.addPublic(new HeadTopic(parts, hub))
  hub.addPublic({
    name: 'sessions',
    snapshot: (params) => Promise.resolve(params.length > 0 ? null : { seq, data: rows(products) }),
  })
  sessions.onChange((changed) => {
    seq += 1
    hub.broadcast('sessions', seq, rows(changed))
  })
  return clock.every(FLUSH_EVERY_MS, () => candles.flush(hub))
}
