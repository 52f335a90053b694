/**
 * A small local server that speaks one venue's protocol, keeps the venue's limits against its clients, and has the
 * faults of real venues. It counts what a client must not do.
 */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'
import type { LineName } from '#contract/venue-lines.ts'
import { VENUES } from '#server/market/feeds/live/venues/table.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { MadeTrade, Protocol } from '#support/venues/protocol.ts'
import { PROTOCOLS } from '#support/venues/protocols.ts'
import { RULES } from '#support/venues/venue-rules.ts'

interface Client {
  socket: WebSocket
  symbols: Set<string>
  /** Whether it came to an address that is confirmed and silent. */
  isAstray: boolean
  /** When it subscribed last. */
  subscribedAt: number
  openedAt: number
  pingedAt: number
  requestedAt: number[]
}

/** `away`: connections are refused. `stalled`: sockets stay open, and nothing passes in either direction. */
export type Health = 'well' | 'away' | 'stalled'

export class VenueServer {
  readonly name: LineName
  readonly protocol: Protocol
  /** What a client did beyond the venue's limits. */
  readonly violations: string[] = []
  /** When connections were attempted, by the market clock. */
  readonly attempts: number[] = []
  /** Called when a connection with subscriptions has ended, and no other is left. */
  onLost: () => void = () => undefined
  /** Called with each trade from before a subscription that was sent to its client. */
  onRepeat: (trade: MadeTrade) => void = () => undefined
  health: Health = 'well'
  /** Frames sent so far, to all clients. */
  sent = 0
  /** Connections are cut after this time, ms. Null if they are not. */
  cutAfterMs: number | null
  /** Symbols that the venue does not know. */
  readonly unknown = new Set<string>()
  /** Symbols that the venue confirms, and of which it sends nothing. */
  readonly silent = new Set<string>()
  /** Whether a request with an unknown symbol is refused as a whole. */
  refusesWhole: boolean
  readonly #clock: MarketClock
  readonly #server: WebSocketServer
  readonly #clients = new Set<Client>()
  readonly #last = new Map<string, MadeTrade>()
  readonly #stopChecks: Cancel
  #system = 'online'
  #unwellAt = Number.NEGATIVE_INFINITY

  private constructor(name: LineName, clock: MarketClock) {
    this.name = name
    this.protocol = PROTOCOLS[name]
    this.cutAfterMs = RULES[name].cutAfterMs
    this.refusesWhole = RULES[name].refusesWhole
    this.#clock = clock
    this.#server = new WebSocketServer({
      port: 0,
      host: '127.0.0.1',
      perMessageDeflate: false,
      autoPong: false,
      verifyClient: (_: { req: IncomingMessage }, answer: (ok: boolean, code: number) => void) =>
        this.#admit(answer),
    })
    this.#server.on('connection', (socket, { url = '' }) => this.#accept(socket, url))
    this.#stopChecks = clock.every(1_000, () => this.#check())
  }

  static async open(name: LineName, clock: MarketClock): Promise<VenueServer> {
    const server = new VenueServer(name, clock)
    await once(server.#server, 'listening')
    return server
  }

  get url(): string {
    // The server listens on a port, so its address is no text.
    const { port } = this.#server.address() as AddressInfo
    return `ws://127.0.0.1:${port}${this.protocol.path ?? ''}`
  }

  /** Clients that have subscribed to at least so many symbols. */
  subscribers(symbolCount = 1): number {
    return [...this.#clients].filter(({ symbols }) => symbols.size >= symbolCount).length
  }

  /** Since when a client is there that has subscribed to so many symbols. */
  subscribedAt(symbolCount: number): number {
    const clients = [...this.#clients].filter(({ symbols }) => symbols.size >= symbolCount)
    return Math.min(...clients.map(({ subscribedAt }) => subscribedAt))
  }

  /** Whether what is sent now reaches a client, and counts. */
  serves(symbolCount: number): boolean {
    const { health } = this
    return health !== 'stalled' && this.#system === 'online' && this.subscribers(symbolCount) > 0
  }

  /** The last trade before the first client came. */
  remember(trade: MadeTrade): void {
    this.#last.set(trade.symbol, trade)
  }

  /** Sends a trade to every subscriber. */
  trade(trade: MadeTrade): void {
    this.#last.set(trade.symbol, trade)
    const frame = this.protocol.trade(trade)
    for (const client of this.#clients) {
      if (client.symbols.has(trade.symbol) && !client.isAstray && !this.silent.has(trade.symbol)) {
        this.#send(client, frame)
      }
    }
  }

  /** Resolves when every client has read what was sent to it, because its socket answers a ping after that. */
  async read(): Promise<void> {
    const answers = [...this.#clients].map(async ({ socket }) => {
      const answered = new AbortController()
      const { signal } = answered
      const events = [once(socket, 'pong', { signal }), once(socket, 'close', { signal })]
      socket.ping()
      await Promise.race(events)
      // The other event would be waited for as long as the socket lives.
      answered.abort()
    })
    await Promise.all(answers)
  }

  /** Sends a frame as it is. */
  raw(frame: string | Uint8Array): void {
    for (const client of this.#clients) this.#send(client, frame)
  }

  /** Announces a planned cut, where the venue does that. Connections end when the caller cuts them. */
  notice(): void {
    if (this.protocol.notice !== null) this.raw(this.protocol.notice)
  }

  /** Tells clients how the venue's engine is. Later clients hear it when they connect. */
  status(system: string): void {
    this.#system = system
    if (this.protocol.status !== null) this.raw(this.protocol.status(system))
  }

  /** Cuts all connections, or the oldest ones but the newest `keep`. */
  cut(keep = 0): void {
    const clients = [...this.#clients]
    for (const { socket } of clients.slice(0, clients.length - keep)) socket.terminate()
  }

  async close(): Promise<void> {
    this.#stopChecks()
    for (const { socket } of this.#clients) socket.terminate()
    const closed = once(this.#server, 'close')
    this.#server.close()
    await closed
  }

  #admit(answer: (ok: boolean, code: number) => void): void {
    const now = this.#clock.now()
    const { count, perMs } = VENUES[this.name].limits.attempts
    this.attempts.push(now)
    const recent = this.attempts.filter((at) => now - at < perMs).length
    if (recent > count) this.violations.push(`${this.name}: ${recent} attempts in ${perMs} ms`)
    answer(this.health !== 'away' && recent <= count, recent > count ? 429 : 503)
  }

  #accept(socket: WebSocket, url: string): void {
    const now = this.#clock.now()
    const client = {
      socket,
      symbols: new Set<string>(),
      isAstray: url !== (this.protocol.path ?? '/'),
      subscribedAt: now,
      openedAt: now,
      pingedAt: now,
      requestedAt: [],
    }
    this.#clients.add(client)
    socket.on('error', () => undefined)
    socket.on('ping', (data) => {
      if (this.health !== 'stalled') socket.pong(data)
    })
    socket.on('close', () => {
      this.#clients.delete(client)
      if (client.symbols.size > 0 && this.subscribers() === 0) this.onLost()
    })
    socket.on('message', (data: Buffer) => this.#hear(client, data.toString()))
    for (const frame of this.protocol.hello) this.#send(client, frame)
    if (this.#system !== 'online' && this.protocol.status !== null) {
      this.#send(client, this.protocol.status(this.#system))
    }
  }

  #hear(client: Client, text: string): void {
    if (this.health === 'stalled') return
    const now = this.#clock.now()
    const rules = RULES[this.name]
    client.requestedAt = [...client.requestedAt.filter((at) => now - at < 1_000), now]
    if (client.requestedAt.length > rules.requestsPerSecond) {
      this.violations.push(`${this.name}: ${client.requestedAt.length} requests in a second`)
      return client.socket.terminate()
    }
    const request = this.protocol.request(text)
    if (request === null) return void this.violations.push(`${this.name}: cannot read ${text}`)
    if (request.kind === 'ping') {
      client.pingedAt = now
      return this.#send(client, request.text)
    }
    if (request.symbols.length > rules.symbolsPerRequest) {
      this.violations.push(`${this.name}: ${request.symbols.length} symbols in a request`)
      return client.socket.terminate()
    }
    this.#subscribe(client, request.symbols, request.id)
  }

  #subscribe(client: Client, asked: readonly string[], id: unknown): void {
    const unknown = asked.filter((symbol) => this.unknown.has(symbol))
    const twice = asked.filter((symbol) => client.symbols.has(symbol))
    if (twice.length > 0) this.violations.push(`${this.name}: ${twice.join()} subscribed again`)
    for (const symbol of this.refusesWhole ? unknown.slice(0, 1) : unknown) {
      this.#send(client, this.protocol.refuse(symbol, id))
    }
    const known = asked.filter((symbol) => !this.unknown.has(symbol))
    if (known.length === 0 || (this.refusesWhole && unknown.length > 0)) return
    for (const frame of this.protocol.confirm(known, id)) this.#send(client, frame)
    const { repeats, backfill, trade } = this.protocol
    const again = backfill ?? (repeats ? trade : null)
    const lasts = known.flatMap((symbol) => this.#last.get(symbol) ?? [])
    for (const symbol of known) client.symbols.add(symbol)
    client.subscribedAt = this.#clock.now()
    if (again === null) return
    for (const last of lasts) {
      this.#send(client, again(last))
      this.onRepeat(last)
    }
  }

  #send({ socket }: Client, frame: string | Uint8Array): void {
    if (this.health === 'stalled' || socket.readyState !== WebSocket.OPEN) return
    this.sent += 1
    socket.send(frame, { binary: typeof frame !== 'string' })
  }

  #check(): void {
    const now = this.#clock.now()
    const { pingWithinMs } = RULES[this.name]
    if (this.health !== 'well') this.#unwellAt = now
    for (const client of this.#clients) {
      const { socket, openedAt, pingedAt } = client
      if (this.protocol.heartbeat !== null) this.#send(client, this.protocol.heartbeat)
      if (pingWithinMs !== null && now - pingedAt > pingWithinMs) {
        this.violations.push(`${this.name}: no ping within ${pingWithinMs} ms`)
        socket.terminate()
      }
      if (this.cutAfterMs !== null && now - openedAt >= this.cutAfterMs) {
        // A client that could not connect had nothing to replace it with, and one that has its successor loses nothing.
        const couldConnect = now - this.#unwellAt > this.cutAfterMs
        const isReplaced = [...this.#clients].some(
          (other) => other.openedAt > openedAt && other.symbols.size > 0,
        )
        if (couldConnect && !isReplaced) {
          this.violations.push(`${this.name}: a connection was kept until the venue cut it`)
        }
        socket.terminate()
      }
    }
  }
}
