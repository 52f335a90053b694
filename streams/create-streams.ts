/** Builds the streams of one page: one wire and one stream per topic. Pages share nothing. */
import { asyncScheduler, type Observable, type SchedulerLike } from 'rxjs'
import type { ProductVenues } from '#contract/index-price.ts'
import type { Interval, MarketSession } from '#contract/product.ts'
import type { TopicRow } from '#contract/topic-row.ts'
import { TOPICS } from '#contract/topics.ts'
import { candlesTopic } from '#streams/topics/candles.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { foldedTopic } from '#streams/topics/folded-topic.ts'
import { quotesTopic } from '#streams/topics/quotes.ts'
import { sessionsTopic } from '#streams/topics/sessions.ts'
import { statsTopic } from '#streams/topics/stats.ts'
import { STATE_TOPICS, type StateOf, type StateTopic } from '#streams/topics/table.ts'
import { createVisibleSet } from '#streams/topics/visible-set.ts'
import { newestReceived } from '#streams/topics/whole-state.ts'
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
import type { EarlySocket } from '#streams/wire/early-socket.ts'
import { socketTransport } from '#streams/wire/socket-transport.ts'
import { systemTiming, type Timing } from '#streams/wire/timing.ts'
import { onceClear, type Transport, withFallback } from '#streams/wire/transport.ts'
import { createWire } from '#streams/wire/wire.ts'

/** The streams of one page. A topic is open on the socket while it has readers, and for a moment afterwards. */
export interface Streams {
  /**
   * The newest price of a product. While it has readers, the server sends quotes of the product at the rate of the
   * view.
   */
  quote(productId: number, view: View): Observable<Stamped<Quote>>
  stats(productId: number): Observable<Stamped<DayStats>>
  session(productId: number): Observable<Stamped<MarketSession>>
  candles(symbol: string, interval: Interval): Observable<Stamped<CandleEvent>>
  /** The newest record of a product's log, for devices that sign an order. */
  head(symbol: string): Observable<Stamped<LogHead>>
  /** The venues that a live product's price comes from. The server refuses it for other products. */
  venues(symbol: string): Observable<Stamped<ProductVenues>>
  /** The state of a topic of the table (streams/topics/table.ts). */
  state<K extends StateTopic>(topic: K): Observable<Stamped<StateOf<K>>>
  connection(): Observable<Connection>
  /**
   * The client's estimate of the market clock: server ms derived from monotonic time, never from the device's wall
   * clock.
   */
  serverNow(): number
  /** How well that estimate is known; null until the clock was probed twice since the connection began. */
  clockQuality(): ClockQuality | null
  /** Measures the market clock again, unless the page is offline. */
  probeClock(): void
  /**
   * Call it after log-in or log-out. It reconnects, so that the handshake carries the new cookie, and clears personal
   * state.
   */
  renew(): void
  /**
   * Call it after returning from the background or offline. Nothing is shown as live until a new snapshot or proof of
   * the connection has arrived.
   */
  resume(): void
  /** Closes the connection for good. */
  close(): void
}

/** The options of a page's streams. All are optional. */
export interface StreamsOptions {
  /** The origin of the server; the default is the page's own. */
  url?: string
  /** Whether this is a page of the operator desk. */
  desk?: boolean
  /** The socket that the page opened before the app's code was loaded. */
  early?: EarlySocket | undefined
  /** Returns true when the socket may connect, or a promise of whether it may. Called before each attempt. */
  clear?: () => true | Promise<boolean>
  /** Replaces the socket in tests. */
  transport?: Transport
  timing?: Timing
  scheduler?: SchedulerLike
}

/** The desk has no fallback: its pages are for a few operators, whose network its installation knows. */
function transportOf(options: StreamsOptions, timing: Timing): Transport {
  const socket = socketTransport(options)
  if (options.desk) return socket
  return withFallback(socket, async () => {
    const { fallbackTransport } = await import('#streams/wire/fallback-transport.ts')
    return fallbackTransport({ socket, timing })
  })
}

/** Creates the streams and connects at once. A topic is opened when its first reader subscribes. */
export function createStreams(options: StreamsOptions = {}): Streams {
  const { timing = systemTiming, scheduler = asyncScheduler, clear = () => true } = options
  const transport = onceClear(clear, options.transport ?? transportOf(options, timing))
  const wire = createWire({ transport, timing })
  const visible = createVisibleSet(timing, (request) => wire.setVisible(request))
  const opened = new Map<string, Observable<Stamped<unknown>>>()
  const open = (row: TopicRow, topic: string, fold: Fold<unknown, unknown, unknown>) => {
    const state$ = opened.get(topic) ?? foldedTopic(wire, scheduler, { row, topic, fold })
    opened.set(topic, state$)
    return state$
  }
  return {
    quote: quotesTopic(wire, scheduler, visible),
    stats: statsTopic(wire, scheduler, visible),
    session: sessionsTopic(wire, scheduler),
    candles: candlesTopic(wire, scheduler),
    // The tables pair each topic with its fold and its state.
    head: (symbol) =>
      open(TOPICS.head, `head:${symbol}`, newestReceived()) as Observable<Stamped<LogHead>>,
    venues: (symbol) =>
      open(TOPICS.venues, `venues:${symbol}`, newestReceived()) as Observable<
        Stamped<ProductVenues>
      >,
    state: <K extends StateTopic>(topic: K) =>
      open(TOPICS[topic], topic, STATE_TOPICS[topic].fold) as Observable<Stamped<StateOf<K>>>,
    connection: () => wire.connection$,
    serverNow: () => wire.serverNow(),
    clockQuality: wire.clock.quality,
    probeClock: wire.clock.probe,
    renew: () => wire.renew(),
    resume: () => wire.resume(),
    close: () => wire.close(),
  }
}
