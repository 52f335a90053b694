/**
 * Keeps a dealer's stream open: asks again after a failure, with growing delays, and not at all once the dealer refuses
 * the token or the account. An instrument that the dealer does not know is found and left out.
 */
import { HOUR_MS } from '#contract/time.ts'
import { type Attempts, createAttempts } from '#server/market/feeds/live/attempts.ts'
import type { Dealer, DealerAccess, RawQuote } from '#server/market/feeds/live/dealer/dealer.ts'
import {
  DealerConnection,
  type DealerEnd,
} from '#server/market/feeds/live/dealer/dealer-connection.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Logger } from '#server/platform/logging.ts'

/** What a dealer's stream needs. */
export interface DealerFeedParts {
  dealer: Dealer
  access: DealerAccess
  /** Replaces the dealer's own address, such as one of a local server. */
  url?: string
  instruments: readonly string[]
  clock: MarketClock
  log: Logger
  /** A number in [0, 1) that spreads delays. */
  random: () => number
  /** Whether prices can be expected now, because a market of the instruments is open. */
  isOpen(): boolean
  onQuote(quote: RawQuote, receivedAt: number): void
  /** The dealer does not trade an instrument now. */
  onClosed(instrument: string, quotedAt: number): void
  /** Called when `isServing` turns. */
  onChange(): void
}

/** A connection that worked for so long is no failure when it ends. */
const STABLE_MS = 30_000
/** Without any price for so long in an open market, the stream is asked for again: heartbeats alone prove nothing. */
const QUIET_MS = 60_000
/** An instrument that the dealer did not know is asked for again after this time. */
const REFUSED_MS = HOUR_MS
/** Faults are logged at most this often. */
const FAULT_LOG_MS = 60_000

/** A dealer's stream, renewed by itself. Counts are those since the start; times are in ms. */
export class DealerFeed {
  readonly #parts: DealerFeedParts
  readonly #log: Logger
  readonly #attempts: Attempts
  #connection: DealerConnection | null = null
  #cancelAttempt: Cancel | null = null
  #cancelQuiet: Cancel | null = null
  #failures = 0
  #notBefore = 0
  #began = 0
  #isStarted = false
  #faultLoggedAt = Number.NEGATIVE_INFINITY
  /** Instruments that the dealer does not know, and when it said so. */
  readonly #refusedAt = new Map<string, number>()
  /** Instruments that are asked for one by one, because the dealer refused them together. */
  #apart: string[] = []
  /** When the newest price of each instrument arrived, or its absence was last counted. */
  readonly #quotedAt = new Map<string, number>()
  /** When the newest price of any instrument arrived. */
  #pricedAt = 0
  isServing = false
  /** Whether the dealer refused the token or the account, so that it is not asked again. */
  isRefused = false
  since: number
  heardAt: number | null = null
  messages = 0
  faults = 0

  constructor(parts: DealerFeedParts) {
    this.#parts = parts
    this.#log = parts.log.child({ dealer: parts.dealer.name })
    this.#attempts = createAttempts(parts.dealer.limits.attempts, parts.random)
    this.since = parts.clock.now()
  }

  get reconnects(): number {
    return Math.max(0, this.#began - 1)
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
    await this.#drop()
  }

  /** Ends the connection without a failure. */
  #drop(): Promise<void> {
    const open = this.#connection
    this.#connection = null
    this.#refresh()
    return open?.close() ?? Promise.resolve()
  }

  #refresh(): void {
    const isServing = this.#apart.length === 0 && (this.#connection?.readySince ?? null) !== null
    if (isServing === this.isServing) return
    this.isServing = isServing
    this.since = this.#parts.clock.now()
    this.#log.info(isServing ? 'the dealer serves prices' : 'the dealer does not serve prices')
    this.#parts.onChange()
  }

  #attempt(): void {
    if (!this.#isStarted || this.isRefused) return
    if (this.#connection !== null || this.#cancelAttempt !== null) return
    const { clock } = this.#parts
    const nextAt = this.#attempts.nextAt(clock.now(), this.#failures)
    this.#cancelAttempt = clock.at(Math.max(nextAt, this.#notBefore), () => {
      this.#cancelAttempt = null
      const [apart] = this.#apart
      const asked = apart === undefined ? this.#known() : [apart]
      // All are refused: one may be known again later.
      if (asked.length === 0) return this.#attemptLater()
      this.#attempts.made(clock.now())
      this.#connection = this.#open(asked)
    })
  }
  #attemptLater(): void {
    this.#notBefore = this.#parts.clock.now() + QUIET_MS
    this.#attempt()
  }

  /** The instruments that the dealer did not refuse in the last hour. */
  #known(): string[] {
    const since = this.#parts.clock.now() - REFUSED_MS
    return this.#parts.instruments.filter((each) => (this.#refusedAt.get(each) ?? since) <= since)
  }

  #open(instruments: readonly string[]): DealerConnection {
    const { dealer, access, clock, url = dealer.addresses[access.environment] } = this.#parts
    const asked = new Set(instruments)
    const connection: DealerConnection = new DealerConnection({
      dealer,
      access,
      url,
      instruments,
      clock,
      onReady: () => this.#begin(instruments),
      onLine: (signal, receivedAt) => {
        this.heardAt = receivedAt
        this.messages += 1
        if (signal.kind === 'alive') return
        if (signal.kind === 'fault') return this.#countFault(signal.reason)
        if (!asked.has(signal.instrument)) return this.#countFault('an instrument not asked for')
        this.#pricedAt = receivedAt
        this.#quotedAt.set(signal.instrument, receivedAt)
        if (signal.kind === 'quote') this.#parts.onQuote(signal, receivedAt)
        else this.#parts.onClosed(signal.instrument, signal.quotedAt)
      },
      onEnd: (end) => this.#lose(connection, end, instruments),
    })
    return connection
  }

  /** The dealer answers. It knows an instrument that was asked for alone. */
  #begin(instruments: readonly string[]): void {
    const now = this.#parts.clock.now()
    if (this.#apart.length > 0) {
      this.#apart = this.#apart.slice(1)
      // The answer is all that was asked for. Closing it within its own event would leave it without a name.
      this.#parts.clock.at(now, () => void this.#drop().then(() => this.#attempt()))
      return
    }
    this.#began += 1
    this.#pricedAt = now
    for (const each of instruments) this.#quotedAt.set(each, now)
    this.#refresh()
  }

  #lose(connection: DealerConnection, end: DealerEnd, instruments: readonly string[]): void {
    const { readySince } = connection
    const now = this.#parts.clock.now()
    const wasStable = readySince !== null && now - readySince >= STABLE_MS
    this.#failures = wasStable ? 0 : this.#failures + 1
    this.#connection = null
    if (end.kind === 'credentials') {
      this.isRefused = true
      this.#log.error(
        { reason: end.reason },
        'the dealer refuses the token or the account: it is not asked again before the next start',
      )
    } else {
      this.#log.warn(
        { reason: end.reason, failures: this.#failures },
        'the stream of the dealer ended',
      )
      if (end.kind === 'request') this.#sort(instruments)
      else this.#notBefore = now + end.waitMs
    }
    this.#refresh()
    this.#attempt()
  }

  /** Some of these instruments are refused: asks for each one alone, and leaves out those that it does not know. */
  #sort(instruments: readonly string[]): void {
    const [only, ...more] = instruments
    if (only === undefined) return
    if (more.length > 0) {
      this.#apart = [...instruments]
      return
    }
    this.#apart = this.#apart.slice(1)
    this.#refusedAt.set(only, this.#parts.clock.now())
    this.faults += 1
    this.#log.warn({ symbols: [only] }, 'the dealer does not know an instrument')
  }

  #countFault(reason: string): void {
    this.faults += 1
    const now = this.#parts.clock.now()
    if (now - this.#faultLoggedAt < FAULT_LOG_MS) return
    this.#faultLoggedAt = now
    this.#log.warn({ reason, faults: this.faults }, 'a line of the dealer cannot be read')
  }

  #renewIfQuiet(): void {
    const { clock, isOpen } = this.#parts
    const now = clock.now()
    if (!this.isServing || !isOpen()) return
    if (now - this.#pricedAt >= QUIET_MS) {
      this.#log.warn('the stream of the dealer brings no price: asking for it again')
      void this.#drop().then(() => this.#attempt())
      return
    }
    const silent = [...this.#quotedAt].filter(([, at]) => now - at >= QUIET_MS)
    if (silent.length === 0) return
    for (const [each] of silent) this.#quotedAt.set(each, now)
    this.faults += silent.length
    const symbols = silent.map(([each]) => each)
    this.#log.warn({ symbols }, 'the dealer sends no price of some instruments')
  }
}
