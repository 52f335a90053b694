/** The servers that fan-out compares: the hub's own wheel, plain ws with one buffer, and one event a tick. */
import { createServer, type Server as HttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { Server } from 'socket.io'
import { WebSocketServer } from 'ws'
import type { QuoteState } from '#server/platform/hub.ts'
import { createSocketHub } from '#server/platform/socket-hub.ts'
import { noDatabase } from '#support/hub-server.ts'
import { manualClock } from '#support/manual-clock.ts'

export const PRODUCTS = 100
const START_MS = 1_800_000_000_000
const ROUND_MS = 100
const ENGINE_PATH = '/socket.io/?EIO=4&transport=websocket'
const ids = Array.from({ length: PRODUCTS }, (_, at) => at + 1)

export interface FanOutServer {
  path: string
  greeting: string
  hello: string[]
  /** Every product ticks once, and every reader is sent it. */
  round(): Promise<void>
  close(): Promise<void>
  http: HttpServer
}

const price = (id: number, round: number): number => 1_000_000 + id * 1_000 + (round % 500)

export function hubServer(): FanOutServer {
  const clock = manualClock(START_MS)
  const http = createServer()
  let put: (tick: QuoteState) => void = () => undefined
  let seq = 0
  let rounds = 0
  const hub = createSocketHub({
    server: http,
    database: noDatabase,
    clock,
    sessions: { read: async () => null },
    operators: { read: async () => null },
    quotes: {
      onTick: (listener) => {
        put = listener
        return () => undefined
      },
      latest: () => [],
      statsRow: () => null,
    },
    allowedOrigins: [],
    onError: (error) => {
      throw error
    },
  })
  const visible = JSON.stringify(['visible', { list: ids, detail: [] }])
  return {
    http,
    path: ENGINE_PATH,
    greeting: '40',
    hello: [`42${visible}`, '42["subscribe",{"topic":"quotes"}]'],
    round: async () => {
      rounds += 1
      for (const id of ids) {
        seq += 1
        put({ productId: id, price: price(id, rounds), seq, timeMs: clock.now() })
      }
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
    greeting: '',
    hello: [],
    round: async () => {
      for (const client of sockets.clients) client.send(buffer, { binary: false })
    },
    close: async () => {
      for (const client of sockets.clients) client.terminate()
      sockets.close()
    },
  }
}

/** What nobody should do: one event for each tick, encoded by socket.io. */
export function eventPerTickServer(): FanOutServer {
  const http = createServer()
  const io = new Server(http, { transports: ['websocket'], perMessageDeflate: false })
  let rounds = 0
  return {
    http,
    path: ENGINE_PATH,
    greeting: '40',
    hello: [],
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

/** Listens on a free port; `drained` waits until the kernel has taken everything. */
export async function listen(
  http: HttpServer,
): Promise<{ port: number; drained(): Promise<void>; close(): Promise<void> }> {
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
    close: () =>
      new Promise((done) => {
        http.close(() => done())
        http.closeAllConnections()
      }),
  }
}
