/** The servers that fan-out compares: the hub's own wheel, plain ws with one buffer, and one event per tick. */
import { createServer, type Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { Server } from 'socket.io'
import { WebSocketServer } from 'ws'
import {
  createQuotesDecoder,
  QUOTE_FIELDS,
  type QuoteBase,
  quoteStart,
  quotesText,
} from '#contract/quote-frames.ts'
import { SOCKET_EVENTS } from '#contract/socket-protocol.ts'
import { envelope } from '#contract/topics.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { QuoteSource, QuoteState, SocketHub } from '#server/platform/socket/hub.ts'
import { createSocketHub } from '#server/platform/socket/socket-hub.ts'
import { PROBE_EVERY_MS } from '#server/platform/socket/socket-readers.ts'
import { noDatabase } from '#support/hub-server.ts'
import { manualClock } from '#support/manual-clock.ts'
import type { OpeningStep } from './raw-readers.ts'
import { ENGINE_PATH, eventIn, quotesOpening } from './readers.ts'

export const PRODUCTS = 100
const START_MS = 1_800_000_000_000
const ROUND_MS = 100
const ids = Array.from({ length: PRODUCTS }, (_, at) => at + 1)

export interface FanOutServer {
  path: string
  opening: OpeningStep[]
  /** Every product ticks once, and every reader is sent it. */
  round(): Promise<void>
  /** Frames that a reader is sent per round. */
  framesPerRound: number
  /** Whether this text is what a reader was sent as a round's first or last frame; rounds count from 1. */
  isFrame(text: string, round: number): boolean
  close(): Promise<void>
  http: HttpServer
}

const price = (id: number, round: number): number => 1_000_000 + id * 1_000 + (round % 500)

const baseOf = (id: number): QuoteBase => ({ id, base: price(id, 0) })

/** Read by the contract's own schema and decoder, price by price. */
function isQuotesOf(text: string, round: number): boolean {
  const [event, frame] = eventIn(text)
  if (event !== SOCKET_EVENTS.frame) return false
  const read = createQuotesDecoder()
  read(
    JSON.parse(
      quotesText(
        0,
        ids.map((id) => quoteStart(baseOf(id), null)),
      ),
    ),
  )
  const data = read(envelope.parse(frame)[5]) ?? []
  const at = (index: number): number => 1 + index * QUOTE_FIELDS
  return (
    data.length === at(PRODUCTS) &&
    ids.every((id, i) => data[at(i)] === id && data[at(i) + 1] === price(id, round))
  )
}

/** The hub alone: without users, operators or a database. Its errors are thrown. */
export const hubAlone = (parts: {
  server: HttpServer
  clock: MarketClock
  quotes: QuoteSource
}): SocketHub =>
  createSocketHub({
    ...parts,
    database: noDatabase,
    sessions: { read: async () => null },
    operators: { read: async () => null },
    allowedHosts: [],
    allowedOrigins: [],
    trustProxy: [],
    rateFactor: 1_000,
    onError: (error) => {
      throw error
    },
  })

export interface TickedHub {
  http: HttpServer
  hub: SocketHub
  /** A tick of each of these products. */
  tick(products: readonly number[]): void
}

/** The hub alone on a clock, with prices by product and time. */
export function tickedHub(
  clock: MarketClock,
  products: readonly number[],
  priceAt: (id: number, timeMs: number) => number,
): TickedHub {
  const http = createServer()
  let put: (tick: QuoteState) => void = () => undefined
  let seq = 0
  const tickOf = (id: number): QuoteState => {
    const timeMs = clock.now()
    return { productId: id, price: priceAt(id, timeMs), seq, timeMs }
  }
  const hub = hubAlone({
    server: http,
    clock,
    quotes: {
      onTick: (listener) => {
        put = listener
        return () => undefined
      },
      latest: () => products.map(tickOf),
      statsRow: () => null,
    },
  })
  return {
    http,
    hub,
    tick: (ids) => {
      for (const id of ids) {
        seq += 1
        put(tickOf(id))
      }
    },
  }
}

export function hubServer(): FanOutServer {
  const clock = manualClock(START_MS)
  let rounds = 0
  const { http, hub, tick } = tickedHub(
    {
      ...clock,
      // Flat out, seconds of this clock pass in no time, and a probe could not be answered in them.
      every: (ms, run) => (ms === PROBE_EVERY_MS ? () => undefined : clock.every(ms, run)),
    },
    ids,
    (id) => price(id, rounds),
  )
  return {
    http,
    path: ENGINE_PATH,
    opening: quotesOpening(ids),
    framesPerRound: 1,
    isFrame: isQuotesOf,
    round: async () => {
      rounds += 1
      tick(ids)
      await clock.advance(ROUND_MS)
    },
    close: () => hub.close(),
  }
}

/** `frameBytes`: as long as the hub's frame, so that both carry the same load. */
export function plainServer(frameBytes: number): FanOutServer {
  const http = createServer()
  const sockets = new WebSocketServer({ server: http, perMessageDeflate: false })
  const buffer = Buffer.alloc(frameBytes, '1')
  return {
    http,
    path: '/',
    opening: [],
    framesPerRound: 1,
    isFrame: (text) => text === buffer.toString(),
    round: async () => {
      for (const client of sockets.clients) client.send(buffer, { binary: false })
    },
    close: async () => {
      for (const client of sockets.clients) client.terminate()
      sockets.close()
    },
  }
}

/** The slow way, as a comparison: one event per tick, encoded by socket.io. */
export function eventPerTickServer(): FanOutServer {
  const http = createServer()
  const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false })
  let rounds = 0
  return {
    http,
    path: ENGINE_PATH,
    opening: [{ send: ['40'], until: '40{' }],
    framesPerRound: PRODUCTS,
    isFrame: (text, round) => {
      const [event, tick] = eventIn(text)
      const { id, ...rest } = Object(tick)
      return event === 'f' && rest.price === price(id, round) && rest.at === START_MS + round
    },
    round: async () => {
      rounds += 1
      for (const id of ids) io.emit('f', { id, price: price(id, rounds), at: START_MS + rounds })
    },
    close: async () => {
      io.disconnectSockets(true)
      io.engine.close()
    },
  }
}

export interface Listening {
  port: number
  /** Resolves when the kernel has taken everything. */
  drained(): Promise<void>
  /** Connections of readers. */
  lines: ReadonlySet<Socket>
  /** Bytes written to all connected readers since the start. */
  writtenBytes(): number
  close(): Promise<void>
}

/** Listens on a free port. */
export async function listen(http: HttpServer): Promise<Listening> {
  const lines = new Set<Socket>()
  http.on('connection', (line: Socket) => {
    lines.add(line)
    line.setNoDelay(true)
    line.once('close', () => lines.delete(line))
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const waiting = (): boolean => {
    for (const line of lines) if (line.writableLength > 0) return true
    return false
  }
  return {
    port: address.port,
    drained: async () => {
      do await new Promise((done) => setImmediate(done))
      while (waiting())
    },
    lines,
    writtenBytes: () => [...lines].reduce((sum, line) => sum + line.bytesWritten, 0),
    close: () =>
      new Promise((done) => {
        http.close(() => done())
        http.closeAllConnections()
      }),
  }
}
