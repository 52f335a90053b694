/**
 * The transport of networks that block sockets: it asks the server by HTTP and tries the socket beside it from time to
 * time. It is loaded when a socket has failed for the first time.
 */
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import { type Ask, askServer, Polls } from '#streams/wire/polls.ts'
import { type Alarm, createAlarm, type Timing } from '#streams/wire/timing.ts'
import type { Transport, TransportConnection, TransportHandlers } from '#streams/wire/transport.ts'

/** What the transport depends on. */
export interface FallbackParts {
  socket: Transport
  timing: Timing
  /** Replaces the request in tests. */
  ask?: Ask
}

/** While sockets work as far as is known, one gets this long before the server is asked by HTTP. */
export const HEAD_START_MS = 1_000
/** A socket that does not answer for this long is given up. */
export const SOCKET_PATIENCE_MS = 10_000
/** A socket that was cut earlier counts as blocked. */
const PROVEN_AFTER_MS = 30_000
/** The delay before a blocked socket is tried again. It doubles with each failure, up to the maximum. */
export const RETRY_SOCKET_MS = 10_000
const RETRY_SOCKET_MAX_MS = 120_000

/** What is known of sockets in this network. It outlives connection attempts. */
interface Network {
  /** The sockets in a row that failed, hung or were cut early while HTTP worked. */
  failures: number
  /** The monotonic time before which no socket is tried. */
  retryAt: number
  /** Whether the newest socket was closed by the page before it had proved itself. */
  closedEarly: boolean
}

function noteFailure(network: Network, { monotonicMs, random }: Timing): void {
  network.failures += 1
  const wait = Math.min(RETRY_SOCKET_MAX_MS, RETRY_SOCKET_MS * 2 ** (network.failures - 1))
  network.retryAt = monotonicMs() + wait * (0.75 + random() / 2)
}

/** One attempt: a socket, polling beside it, and which of the two the wire talks to. */
class FallbackConnection implements TransportConnection {
  readonly #parts: Required<FallbackParts>
  readonly #network: Network
  /** What was known before this attempt. */
  readonly #before: Readonly<Network>
  readonly #handlers: TransportHandlers
  readonly #attempt: number
  readonly #polls: Polls
  readonly #nextTry: Alarm
  readonly #patience: Alarm
  readonly #headStart: Alarm
  #tried: TransportConnection | null = null
  #isProven = false
  #upAt = 0
  #isClosed = false

  constructor(
    parts: Required<FallbackParts>,
    network: Network,
    { handlers, attempt }: { handlers: TransportHandlers; attempt: number },
  ) {
    const { timing, ask } = parts
    this.#parts = parts
    this.#network = network
    this.#before = { ...network, closedEarly: false }
    this.#handlers = handlers
    this.#attempt = attempt
    this.#nextTry = createAlarm(timing)
    this.#patience = createAlarm(timing)
    this.#headStart = createAlarm(timing)
    this.#polls = new Polls({
      timing,
      ask,
      onAnswer: () => handlers.alive(),
      onFirst: () => handlers.up(true),
      onFrame: (frame) => handlers.frame(frame),
      onEnded: () => this.#end(),
      onFailure: (wasUp) => {
        if (wasUp) this.#fail()
        // A socket that is still connecting may succeed where the request did not.
        else if (this.#tried === null) this.#failWhole()
      },
    })
  }
  start(): this {
    const network = this.#network
    // The link closed it, because nothing came through. After a log-in, which is attempt 0, it means nothing.
    if (network.closedEarly && this.#attempt > 0) noteFailure(network, this.#parts.timing)
    network.closedEarly = false
    if (network.failures > 0) {
      this.#polls.start()
      this.#trySocketLater()
    } else {
      this.#headStart.set(HEAD_START_MS, () => this.#polls.start())
      this.#trySocket()
    }
    return this
  }
  send(event: string, payload: unknown): void {
    this.#line().send(event, payload)
  }
  request(event: string, payload: unknown, answer: (reply: unknown) => void): void {
    this.#line().request(event, payload, answer)
  }
  close(): void {
    this.#network.closedEarly = this.#isProven && !this.#hasLived()
    this.#isClosed = true
    for (const each of [this.#nextTry, this.#patience, this.#headStart]) each.clear()
    this.#tried?.close()
    this.#polls.stop()
  }
  #line(): Omit<TransportConnection, 'close'> {
    return this.#isProven && this.#tried !== null ? this.#tried : this.#polls
  }
  #hasLived(): boolean {
    return this.#parts.timing.monotonicMs() - this.#upAt >= PROVEN_AFTER_MS
  }
  #end(): void {
    this.close()
    this.#handlers.ended()
  }
  #fail(): void {
    this.close()
    this.#handlers.down()
  }
  /** Neither got through: the device is offline or the server away, which says nothing of sockets. */
  #failWhole(): void {
    Object.assign(this.#network, this.#before)
    this.#fail()
  }
  #take(own: TransportConnection): void {
    if (this.#isClosed || this.#tried !== own) return
    this.#headStart.clear()
    this.#patience.clear()
    this.#polls.stop()
    this.#isProven = true
    this.#upAt = this.#parts.timing.monotonicMs()
    this.#handlers.up()
  }
  #lose(): void {
    const isLoss = this.#isProven && this.#hasLived()
    this.#patience.clear()
    this.#tried = null
    this.#isProven = false
    if (isLoss) {
      this.#network.failures = 0
      return this.#fail()
    }
    noteFailure(this.#network, this.#parts.timing)
    this.#headStart.clear()
    this.#trySocketLater()
    if (this.#polls.hasFailed()) this.#failWhole()
    else this.#polls.start()
  }
  #trySocketLater(): void {
    const wait = this.#network.retryAt - this.#parts.timing.monotonicMs()
    this.#nextTry.set(Math.max(0, wait), () => this.#trySocket())
  }
  #trySocket(): void {
    const own = this.#parts.socket(
      {
        // Some proxies complete the handshake and pass nothing on, so the server has to answer once.
        up: () => own.request(SOCKET_EVENTS.clock, null, () => this.#take(own)),
        down: () => this.#lose(),
        frame: (frame) => {
          if (this.#isProven) this.#handlers.frame(frame)
        },
        alive: () => {
          if (this.#isProven) this.#handlers.alive()
        },
        ended: () => this.#end(),
      },
      this.#attempt,
    )
    this.#tried = own
    this.#patience.set(SOCKET_PATIENCE_MS, () => {
      own.close()
      this.#lose()
    })
  }
}

/** Creates the transport. An attempt fails only if neither a socket nor a request gets through. */
export function fallbackTransport({ socket, timing, ask = askServer }: FallbackParts): Transport {
  const network: Network = { failures: 0, retryAt: 0, closedEarly: false }
  return (handlers, attempt) =>
    new FallbackConnection({ socket, timing, ask }, network, { handlers, attempt }).start()
}
