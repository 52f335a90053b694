/** Local venues in a process of their own, which send trades at a given rate. The parent tells when to begin. */
import { z } from 'zod'
import { type LineName, lineName } from '#contract/venue-lines.ts'
import { createMarketClock } from '#server/platform/clock.ts'
import { symbolAt } from '#server/market/feeds/live/live-products.ts'
import { LIVE_SOURCES } from '#server/market/feeds/live/sources.ts'
import { VenueServer } from '#support/venues/venue-server.ts'

/** All lines but those that an operator is least likely to turn on. */
export const FLOOD_LINES: readonly LineName[] = lineName.options.filter(
  (line) => line !== 'coinbase' && line !== 'mexc-perpetual',
)
/** What all lines together subscribe to. */
export const FLOOD_SYMBOLS = 200

const PATTERNS = ['BTCUSDT', 'BNBUSDT', 'XAUUSDT']

/** Symbols that are no product's, so that a line has its share of all. They are read and judged, and feed nothing. */
export function moreSymbols(line: LineName, own: number): string[] {
  const at = FLOOD_LINES.indexOf(line)
  const share = Math.floor(((at + 1) * FLOOD_SYMBOLS) / FLOOD_LINES.length)
  const before = Math.floor((at * FLOOD_SYMBOLS) / FLOOD_LINES.length)
  const [pattern = ''] = PATTERNS.flatMap((product) => symbolAt(product, line) ?? [])
  return Array.from({ length: Math.max(0, share - before - own) }, (_, n) =>
    pattern.replace(/btc|bnb|xau/, `x${n + 10}`).replace(/BTC|BNB|XAU/, `X${n + 10}`),
  )
}

/** What the parent is sent at the start. */
export const floodAddresses = z.object({ urls: z.partialRecord(lineName, z.string()) })
/** What the parent sends: begin, at so many messages per second from all venues together. */
export const floodOrder = z.object({ perSecond: z.number() })
/** What the parent is sent each second: how many trades were sent so far. */
export const floodCount = z.object({ sent: z.number() })

const STEP_MS = 5
/** The width of the walk's step, relative to the price. */
const STEP = 0.000_02
/** The prices begin here; no rule of the market depends on their size. */
const PRICE = 600

async function main(): Promise<void> {
  const clock = createMarketClock()
  const servers = await Promise.all(FLOOD_LINES.map((name) => VenueServer.open(name, clock)))
  const prices = new Map<string, number>()
  const offered = Object.keys(LIVE_SOURCES).filter((each) => !LIVE_SOURCES[each]?.isOptional)
  const fed = offered.flatMap((product) =>
    servers.flatMap((server) => {
      const symbol = symbolAt(product, server.name)
      return symbol === undefined ? [] : [{ product, server, symbol }]
    }),
  )
  const others = servers.flatMap((server) => {
    const own = fed.filter((target) => target.server === server).length
    return moreSymbols(server.name, own).map((symbol) => ({ product: symbol, server, symbol }))
  })
  const targets = [...fed, ...others]
  const stampMs = clock.now() - 60_000
  for (const { server, symbol } of targets) {
    server.remember({ symbol, tradeId: '1', price: '1', stampMs })
  }
  let sent = 0
  const sendNext = (): void => {
    const target = targets[sent % targets.length]
    if (target === undefined) return
    sent += 1
    const { product, server, symbol } = target
    const price = (prices.get(product) ?? PRICE) * (1 + (Math.random() - 0.5) * STEP)
    prices.set(product, price)
    server.trade({
      symbol,
      tradeId: String(1_000_000 + sent),
      price: price.toFixed(5),
      stampMs: clock.now(),
    })
  }
  process.once('disconnect', () => process.exit())
  process.once('message', (message) => {
    const { perSecond } = floodOrder.parse(message)
    const startedAt = performance.now()
    let told = 0
    setInterval(() => {
      const seconds = (performance.now() - startedAt) / 1_000
      for (let due = Math.floor(seconds * perSecond) - sent; due > 0; due--) sendNext()
      if (Math.floor(seconds) === told) return
      told = Math.floor(seconds)
      process.send?.({ sent })
    }, STEP_MS)
  })
  process.send?.({ urls: Object.fromEntries(servers.map(({ name, url }) => [name, url])) })
}

if (process.send !== undefined && process.argv.includes('--flood')) await main()
