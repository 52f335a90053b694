/**
 * A local dealer that speaks the documented protocol: chunked HTTP with one JSON object per line, a snapshot at the
 * beginning, and heartbeats by the market clock. A test says what goes wrong.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'

const HEARTBEAT_MS = 5_000
/** As the documentation shows it: nanoseconds. */
const stamp = (atMs: number): string => new Date(atMs).toISOString().replace('Z', '449532Z')

/** What the dealer quotes. `atMs` is its stamp. */
export interface MadeQuote {
  instrument: string
  bid: string
  ask: string
  atMs: number
  tradeable?: boolean
}

/** The line of a quote. Further prices of a side, for larger amounts, are worse ones. */
export const priceLine = ({ instrument, bid, ask, atMs, tradeable = true }: MadeQuote): string =>
  JSON.stringify({
    type: 'PRICE',
    time: stamp(atMs),
    bids: [{ price: bid, liquidity: 1_000_000 }],
    asks: [{ price: ask, liquidity: 1_000_000 }],
    closeoutBid: bid,
    closeoutAsk: ask,
    status: tradeable ? 'tradeable' : 'non-tradeable',
    tradeable,
    instrument,
  })

/** A request as the dealer saw it. */
export interface SeenRequest {
  path: string
  token: string
  instruments: string[]
}

export class DealerServer {
  readonly #server: Server
  readonly #cancel: Cancel
  readonly #open = new Set<ServerResponse>()
  readonly #newest = new Map<string, MadeQuote>()
  readonly requests: SeenRequest[] = []
  /** The token that is accepted. */
  token: string
  /** Answers with this status in place of a stream. It says the token in its body, as no dealer should. */
  status: { code: number; headers?: Record<string, string> } | null = null
  /** Instruments that do not exist: a request for one is refused as a whole. */
  unknown = new Set<string>()
  /** Whether it accepts a request and never answers. */
  isMute = false
  hasHeartbeats = true

  private constructor(server: Server, clock: MarketClock, token: string) {
    this.#server = server
    this.token = token
    this.#cancel = clock.every(HEARTBEAT_MS, () => {
      if (this.hasHeartbeats)
        this.send(JSON.stringify({ type: 'HEARTBEAT', time: stamp(clock.now()) }))
    })
    server.on('request', (request, response) => this.#answer(request, response))
  }

  static async open(clock: MarketClock, token: string): Promise<DealerServer> {
    const server = createServer()
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    return new DealerServer(server, clock, token)
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }
  /** How many streams are open. */
  get streams(): number {
    return this.#open.size
  }

  /** The dealer quotes: all streams get it, and later ones begin with it. */
  quote(quote: MadeQuote): void {
    this.#newest.set(quote.instrument, quote)
    this.send(priceLine(quote))
  }
  /** Sends a line. */
  send(line: string): void {
    this.write(`${line}\n`)
  }
  /** Sends bytes as they are. */
  write(part: string | Buffer): void {
    for (const response of this.#open) response.write(part)
  }
  /** Cuts all streams, or ends them as planned. */
  cut(how: 'reset' | 'end' = 'reset'): void {
    for (const response of this.#open) {
      if (how === 'end') response.end()
      else response.socket?.resetAndDestroy()
    }
    this.#open.clear()
  }

  async close(): Promise<void> {
    this.#cancel()
    this.cut()
    this.#server.closeAllConnections()
    await new Promise((resolve) => void this.#server.close(resolve))
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', this.url)
    const token = (request.headers.authorization ?? '').replace('Bearer ', '')
    const instruments = (searchParams.get('instruments') ?? '').split(',')
    this.requests.push({ path: pathname, token, instruments })
    const refuse = (code: number, headers: Record<string, string> = {}): void => {
      response.writeHead(code, { 'content-type': 'application/json', ...headers })
      response.end(JSON.stringify({ errorMessage: `refused ${token}` }))
    }
    if (this.isMute) return
    if (this.status !== null) return refuse(this.status.code, this.status.headers)
    if (token !== this.token) return refuse(401)
    if (!/^\/v3\/accounts\/[\d-]+\/pricing\/stream$/.test(pathname)) return refuse(404)
    if (instruments.some((each) => this.unknown.has(each))) return refuse(400)
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    response.flushHeaders()
    this.#open.add(response)
    response.once('close', () => this.#open.delete(response))
    for (const each of instruments) {
      const newest = this.#newest.get(each)
      if (newest !== undefined) response.write(`${priceLine(newest)}\n`)
    }
  }
}
