/** Whether each product's market is open. Sessions are recomputed only when they may change. */
import type { MarketSession } from '#contract/product.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import type { Feed } from '#server/market/feeds/feed.ts'
import { createMaintenance, type Maintenance } from '#server/market/maintenance.ts'
import {
  createTermsSchedule,
  type TermsPause,
  type TermsSchedule,
} from '#server/market/terms-schedule.ts'
import type { MarketClock } from '#server/platform/clock.ts'

/** Called with the products whose session has changed. */
type SessionListener = (changed: readonly CatalogueProduct[]) => void

/** The sessions of all products. */
export interface Sessions {
  /** The current session including maintenance and changes of terms, whether or not `refresh` was called. */
  of(productId: number): MarketSession
  /** The session by the calendar alone: whether the feed produces ticks. */
  calendarOf(productId: number): MarketSession
  /** Updates all sessions to the current time and notifies listeners of changes. */
  refresh(): void
  /** Open markets take no orders while this is true: of all products, or of one. */
  waitWhile(isBehind: () => boolean, isWaiting: (productId: number) => boolean): void
  /** Adds a listener for changes of sessions. */
  onChange(listener: SessionListener): void
}

/** When the session may change. Until then it stays the same. */
const changesAt = ({ closesAt, opensAt }: MarketSession): number =>
  closesAt ?? opensAt ?? Number.POSITIVE_INFINITY

/** The end of maintenance is not known in advance. */
const MAINTENANCE: MarketSession = { state: 'halted', opensAt: null, closesAt: null }

const CATCHING_UP: MarketSession = { state: 'catching_up', opensAt: null, closesAt: null }

/** Prices that can be watched and not traded have no market that could open. */
const WATCH_ONLY: MarketSession = { state: 'closed', opensAt: null, closesAt: null }

/** What closes a market to orders while there are prices. */
export interface Rests {
  maintenance?: Maintenance
  terms?: Pick<TermsSchedule, 'pauseAt'>
}

/** The session of an open market by the next change of its terms. */
function aroundChange(
  session: MarketSession,
  pause: TermsPause | null,
  now: number,
): MarketSession {
  if (pause === null) return session
  if (now >= pause.from) return { state: 'closed', opensAt: pause.to, closesAt: null }
  const isFirst = session.closesAt === null || pause.from < session.closesAt
  return isFirst ? { ...session, closesAt: pause.from } : session
}

function pausedBy(
  terms: Pick<TermsSchedule, 'pauseAt'>,
  products: readonly CatalogueProduct[],
  now: number,
): CatalogueProduct[] {
  return products.filter(({ id }) => {
    const pause = terms.pauseAt(id, now)
    return pause !== null && now >= pause.from
  })
}

/** Creates the sessions from the calendars, the maintenance state and the announced terms. */
export function createSessions(
  feed: Pick<Feed, 'products' | 'sessionAt' | 'onSessionChange'> & Partial<Pick<Feed, 'watchOnly'>>,
  clock: MarketClock,
  { maintenance = createMaintenance(), terms = createTermsSchedule([]) }: Rests = {},
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
  const refreshIf = (isDue: (session: MarketSession, now: number) => boolean): void => {
    const now = clock.now()
    const changed = feed.products.filter((product) => {
      if (!isDue(known(product.id), now)) return false
      sessions.set(product.id, feed.sessionAt(product, now))
      return true
    })
    tell(changed)
  }
  let isBehind = (): boolean => false
  let isWaiting = (_productId: number): boolean => false
  let waiting: ReadonlySet<CatalogueProduct> = new Set()
  const refresh = (): void => {
    refreshIf((session, now) => now >= changesAt(session))
    const former = waiting
    const paused = pausedBy(terms, feed.products, clock.now())
    const own = feed.products.filter(({ id }) => isWaiting(id))
    waiting = new Set(isBehind() ? feed.products : [...paused, ...own])
    const turned = feed.products.filter((product) => former.has(product) !== waiting.has(product))
    tell(turned.filter(({ id }) => known(id).state === 'open'))
  }
  feed.onSessionChange?.(() => refreshIf(() => true))
  const calendarOf = (productId: number): MarketSession => {
    // A market may have closed since the last refresh, and orders on it must be refused from that moment.
    if (clock.now() >= changesAt(known(productId))) refresh()
    return known(productId)
  }
  return {
    of: (productId) => {
      if (feed.watchOnly?.has(productId) === true) return WATCH_ONLY
      if (maintenance.of(productId) !== 'open') return MAINTENANCE
      const session = calendarOf(productId)
      if (session.state !== 'open') return session
      const now = clock.now()
      if (isBehind() || isWaiting(productId)) return CATCHING_UP
      return aroundChange(session, terms.pauseAt(productId, now), now)
    },
    waitWhile: (ofAll, ofOne) => {
      isBehind = ofAll
      isWaiting = ofOne
    },
    calendarOf,
    refresh,
    onChange: (listener) => void listeners.add(listener),
  }
}
