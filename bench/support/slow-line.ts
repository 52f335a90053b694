/** A slow mobile line of TCP: a round trip to open a connection, delay each way, and one narrow way down for all. */
import { connect, createServer, type Socket } from 'node:net'

export interface SlowLine {
  url: string
  /** Bytes that came down so far. */
  down(): number
  close(): Promise<void>
}

export interface LineShape {
  /** There and back. */
  roundTripMs: number
  downBytesPerS: number
}

/** What is called slow 4G: 150 ms there and back, 1.6 Mbit/s down. */
export const SLOW_4G: LineShape = { roundTripMs: 150, downBytesPerS: 200_000 }

/** Hardly a line at all, for smoke runs. */
export const FAST_LINE: LineShape = { roundTripMs: 2, downBytesPerS: 100_000_000 }

/**
 * Connections take turns with pieces of this size, so that a short answer need not wait for a long one. What a
 * connection has to send is one stream: it makes no difference in how many packets the server wrote it.
 */
const PIECE_BYTES = 4_096

/** Timers come later than asked on a busy machine. */
const LATE_MS = 10

const later = (ms: number, run: () => void): void => void setTimeout(run, Math.max(0, ms))

/** One way down, shared: each connection with something to send is served in its turn. */
function sharedWay({ roundTripMs, downBytesPerS }: LineShape, arrived: (bytes: number) => void) {
  const waiting = new Map<Socket, Buffer>()
  let busy = false
  let freeAt = 0
  const sendNext = (): void => {
    const [turn] = waiting
    if (turn === undefined) return
    const [page, bytes] = turn
    const piece = bytes.subarray(0, PIECE_BYTES)
    // To the end of the queue, or out of it.
    waiting.delete(page)
    if (bytes.length > PIECE_BYTES) waiting.set(page, bytes.subarray(PIECE_BYTES))
    busy = true
    const now = performance.now()
    // A late timer must not narrow the line.
    const since = now - freeAt < LATE_MS ? freeAt : now
    freeAt = since + (piece.length / downBytesPerS) * 1_000
    later(freeAt - now, () => {
      busy = false
      arrived(piece.length)
      later(roundTripMs / 2, () => page.writable && page.write(piece))
      sendNext()
    })
  }
  return {
    isWaiting: (page: Socket): boolean => waiting.has(page),
    pass: (page: Socket, bytes: Buffer): void => {
      const before = waiting.get(page)
      waiting.set(page, before === undefined ? bytes : Buffer.concat([before, bytes]))
      if (!busy) sendNext()
    },
  }
}

export async function slowLine(targetPort: number, shape: LineShape): Promise<SlowLine> {
  const sockets = new Set<Socket>()
  let down = 0
  const way = sharedWay(shape, (bytes) => {
    down += bytes
  })
  /** After all that it said has gone. */
  const end = (page: Socket): void =>
    later(shape.roundTripMs, () => (way.isWaiting(page) ? end(page) : page.end()))
  const join = (page: Socket): void => {
    const server = connect(targetPort, '127.0.0.1')
    for (const socket of [page, server]) {
      socket.setNoDelay(true)
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    }
    page.on('data', (bytes: Buffer) =>
      later(shape.roundTripMs / 2, () => server.writable && server.write(bytes)),
    )
    server.on('data', (bytes: Buffer) => way.pass(page, bytes))
    page.on('close', () => server.destroy())
    server.on('close', () => end(page))
    page.on('close', () => sockets.delete(page))
  }
  const listener = createServer((page) => {
    page.pause()
    // The handshake of a far connection; the loopback's own takes no time.
    later(shape.roundTripMs, () => {
      join(page)
      page.resume()
    })
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    down: () => down,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((done) => listener.close(() => done()))
    },
  }
}
