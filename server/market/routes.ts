/** The market's public pages of data: products, candles, the tick history and everything that proves it. */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import {
  listCandles,
  listCheckpoints,
  listProducts,
  listSeeds,
  listSparklines,
  listTicks,
} from '#contract/endpoints/market.ts'
import { timeMs } from '#contract/scalars.ts'
import type { Candles } from '#server/market/candles.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import { readCheckpoints, readKeys } from '#server/market/checkpoint-store.ts'
import type { Market } from '#server/market/market.ts'
import { readEpochs } from '#server/market/seed-store.ts'
import { sparklineOf } from '#server/market/sparklines.ts'
import { seqBefore } from '#server/market/tick-log-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import { bindRoute, rawReply } from '#server/platform/route.ts'

export interface RouteParts {
  db: Database
  clock: MarketClock
  market: Market
  candles: Candles
  products: readonly CatalogueProduct[]
}

const DOWNLOAD_RECORDS = 100_000
const DOWNLOAD_PAGE = 5_000

/** For tools, which page with `afterSeq`; here and not in the contract, for its reply is lines and not a document. */
const downloadTicks = endpoint({
  method: 'GET',
  path: '/ticks/:symbol(^[A-Z0-9]+).ndjson',
  access: 'public',
  perMinute: 60,
  summary: 'Tick records after a sequence number, one JSON object a line',
  params: listTicks.params,
  query: listTicks.query.pick({ afterSeq: true }),
  reply: z.string(),
  errors: ['product_unknown'],
})

function productNamed({ products }: RouteParts, symbol: string): CatalogueProduct {
  const product = products.find((each) => each.symbol === symbol)
  if (product === undefined) throw new Rejected('product_unknown')
  return product
}

/** One JSON record a line. */
async function* lines(market: Market, productId: number, afterSeq: number): AsyncGenerator<string> {
  let last = afterSeq
  for (let sent = 0; sent < DOWNLOAD_RECORDS; ) {
    const records = await market.recordsAfter(productId, last, DOWNLOAD_PAGE)
    const newest = records.at(-1)
    if (newest === undefined) return
    yield records.map((record) => `${JSON.stringify(record)}\n`).join('')
    last = newest.seq
    sent += records.length
  }
}

function pricesRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { market, candles, products, clock } = parts
  bindRoute(app, listProducts, () => ({
    products: market.products(),
    serverTime: timeMs.parse(clock.now()),
    source: market.source,
  }))
  bindRoute(app, listSparklines, () => ({
    lines: products.map(({ id, symbol }) => ({
      symbol,
      closes: sparklineOf(candles.book(id).recent('30m'), clock.now()),
    })),
  }))
  bindRoute(app, listCandles, ({ params, query }) => {
    const { interval, before = clock.now() + 1, limit } = query
    const { id } = productNamed(parts, params.symbol)
    return candles.page(id, interval, { before, limit })
  })
}

function historyRoutes(app: FastifyInstance, parts: RouteParts): void {
  const { db, market } = parts
  bindRoute(app, listTicks, async ({ params, query }) => {
    const { id } = productNamed(parts, params.symbol)
    const { afterSeq, fromMs, limit } = query
    const from = fromMs === undefined ? 0 : await seqBefore(db, id, fromMs)
    const records = await market.recordsAfter(id, Math.max(from, afterSeq ?? 0), limit + 1)
    // Written as they are: looking at thousands of checked records again takes longer than all else.
    const page = { records: records.slice(0, limit), more: records.length > limit }
    return rawReply(JSON.stringify(page))
  })
  bindRoute(app, downloadTicks, ({ params, query, reply }) => {
    const { id } = productNamed(parts, params.symbol)
    reply.type('application/x-ndjson')
    return Readable.from(lines(market, id, query.afterSeq ?? 0))
  })
}

function proofRoutes(app: FastifyInstance, { db }: RouteParts): void {
  bindRoute(app, listCheckpoints, async ({ query }) => {
    const { before = Number.MAX_SAFE_INTEGER, limit } = query
    const [checkpoints, keys] = await Promise.all([
      readCheckpoints(db, { before, limit }),
      readKeys(db),
    ])
    return { checkpoints, keys }
  })
  bindRoute(app, listSeeds, async ({ query }) => {
    const { before = Number.MAX_SAFE_INTEGER, limit } = query
    return { epochs: await readEpochs(db, { before, limit }) }
  })
}

export function marketRoutes(app: FastifyInstance, parts: RouteParts): void {
  pricesRoutes(app, parts)
  historyRoutes(app, parts)
  proofRoutes(app, parts)
}
