/** The market's public endpoints: products, candles, the tick history and everything that proves it. */
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import {
  listChain,
  listCheckpoints,
  listSeeds,
  listTicks,
  proveCheckpoint,
} from '#contract/endpoints/history.ts'
import { listCandles, listProducts, listSparklines } from '#contract/endpoints/market.ts'
import { timeMs } from '#contract/scalars.ts'
import { type Bar, INTERVAL_MS, openTimeOf } from '#rules/candles.ts'
import type { Candles } from '#server/market/candles.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import { readChain } from '#server/market/chain-store.ts'
import { readCheckpoints, readKeys, readProof } from '#server/market/checkpoint-store.ts'
import { HistoryPages } from '#server/market/history-pages.ts'
import type { LogReader } from '#server/market/log-reader.ts'
import type { Market } from '#server/market/market.ts'
import { readEpochs } from '#server/market/seed-store.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import { cachedPage, isKnownPage } from '#server/platform/http/page-cache.ts'
import { bindRoute, NOT_MODIFIED, rawReply } from '#server/platform/http/route.ts'

/** What the endpoints need. */
export interface RouteParts {
  db: Database
  /** The log as `db` reads it. */
  log: LogReader
  clock: MarketClock
  market: Market
  candles: Candles
  products: readonly CatalogueProduct[]
}

/** Maximum records per download, about 1.7 MB. */
const DOWNLOAD_RECORDS = 10_000

/**
 * For tools, which page with `afterSeq`. It is not in the contract, because its reply is lines of text and not one JSON
 * document.
 */
const downloadTicks = endpoint({
  method: 'GET',
  path: '/ticks/:symbol(^[A-Z0-9]+).ndjson',
  access: 'public',
  perMinute: 240,
  summary: 'A page of tick records after a sequence number, one JSON object a line',
  params: listTicks.params,
  query: z.pick(listTicks.query, { afterSeq: true }),
  reply: z.string(),
  errors: ['product_unknown'],
})

/** Records of a page of inputs, about 1.4 MB with five venues each. */
const DOWNLOAD_INPUTS = 2_000

/** For tools, as `downloadTicks`. A page without any line is one of records without inputs. */
const downloadInputs = endpoint({
  method: 'GET',
  path: '/ticks/:symbol(^[A-Z0-9]+)/inputs.ndjson',
  access: 'public',
  perMinute: 240,
  summary: 'The inputs of live prices in a page of tick records, one JSON object a line',
  params: listTicks.params,
  query: z.pick(listTicks.query, { afterSeq: true }),
  reply: z.string(),
  errors: ['product_unknown'],
})

function productNamed({ products }: RouteParts, symbol: string): CatalogueProduct {
  const product = products.find((each) => each.symbol === symbol)
  if (product === undefined) throw new Rejected('product_unknown')
  return product
}

async function* framed(head: string, text: AsyncIterable<string>, foot: string) {
  yield head
  yield* text
  yield foot
}

/** Points per small chart, one per half hour. */
export const SPARKLINE_POINTS = 48
const STEP_MS = INTERVAL_MS['30m']

/** The closes of a small chart of the product list, oldest first; null for a half hour without a tick. */
export function sparklineOf(bars: readonly Bar[], nowMs: number): (number | null)[] {
  const newest = openTimeOf(nowMs, STEP_MS)
  const closes = new Map(bars.map((bar) => [bar.openTime, bar.close]))
  return Array.from(
    { length: SPARKLINE_POINTS },
    (_, i) => closes.get(newest - (SPARKLINE_POINTS - 1 - i) * STEP_MS) ?? null,
  )
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
  const history = new HistoryPages(parts.log)
  inputsRoutes(app, parts, history)
  bindRoute(app, listTicks, async ({ params, query, request, reply }) => {
    history.enter({ request, reply })
    const { id } = productNamed(parts, params.symbol)
    const { afterSeq, fromMs, limit } = query
    const page = await history.page(id, { afterSeq, fromMs, limit })
    if (isKnownPage({ request, reply }, page.mark)) return NOT_MODIFIED
    reply.type('application/json')
    const text = history.text(id, { ...page, separator: ',' })
    return Readable.from(framed('{"records":[', text, `],"more":${page.more}}`))
  })
  bindRoute(app, downloadTicks, async ({ params, query, request, reply }) => {
    history.enter({ request, reply })
    const { id } = productNamed(parts, params.symbol)
    const after = query.afterSeq ?? 0
    const page = await history.page(id, { afterSeq: after, limit: DOWNLOAD_RECORDS })
    if (page.more) reply.header('link', `<?afterSeq=${page.until}>; rel="next"`)
    if (isKnownPage({ request, reply }, page.mark)) return NOT_MODIFIED
    reply.type('application/x-ndjson')
    if (page.until === after) return rawReply('')
    return Readable.from(framed('', history.text(id, { ...page, separator: '\n' }), '\n'))
  })
}

function inputsRoutes(app: FastifyInstance, parts: RouteParts, history: HistoryPages): void {
  bindRoute(app, downloadInputs, async ({ params, query, request, reply }) => {
    history.enter({ request, reply })
    const { id } = productNamed(parts, params.symbol)
    const after = query.afterSeq ?? 0
    const page = await history.page(id, { afterSeq: after, limit: DOWNLOAD_INPUTS })
    if (page.more) reply.header('link', `<?afterSeq=${page.until}>; rel="next"`)
    if (isKnownPage({ request, reply }, page.mark)) return NOT_MODIFIED
    reply.type('application/x-ndjson')
    if (page.until === after) return rawReply('')
    return Readable.from(history.text(id, { ...page, separator: '', of: 'inputs' }))
  })
}

function proofRoutes(app: FastifyInstance, { db }: RouteParts): void {
  bindRoute(app, listCheckpoints, async ({ query, request, reply }) => {
    const { before = Number.MAX_SAFE_INTEGER, limit, step } = query
    const [checkpoints, keys] = await Promise.all([
      readCheckpoints(db, { before, limit, step }),
      readKeys(db),
    ])
    // Numbers have no gaps, so a page that starts right below `before` is immutable, as are the keys that signed it.
    const complete = (checkpoints[0]?.number ?? -step) + step > before - 1
    const signers = new Set(checkpoints.map(({ keyId }) => keyId))
    const shown = complete ? keys.filter(({ keyId }) => signers.has(keyId)) : keys
    return cachedPage({ request, reply }, { value: { checkpoints, keys: shown }, complete })
  })
  bindRoute(app, proveCheckpoint, async ({ params: { number }, query: { of }, request, reply }) => {
    const proof = await readProof(db, { number, of })
    if (proof === undefined) throw new Rejected('not_found')
    return cachedPage({ request, reply }, { value: proof, complete: true })
  })
  bindRoute(app, listChain, async ({ params, query, request, reply }) => {
    const { afterSeq, limit } = query
    const records = await readChain(db, params.chain, { afterSeq, limit: limit + 1 })
    const more = records.length > limit
    const value = { records: records.slice(0, limit), more }
    return cachedPage({ request, reply }, { value, complete: more })
  })
  bindRoute(app, listSeeds, async ({ query, request, reply }) => {
    const { before = Number.MAX_SAFE_INTEGER, limit } = query
    const epochs = await readEpochs(db, { before, limit })
    // What is known of an hour no longer changes once its link is public, or it is lost.
    const isFinal = epochs.every(
      ({ seed, link, closed }) => (seed ?? link) !== null || closed === 'lost',
    )
    const complete = isFinal && epochs[0]?.epoch === before - 1
    return cachedPage({ request, reply }, { value: { epochs }, complete })
  })
}

/** Registers the market's endpoints. */
export function marketRoutes(app: FastifyInstance, parts: RouteParts): void {
  pricesRoutes(app, parts)
  historyRoutes(app, parts)
  proofRoutes(app, parts)
}
