/** Streams that a test drives by hand: a subject behind every stream, and a count of the leases taken. */
import { BehaviorSubject, Observable, ReplaySubject } from 'rxjs'
import type { ProductVenues } from '#contract/index-price.ts'
import type { Interval, MarketSession } from '#contract/product.ts'
import type { StateOf, StateTopic } from '#streams'
import type { Streams } from '#streams/create-streams.ts'
import type {
  CandleEvent,
  ClockQuality,
  Connection,
  DayStats,
  LogHead,
  Quote,
  Stamped,
  View,
} from '#streams/types.ts'

export interface FakeStreams extends Streams {
  /** Server ms; starts at 1_700_000_000_000 and stands still until set. */
  now: number
  /** What `clockQuality` says; null until set. */
  clock: ClockQuality | null
  connection$: BehaviorSubject<Connection>
  head$(symbol: string): ReplaySubject<Stamped<LogHead>>
  venues$(symbol: string): ReplaySubject<Stamped<ProductVenues>>
  state$<K extends StateTopic>(topic: K): ReplaySubject<Stamped<StateOf<K>>>
  quote$(productId: number): ReplaySubject<Stamped<Quote>>
  stats$(productId: number): ReplaySubject<Stamped<DayStats>>
  session$(productId: number): ReplaySubject<Stamped<MarketSession>>
  candles$(symbol: string, interval: Interval): ReplaySubject<Stamped<CandleEvent>>
  /** A whole quote from a price alone, ticked and stamped at `now`. */
  tick(productId: number, price: number, movement?: Quote['movement']): void
  /** Open leases by name: `quote:1:list`, `positions`, `candles:GC:1m`. */
  leases: Map<string, number>
  calls: { renew: number; resume: number; close: number; probe: number }
}

export const START_MS = 1_700_000_000_000
const last = <T>(): ReplaySubject<T> => new ReplaySubject<T>(1)
const keeper = <T>(): ((key: string) => ReplaySubject<T>) => {
  const kept = new Map<string, ReplaySubject<T>>()
  return (key) => {
    const subject = kept.get(key) ?? last<T>()
    kept.set(key, subject)
    return subject
  }
}

/** All connected (`live`) with no values yet; the newest value of each subject greets late subscribers. */
export function createFakeStreams(): FakeStreams {
  const leases = new Map<string, number>()
  const count = (name: string, by: number): void => {
    const next = (leases.get(name) ?? 0) + by
    if (next === 0) leases.delete(name)
    else leases.set(name, next)
  }
  const leased = <T>(name: string, source: Observable<T>): Observable<T> =>
    new Observable<T>((out) => {
      count(name, 1)
      const subscription = source.subscribe(out)
      return () => {
        count(name, -1)
        subscription.unsubscribe()
      }
    })
  const quotes = keeper<Stamped<Quote>>()
  const stats = keeper<Stamped<DayStats>>()
  const sessions = keeper<Stamped<MarketSession>>()
  const candles = keeper<Stamped<CandleEvent>>()
  const states = keeper<Stamped<unknown>>()
  const heads = keeper<Stamped<LogHead>>()
  const venues = keeper<Stamped<ProductVenues>>()
  const calls = { renew: 0, resume: 0, close: 0, probe: 0 }
  const fake: FakeStreams = {
    now: START_MS,
    clock: null,
    leases,
    calls,
    connection$: new BehaviorSubject<Connection>({ status: 'live' }),
    // Each topic has one subject, so the key determines its type.
    state$: <K extends StateTopic>(topic: K) => states(topic) as ReplaySubject<Stamped<StateOf<K>>>,
    head$: heads,
    venues$: venues,
    quote$: (productId) => quotes(String(productId)),
    stats$: (productId) => stats(String(productId)),
    session$: (productId) => sessions(String(productId)),
    candles$: (symbol, interval) => candles(`${symbol}:${interval}`),
    tick: (productId, price, movement = 'none') =>
      fake.quote$(productId).next({
        value: { price, movement, open: price, high: price, low: price, tickAt: fake.now },
        asOf: fake.now,
      }),
    quote: (productId: number, view: View) =>
      leased(`quote:${productId}:${view}`, fake.quote$(productId)),
    stats: (productId) => leased(`stats:${productId}`, fake.stats$(productId)),
    session: (productId) => leased(`session:${productId}`, fake.session$(productId)),
    candles: (symbol, interval) =>
      leased(`candles:${symbol}:${interval}`, fake.candles$(symbol, interval)),
    state: (topic) => leased(topic, fake.state$(topic)),
    head: (symbol) => leased(`head:${symbol}`, fake.head$(symbol)),
    venues: (symbol) => leased(`venues:${symbol}`, fake.venues$(symbol)),
    connection: () => fake.connection$,
    serverNow: () => fake.now,
    clockQuality: () => fake.clock,
    probeClock: () => void calls.probe++,
    renew: () => void calls.renew++,
    resume: () => void calls.resume++,
    close: () => void calls.close++,
  }
  return fake
}
