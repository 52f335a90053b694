/** Whether each product's market is open, looked at again only when its time has come. */
import type { MarketSession } from '#contract/product.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import type { Feed } from '#server/market/feeds/feed.ts'
import { createMaintenance, type Maintenance } from '#server/market/maintenance.ts'
import type { MarketClock } from '#server/platform/clock.ts'

export type SessionListener = (changed: readonly CatalogueProduct[]) => void

export interface Sessions {
  /** As everybody sees it now, whether or not anybody refreshed: maintenance included. */
  of(productId: number): MarketSession
  /** The calendar's alone: whether the feed speaks. */
  calendarOf(productId: number): MarketSession
  /** Brings all up to now and tells listeners of changes. */
  refresh(): void
  onChange(listener: SessionListener): void
}

/** The session ends or begins then; until then it stays as it is. */
const changesAt = ({ closesAt, opensAt }: MarketSession): number =>
  closesAt ?? opensAt ?? Number.POSITIVE_INFINITY

/** Nobody can know when maintenance ends. */
const MAINTENANCE: MarketSession = { state: 'halted', opensAt: null, closesAt: null }

export function createSessions(
  feed: Pick<Feed, 'products' | 'sessionAt'>,
  clock: MarketClock,
  maintenance: Maintenance = createMaintenance(),
): Sessions {
  const listeners = new Set<SessionListener>()
  const now = clock.now()
  const sessions = new Map<number, MarketSession>(
    feed.products.map((product) => [product.id, feed.sessionAt(product, now)]),
  )
  const known = (productId: number): MarketSession => {
    const session = sessions.get(productId)
    if (session === undefined) throw new Error(`product ${productId} has no session`)
    return session
  }
  const tell = (changed: readonly CatalogueProduct[]): void => {
    if (changed.length > 0) for (const listener of listeners) listener(changed)
  }
  maintenance.onChange((productId) => tell(feed.products.filter(({ id }) => id === productId)))
  const refresh = (): void => {
    const now = clock.now()
    const changed = feed.products.filter((product) => {
      if (now < changesAt(known(product.id))) return false
      sessions.set(product.id, feed.sessionAt(product, now))
      return true
    })
    tell(changed)
  }
  const calendarOf = (productId: number): MarketSession => {
    // Between two refreshes a market may have closed, and then nothing may be sold on it any more.
    if (clock.now() >= changesAt(known(productId))) refresh()
    return known(productId)
  }
  return {
    of: (productId) => (maintenance.of(productId) === 'open' ? calendarOf(productId) : MAINTENANCE),
    calendarOf,
    refresh,
    onChange: (listener) => void listeners.add(listener),
  }
}
