/** A TCP line between page and server that a test cuts, slows down, or holds half-open: nothing moves or closes. */
import { connect, createServer, type Socket } from 'node:net'

export interface SocketProxy {
  url: string
  /** Where new lines lead. */
  target: number
  cut(): void
  /** While true nothing passes, in either direction, and no one is told. */
  hold(on: boolean): void
  /** While true the page hears nothing, and is heard. */
  mute(on: boolean): void
  /** How much later what comes from now on arrives, ms; the order stays. */
  delayMs: number
  lines(): number
  close(): Promise<void>
}

interface Late {
  at: number
  bytes: Buffer
}

/** Writes to a line in the order of coming, each after the delay of that moment. */
function delayedWriter(to: Socket, delayMs: () => number): (bytes: Buffer) => void {
  const waiting: Late[] = []
  const pump = (): void => {
    const now = performance.now()
    for (let first = waiting[0]; first !== undefined && first.at <= now; first = waiting[0]) {
      to.write(first.bytes)
      waiting.shift()
    }
    const next = waiting[0]
    if (next !== undefined) setTimeout(pump, next.at - now)
  }
  return (bytes) => {
    if (waiting.length === 0 && delayMs() === 0) return void to.write(bytes)
    const last = waiting.at(-1)
    waiting.push({ at: Math.max(last?.at ?? 0, performance.now() + delayMs()), bytes })
    if (last === undefined) pump()
  }
}

export async function startSocketProxy(targetPort: number): Promise<SocketProxy> {
  const pairs = new Set<[Socket, Socket]>()
  let holding = false
  let muted = false
  const apply = ([page, server]: [Socket, Socket]): void => {
    if (holding) page.pause()
    else page.resume()
    if (holding || muted) server.pause()
    else server.resume()
  }
  const listener = createServer((page) => {
    const server = connect(proxy.target, '127.0.0.1')
    const pair: [Socket, Socket] = [page, server]
    pairs.add(pair)
    page.on(
      'data',
      delayedWriter(server, () => proxy.delayMs),
    )
    server.on(
      'data',
      delayedWriter(page, () => proxy.delayMs),
    )
    const end = (): void => {
      pairs.delete(pair)
      page.destroy()
      server.destroy()
    }
    for (const line of pair) line.on('error', end).on('close', end)
    apply(pair)
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const proxy: SocketProxy = {
    url: `http://127.0.0.1:${address.port}`,
    target: targetPort,
    delayMs: 0,
    cut: () => {
      for (const [page, server] of pairs) {
        page.destroy()
        server.destroy()
      }
    },
    hold: (on) => {
      holding = on
      for (const pair of pairs) apply(pair)
    },
    mute: (on) => {
      muted = on
      for (const pair of pairs) apply(pair)
    },
    lines: () => pairs.size,
    close: async () => {
      proxy.cut()
      await new Promise<void>((done) => listener.close(() => done()))
    },
  }
  return proxy
}
