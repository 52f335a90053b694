/** A TCP line between page and server that a test can cut, or hold half-open: nothing moves, nothing closes. */
import { connect, createServer, type Socket } from 'node:net'

export interface SocketProxy {
  url: string
  /** Where new lines lead. */
  target: number
  cut(): void
  /** While true nothing passes, in either direction, and nobody is told. */
  hold(on: boolean): void
  lines(): number
  close(): Promise<void>
}

export async function startSocketProxy(targetPort: number): Promise<SocketProxy> {
  const pairs = new Set<[Socket, Socket]>()
  let holding = false
  const apply = ([page, server]: [Socket, Socket]): void => {
    for (const line of [page, server]) {
      if (holding) line.pause()
      else line.resume()
    }
  }
  const listener = createServer((page) => {
    const server = connect(proxy.target, '127.0.0.1')
    const pair: [Socket, Socket] = [page, server]
    pairs.add(pair)
    page.on('data', (bytes) => server.write(bytes))
    server.on('data', (bytes) => page.write(bytes))
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
    lines: () => pairs.size,
    close: async () => {
      proxy.cut()
      await new Promise<void>((done) => listener.close(() => done()))
    },
  }
  return proxy
}
