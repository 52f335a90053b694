/** One socket to a venue: it subscribes, keeps itself alive and reads frames. It ends once, and never reconnects. */
import { type RawData, WebSocket } from 'ws'
import { type FrameSlices, frameSlices } from '#server/market/feeds/live/frame-slices.ts'
import { Subscriptions } from '#server/market/feeds/live/subscriptions.ts'
import type { Venue, VenueSignal, VenueTrade } from '#server/market/feeds/live/venue.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'

const HANDSHAKE_MS = 5_000
/** How long the venue may take to answer, after the last request. */
const CONFIRM_MS = 5_000
const CHECK_EVERY_MS = 250
/** The last trade from before the subscription arrives at once, or it was not sent. */
const REPEATED_WITHIN_MS = 3_000

export interface ConnectionParts {
  venue: Venue
  url: string
  symbols: readonly string[]
  clock: MarketClock
  /** The share of the venue's `cutAfterMs` after which the connection asks to be renewed. */
  renewAtShare: number
}

export interface ConnectionListener {
  /** Trades that count: the connection is ready, and the venue is not under maintenance. */
  onTrades(trades: readonly VenueTrade[], receivedAt: number): void
  onFrame(receivedAt: number): void
  onFault(reason: string): void
  /** The venue refused a request; what was in it is asked for again, apart, if it was more than one symbol. */
  onRefused(reason: string): void
  /** The connection is ready, without these symbols: the venue has not confirmed them. */
  onMissing(symbols: readonly string[]): void
  /** `isReady` or `isServing` turned. */
  onState(): void
  /** The venue will cut this connection soon. Called once. */
  onRenew(reason: string): void
  /** The connection ended, by itself. Called at most once. */
  onEnd(reason: string): void
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString()
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString()
}

export class VenueConnection {
  readonly #parts: ConnectionParts
  readonly #listener: ConnectionListener
  readonly #socket: WebSocket
  readonly #slices: FrameSlices
  readonly #closed: Promise<void>
  readonly #stopChecks: Cancel
  readonly #subscriptions: Subscriptions
  /** Symbols whose first trade may be one from before the subscription. */
  readonly #repeats: Set<string>
  readonly #openedAt: number
  #heardAt: number
  #pingedAt: number
  #spokeAt: number
  #readySince: number | null = null
  #isMaintained = false
  #isRenewing = false
  #isEnded = false

  constructor(parts: ConnectionParts, listener: ConnectionListener) {
    const { venue, symbols, clock } = parts
    this.#parts = parts
    this.#listener = listener
    this.#subscriptions = new Subscriptions({
      venue,
      symbols,
      clock,
      send: (text) => this.#send(text),
      onReady: (missing) => this.#becomeReady(missing),
    })
    this.#repeats = new Set(venue.repeats === 'last' ? symbols : [])
    this.#openedAt = clock.now()
    this.#heardAt = this.#openedAt
    this.#pingedAt = this.#openedAt
    this.#spokeAt = this.#openedAt
    this.#slices = frameSlices((frame, receivedAt) => {
      for (const signal of venue.read(frame)) if (!this.#isEnded) this.#follow(signal, receivedAt)
    })
    const socket = new WebSocket(parts.url, {
      perMessageDeflate: false,
      maxPayload: venue.limits.frameBytes,
      handshakeTimeout: HANDSHAKE_MS,
    })
    this.#socket = socket
    this.#closed = new Promise((resolve) => void socket.once('close', () => resolve()))
    this.#listen()
    this.#stopChecks = clock.every(CHECK_EVERY_MS, () => this.#check())
  }

  /** Its subscriptions are confirmed. */
  get isReady(): boolean {
    return this.#readySince !== null
  }

  /** Its trades count: it is ready, and the venue is not under maintenance. */
  get isServing(): boolean {
    return this.isReady && !this.#isMaintained
  }

  /** The venue will cut it soon. */
  get isRenewing(): boolean {
    return this.#isRenewing
  }

  /** When `isReady` began; null before. */
  get readySince(): number | null {
    return this.#readySince
  }

  /** Ends it without a call of `onEnd`. Resolves when the socket is closed. */
  close(): Promise<void> {
    this.#finish()
    return this.#closed
  }

  #listen(): void {
    const hear = (): number => (this.#heardAt = this.#parts.clock.now())
    this.#socket
      .on('open', () => {
        hear()
        this.#subscriptions.ask()
      })
      .on('message', (data, isBinary) => {
        if (this.#isEnded) return
        const receivedAt = hear()
        this.#listener.onFrame(receivedAt)
        if (isBinary) this.#listener.onFault('not text')
        else this.#slices.push(textOf(data), receivedAt)
      })
      .on('ping', hear)
      .on('pong', hear)
      .on('error', ({ message }) => this.#end(message))
      .on('close', (code) => this.#end(`closed with ${code}`))
  }

  #finish(): void {
    if (this.#isEnded) return
    this.#isEnded = true
    this.#stopChecks()
    this.#subscriptions.stop()
    this.#slices.close()
    this.#socket.terminate()
  }

  #end(reason: string): void {
    if (this.#isEnded) return
    this.#finish()
    this.#listener.onEnd(reason)
  }

  #send(text: string): void {
    this.#spokeAt = this.#parts.clock.now()
    this.#socket.send(text)
  }

  #becomeReady(missing: readonly string[]): void {
    this.#readySince = this.#parts.clock.now()
    if (missing.length > 0) this.#listener.onMissing(missing)
    this.#listener.onState()
  }

  #renew(reason: string): void {
    if (this.#isRenewing) return
    this.#isRenewing = true
    this.#listener.onRenew(reason)
  }

  #follow(signal: VenueSignal, receivedAt: number): void {
    switch (signal.kind) {
      case 'trades':
        return this.#followTrades(signal.trades, receivedAt)
      case 'answer':
        return this.#send(signal.text)
      case 'reconnect':
        return this.#renew('the venue asked for it')
      case 'maintenance':
        if (this.#isMaintained !== signal.serving) return
        this.#isMaintained = !signal.serving
        return this.#listener.onState()
      case 'subscribed':
        return this.#subscriptions.confirm(signal)
      case 'refused':
        this.#listener.onRefused(signal.reason)
        return this.#subscriptions.refuse(signal)
      case 'fault':
        return this.#listener.onFault(signal.reason)
      case 'alive':
    }
  }

  #followTrades(trades: readonly VenueTrade[], receivedAt: number): void {
    const readySince = this.#readySince
    if (this.#isMaintained || readySince === null) return
    const isEarly = receivedAt - readySince <= REPEATED_WITHIN_MS
    const isOld = ({ tradedAt }: VenueTrade): boolean =>
      this.#parts.venue.repeats === 'some' && tradedAt < readySince
    const counted = trades.filter(
      (trade) => !(this.#repeats.delete(trade.symbol) && isEarly) && !isOld(trade),
    )
    if (counted.length > 0) this.#listener.onTrades(counted, receivedAt)
  }

  #check(): void {
    const { venue, clock, renewAtShare } = this.#parts
    const { silentMs, cutAfterMs } = venue.limits
    const now = clock.now()
    if (now - this.#heardAt > silentMs) return this.#end('silent')
    const isLate = this.#subscriptions.isWaiting && now - this.#spokeAt > CONFIRM_MS
    if (isLate && !this.#subscriptions.stopWaiting()) {
      return this.#end('no subscription was confirmed')
    }
    if (cutAfterMs !== null && now - this.#openedAt >= cutAfterMs * renewAtShare) {
      this.#renew('planned')
    }
    this.#keepAlive(now)
  }

  #keepAlive(now: number): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return
    const { ping, silentMs } = this.#parts.venue.limits
    if (ping !== null && now - this.#spokeAt >= ping.everyMs) this.#send(ping.text(now))
    // Every WebSocket answers this one, so a quiet market is not mistaken for a dead connection.
    const isQuiet = now - this.#heardAt >= silentMs / 3
    if (!isQuiet || now - this.#pingedAt < silentMs / 3) return
    this.#pingedAt = now
    this.#socket.ping()
  }
}
