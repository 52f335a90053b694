/**
 * Keeps a venue connected: connects again after a failure, and replaces a connection before the venue cuts it. The new
 * one is subscribed before the old one is closed.
 */
import { type Attempts, createAttempts } from '#server/market/feeds/live/attempts.ts'
import { createSeenTrades, type IsNewTrade } from '#server/market/feeds/live/seen-trades.ts'
import {
  type ConnectionListener,
  VenueConnection,
} from '#server/market/feeds/live/venue-connection.ts'
import type { Venue, VenueTrade } from '#server/market/feeds/live/venue.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Logger } from '#server/platform/logging.ts'

/** What a connection to a venue needs. */
export interface VenueFeedParts {
  venue: Venue
  symbols: readonly string[]
  /** Those of which the venue sends a trade within any minute, if it serves them. */
  busy: readonly string[]
  clock: MarketClock
  log: Logger
  /** Replaces the venue's own address, such as one of a local server. */
  url?: string
  /** A number in [0, 1) that spreads delays, so that many servers do not reconnect at once. */
  random: () => number
  /** Called with trades in the order in which they arrived, and when they did by the market clock (ms). */
  onTrades(trades: readonly VenueTrade[], receivedAt: number): void
  /** Called when `isServing` turns. */
  onChange(): void
}

/** A connection to a venue, renewed by itself. Counts are those since the start; times are in ms. */
export interface VenueFeed {
  start(): void
  stop(): Promise<void>
  /** Whether its trades count: it is connected, subscribed and not under maintenance. */
  readonly isServing: boolean
  /** Since when `isServing` is as it is. */
  readonly since: number
  /** When the newest frame arrived; null before the first. */
  readonly heardAt: number | null
  readonly messages: number
  readonly reconnects: number
  readonly faults: number
}

/** A connection that worked for so long is no failure when it ends. */
const STABLE_MS = 30_000
/** One that worked for so long is replaced without a delay. The limit of attempts applies all the same. */
const WORKING_MS = 5_000
/** How long a connection and its successor both deliver, so that a planned cut loses no trade. */
const OVERLAP_MS = 2_000
/** Without any trade for so long, the connection is renewed: the venue may have lost the subscription. */
const QUIET_MS = 60_000
/** A connection is renewed between these shares of the time after which the venue cuts it. */
const RENEW_FROM = 0.85
const RENEW_SPREAD = 0.1
/** Faults are logged at most this often. */
const FAULT_LOG_MS = 60_000

class RenewedConnection implements VenueFeed {
  readonly #parts: VenueFeedParts
  readonly #log: Logger
  readonly #attempts: Attempts
  readonly #isNewTrade: IsNewTrade
  readonly #asked: ReadonlySet<string>
  /** The connection that delivers. */
  #current: VenueConnection | null = null
  /** The connection that is on its way. */
  #next: VenueConnection | null = null
  /** Former connections, which deliver until their overlap ends. */
  readonly #retired = new Set<VenueConnection>()
  #cancelAttempt: Cancel | null = null
  #cancelQuiet: Cancel | null = null
  #failures = 0
  #promoted = 0
  #isStarted = false
  #tradedAt = 0
  #faultLoggedAt = 0
  /** When the newest trade of each busy symbol arrived, or when its absence was last counted. */
  readonly #busyAt = new Map<string, number>()
  isServing = false
  since: number
  heardAt: number | null = null
  messages = 0
  faults = 0

  constructor(parts: VenueFeedParts) {
    this.#parts = parts
    this.#log = parts.log.child({ venue: parts.venue.line })
    this.#attempts = createAttempts(parts.venue.limits.attempts, parts.random)
    this.#isNewTrade = createSeenTrades(parts.symbols)
    this.#asked = new Set(parts.symbols)
    this.since = parts.clock.now()
  }

  get reconnects(): number {
    return Math.max(0, this.#promoted - 1)
  }

  start(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    this.#cancelQuiet = this.#parts.clock.every(QUIET_MS / 4, () => this.#renewIfQuiet())
    this.#attempt()
  }

  async stop(): Promise<void> {
    this.#isStarted = false
    this.#cancelAttempt?.()
    this.#cancelQuiet?.()
    this.#cancelAttempt = null
    const open = [this.#current, this.#next, ...this.#retired].filter((each) => each !== null)
    this.#current = null
    this.#next = null
    this.#retired.clear()
    this.#refresh()
    await Promise.all(open.map((connection) => connection.close()))
  }

  #refresh(): void {
    const isServing = this.#current?.isServing ?? false
    if (isServing === this.isServing) return
    this.isServing = isServing
    this.since = this.#parts.clock.now()
    this.#log.info(isServing ? 'the venue serves prices' : 'the venue does not serve prices')
    this.#parts.onChange()
  }

  #countFault(reason: string): void {
    this.faults += 1
    const now = this.#parts.clock.now()
    if (now - this.#faultLoggedAt < FAULT_LOG_MS) return
    this.#faultLoggedAt = now
    this.#log.warn({ reason, faults: this.faults }, 'a frame of the venue cannot be read')
  }

  #deliver(trades: readonly VenueTrade[], receivedAt: number): void {
    const fresh = trades.filter(this.#isNewTrade)
    if (fresh.length < trades.length && trades.some(({ symbol }) => !this.#asked.has(symbol))) {
      this.#countFault('a symbol that was not subscribed')
    }
    if (fresh.length === 0) return
    this.#tradedAt = receivedAt
    for (const { symbol } of fresh) {
      if (this.#busyAt.has(symbol)) this.#busyAt.set(symbol, receivedAt)
    }
    this.#parts.onTrades(fresh, receivedAt)
  }

  /** Plans the next connection, unless one is on its way. */
  #attempt(): void {
    if (!this.#isStarted || this.#next !== null || this.#cancelAttempt !== null) return
    const { clock } = this.#parts
    this.#cancelAttempt = clock.at(this.#attempts.nextAt(clock.now(), this.#failures), () => {
      this.#cancelAttempt = null
      this.#attempts.made(clock.now())
      this.#next = this.#open()
    })
  }

  #open(): VenueConnection {
    const { venue, symbols, clock, random } = this.#parts
    const url = this.#parts.url ?? venue.url
    const renewAtShare = RENEW_FROM + RENEW_SPREAD * random()
    const listener: ConnectionListener = {
      onTrades: (trades, receivedAt) => this.#deliver(trades, receivedAt),
      onFrame: (receivedAt) => {
        this.heardAt = receivedAt
        this.messages += 1
      },
      onFault: (reason) => this.#countFault(reason),
      onRefused: (reason) => this.#log.warn({ reason }, 'the venue refused a subscription'),
      onMissing: (missing) =>
        this.#log.warn({ symbols: missing }, 'the venue does not serve some symbols'),
      onState: () => {
        if (connection === this.#next && connection.isReady) this.#promote(connection)
        this.#refresh()
      },
      onRenew: (reason) => {
        this.#log.info({ reason }, 'renewing the connection to the venue')
        if (connection === this.#current) this.#renew(connection)
      },
      onEnd: (reason) => this.#lose(connection, reason),
    }
    const connection = new VenueConnection({ venue, url, symbols, clock, renewAtShare }, listener)
    return connection
  }

  /** Plans the successor of a connection. Failures from before it do not delay that. */
  #renew(connection: VenueConnection): void {
    if (this.#worksFor(connection, WORKING_MS)) this.#failures = 0
    this.#attempt()
  }

  #worksFor({ readySince }: VenueConnection, ms: number): boolean {
    return readySince !== null && this.#parts.clock.now() - readySince >= ms
  }

  #promote(connection: VenueConnection): void {
    const { clock } = this.#parts
    const former = this.#current
    this.#current = connection
    this.#next = null
    this.#tradedAt = clock.now()
    if (former === null) this.#watchBusy()
    this.#promoted += 1
    // The venue asked for another one before this one was ready.
    if (connection.isRenewing) this.#attempt()
    if (former === null) return
    this.#retired.add(former)
    clock.at(clock.now() + OVERLAP_MS, () => {
      this.#retired.delete(former)
      void former.close()
    })
  }

  #lose(connection: VenueConnection, reason: string): void {
    if (this.#retired.delete(connection)) return
    this.#failures = this.#worksFor(connection, STABLE_MS) ? 0 : this.#failures + 1
    this.#log.warn({ reason, failures: this.#failures }, 'the connection to the venue ended')
    if (connection === this.#current) this.#current = null
    if (connection === this.#next) this.#next = null
    this.#refresh()
    this.#attempt()
  }

  #watchBusy(): void {
    for (const symbol of this.#parts.busy) this.#busyAt.set(symbol, this.#parts.clock.now())
  }

  /** Some venues confirm a name or an address that they do not serve, and stay silent. */
  #countSilent(now: number): void {
    if (!this.isServing) return
    const silent = [...this.#busyAt].filter(([, at]) => now - at >= QUIET_MS)
    if (silent.length === 0) return
    for (const [symbol] of silent) this.#busyAt.set(symbol, now)
    this.faults += silent.length
    const symbols = silent.map(([symbol]) => symbol)
    this.#log.warn({ symbols }, 'the venue confirmed symbols of which it sends no trade')
  }

  #renewIfQuiet(): void {
    const now = this.#parts.clock.now()
    this.#countSilent(now)
    if (this.#current === null || now - this.#tradedAt < QUIET_MS) return
    this.#tradedAt = now
    this.#renew(this.#current)
  }
}

/** Creates the connection to a venue. Nothing happens before `start`. */
export const createVenueFeed = (parts: VenueFeedParts): VenueFeed => new RenewedConnection(parts)
