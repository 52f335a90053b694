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

/** Small enough that connections share the way down fairly. */
const PIECE_BYTES = 4_096

const later = (ms: number, run: () => void): void => void setTimeout(run, Math.max(0, ms))

export async function slowLine(targetPort: number, shape: LineShape): Promise<SlowLine> {
  const sockets = new Set<Socket>()
  let freeAt = 0
  let down = 0
  /** Pieces leave one after the other; each arrives half a round trip after it left. */
  const passDown = (page: Socket, bytes: Buffer): void => {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = bytes.subarray(at, at + PIECE_BYTES)
      const now = performance.now()
      freeAt = Math.max(freeAt, now) + (piece.length / shape.downBytesPerS) * 1_000
      down += piece.length
      later(freeAt + shape.roundTripMs / 2 - now, () => page.writable && page.write(piece))
    }
  }
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
    server.on('data', (bytes: Buffer) => passDown(page, bytes))
    page.on('close', () => server.destroy())
    server.on('close', () =>
      later(freeAt - performance.now() + shape.roundTripMs, () => page.end()),
    )
    page.on('close', () => sockets.delete(page))
    server.on('close', () => sockets.delete(server))
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
