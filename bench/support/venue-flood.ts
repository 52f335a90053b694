/** Local venues in a process of their own, which send trades at a given rate. The parent tells when to begin. */
import { z } from 'zod'
import { venueName } from '#contract/index-price.ts'
import { createMarketClock } from '#server/platform/clock.ts'
import { LIVE_SOURCES } from '#server/market/feeds/live/sources.ts'
import { VenueServer } from '#support/venues/venue-server.ts'

export const FLOOD_VENUES = ['binance', 'bitstamp', 'bybit', 'kraken', 'okx'] as const

/** What the parent is sent at the start. */
export const floodAddresses = z.object({ urls: z.partialRecord(venueName, z.string()) })
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
  const servers = await Promise.all(FLOOD_VENUES.map((name) => VenueServer.open(name, clock)))
  const prices = new Map<string, number>()
  const targets = Object.entries(LIVE_SOURCES).flatMap(([product, { symbols }]) =>
    servers.flatMap((server) => {
      const symbol = symbols[server.name]
      return symbol === undefined ? [] : [{ product, server, symbol }]
    }),
  )
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
