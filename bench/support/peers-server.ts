/**
 * The servers that `peers` compares, in a process of their own, and the page. All of them get the same ticks: the hub,
 * which conflates them for each page; `io.emit` once per tick; and a route with all prices.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { Server } from 'socket.io'
import { statsRow } from '#contract/market-topics.ts'
import type { QuoteState } from '#server/platform/socket/hub.ts'
import { createMarketClock } from '#server/platform/clock.ts'
import { chanceOf } from '#support/chance.ts'
import { firstPrice, PRODUCTS, products, REFERENCE } from '../page-stream/fake-server.ts'
import { PRICES_PATH, TICK, type TickEvent, type Way } from '../peers/feeds.ts'
import { type Ticking, WATCHED } from '../peers/shown.ts'
import { hubAlone, listen } from './fan-out-servers.ts'

export interface Begin {
  way: Way
  ticksPerSecond: number
}
/** `mark` begins a measurement, `end` stops the ticks. */
export type ToPeers = { begin: Begin } | 'mark' | 'report' | 'end'
export interface PeersReport {
  url: string
  ticking: Ticking
  /** Ticks of the watched product so far. */
  watchedTicks: number
  /** Since the mark. */
  cpuMsPerSecond: number
  bytesPerSecond: number
}

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}
const EVERY_MS = 4
const [folder = ''] = process.argv.slice(2)
const clock = createMarketClock()
const next = chanceOf(7)
const newest = new Map<number, QuoteState>()
let put: (tick: QuoteState) => void = () => undefined

const http = createServer(({ url = '/' }, response) => {
  if (url === PRICES_PATH) {
    const prices = [...newest.values()].map(({ productId, price }) => [productId, price])
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify(prices))
  }
  const { pathname } = new URL(url, 'http://page')
  const file = join(folder, pathname === '/' ? 'bench/peers/index.html' : pathname)
  response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream')
  try {
    return response.end(readFileSync(file))
  } catch {
    return response.writeHead(404).end()
  }
})
const hub = hubAlone({
  server: http,
  clock,
  quotes: {
    onTick: (listener) => {
      put = listener
      return () => undefined
    },
    latest: () => newest.values(),
    statsRow: (id) => {
      const last = newest.get(id)?.price ?? REFERENCE
      return statsRow.parse([id, last, REFERENCE, last + 500, last - 500, 123_456, '9876543.21'])
    },
  },
})
hub.addPublic({
  name: 'sessions',
  snapshot: async () => ({
    seq: 1,
    data: products.map(({ id, session }) => ({ productId: id, session })),
  }),
})
const io = new Server(http, {
  path: '/usual/',
  transports: ['websocket'],
  perMessageDeflate: false,
})
const { port, writtenBytes } = await listen(http)

const ticking: Ticking = { startMs: 0, periodMs: 0 }
let way: Way = 'app'
let sent = 0
let timer: NodeJS.Timeout | undefined

/** The products tick in turn, at even distances. */
function tick(timeMs: number): void {
  const id = 1 + (sent % PRODUCTS)
  const before = newest.get(id)?.price ?? firstPrice(id)
  const price =
    id === WATCHED
      ? firstPrice(id) + Math.floor(sent / PRODUCTS)
      : before + Math.round((next() - 0.5) * 40)
  sent += 1
  const state = { productId: id, price, seq: sent, timeMs: Math.floor(timeMs) }
  newest.set(id, state)
  if (way === 'app') put(state)
  if (way === 'usual') io.emit(TICK, { id, price, timeMs: state.timeMs } satisfies TickEvent)
}

function begin(request: Begin): void {
  way = request.way
  sent = 0
  newest.clear()
  const stepMs = 1_000 / request.ticksPerSecond
  Object.assign(ticking, { startMs: clock.now(), periodMs: stepMs * PRODUCTS })
  timer = setInterval(() => {
    const now = clock.now()
    for (let at = ticking.startMs + sent * stepMs; at <= now; at += stepMs) tick(at)
  }, EVERY_MS)
}

let mark = { cpu: process.cpuUsage(), bytes: 0, at: 0 }

function report(): PeersReport {
  const { user, system } = process.cpuUsage(mark.cpu)
  const seconds = (performance.now() - mark.at) / 1_000
  return {
    url: `http://127.0.0.1:${port}`,
    ticking,
    watchedTicks: Math.floor((sent - 1) / PRODUCTS),
    cpuMsPerSecond: (user + system) / 1_000 / seconds,
    bytesPerSecond: (writtenBytes() - mark.bytes) / seconds,
  }
}

process.on('message', (message: ToPeers) => {
  if (typeof message === 'object') begin(message.begin)
  if (message === 'end') clearInterval(timer)
  if (message === 'mark')
    mark = { cpu: process.cpuUsage(), bytes: writtenBytes(), at: performance.now() }
  process.send?.(report())
})
process.on('disconnect', () => process.exit(0))
process.send?.(report())
