/**
 * The candles of a venue from before the log, for the charts of a new database. They decide nothing, and a start
 * without them is no error.
 */
import { z } from 'zod'
import { priceText } from '#contract/index-price.ts'
import type { Interval } from '#contract/product.ts'
import { type Bar, INTERVAL_MS, openTimeOf } from '#rules/candles.ts'
import { truncatedPrice } from '#rules/index-price.ts'
import type { HistoryStage } from '#rules/simulated-history.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import { symbolAt } from '#server/market/feeds/live/live-products.ts'
import { readAnswer } from '#server/platform/http/read-answer.ts'
import type { Logger } from '#server/platform/logging.ts'

/** Binance's public market data, which needs no key. */
export const CANDLES_URL = 'https://data-api.binance.vision'
const ANSWER_WITHIN_MS = 4_000
/** A thousand rows have about 150 kB. */
const ANSWER_BYTES_MAX = 1_000_000
const BARS = 1_000

/** Coarse to fine. Each begins with a whole bar of the one before, so that no two stages share a bar. */
const STAGES = ['1d', '1h', '1m'] as const satisfies readonly Interval[]

const candleRow = z.tuple(
  [z.int().positive(), priceText, priceText, priceText, priceText],
  z.unknown(),
)
const candleRows = z.array(candleRow).max(BARS)

/** What reading the candles needs. */
export interface FirstCandlesParts {
  url: string
  products: readonly CatalogueProduct[]
  /** Bars that begin at or after this minute are not taken. */
  nowMs: number
  log: Logger
}

const scaled = (text: string, { priceDecimals }: CatalogueProduct): number =>
  truncatedPrice(text, priceDecimals)

/** Volumes are left out: a live price has none, and those of one venue would look like those of the product. */
function barOf(row: z.infer<typeof candleRow>, product: CatalogueProduct): Bar {
  const [openTime, open, high, low, close] = row
  return {
    openTime,
    open: scaled(open, product),
    high: scaled(high, product),
    low: scaled(low, product),
    close: scaled(close, product),
    volume: 0,
    turnover: 0n,
  }
}

async function readStage(
  { url, nowMs }: FirstCandlesParts,
  product: CatalogueProduct,
  interval: (typeof STAGES)[number],
): Promise<Bar[]> {
  const query = new URLSearchParams({
    symbol: symbolAt(product.symbol, 'binance') ?? product.symbol,
    interval,
    endTime: `${openTimeOf(nowMs, INTERVAL_MS['1m']) - 1}`,
    limit: `${BARS}`,
  })
  const response = await fetch(new URL(`/api/v3/klines?${query.toString()}`, url), {
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  })
  if (!response.ok) throw new Error(`the venue answered ${response.status}`)
  const rows = candleRows.parse(JSON.parse(await readAnswer(response, ANSWER_BYTES_MAX)))
  const bars = rows.map((row) => barOf(row, product))
  const isWhole = bars.every(
    ({ openTime, low, high }, n) =>
      openTime % INTERVAL_MS[interval] === 0 &&
      low > 0 &&
      low <= high &&
      openTime > (bars[n - 1]?.openTime ?? 0),
  )
  if (!isWhole) throw new Error('the venue answered with bars that are none')
  return bars
}

/** Each stage ends where the next finer one begins. Exported for tests. */
export function joinedStages(
  stages: readonly { interval: (typeof STAGES)[number]; bars: Bar[] }[],
  nowMs: number,
): HistoryStage[] {
  let until = openTimeOf(nowMs, INTERVAL_MS['1m'])
  const joined: HistoryStage[] = []
  for (const [n, { interval, bars }] of [...stages.entries()].toReversed()) {
    const coarser = stages[n - 1]
    const grid = INTERVAL_MS[coarser?.interval ?? interval]
    const own = bars.filter(({ openTime }) => openTime + INTERVAL_MS[interval] <= until)
    const begin = Math.ceil((own[0]?.openTime ?? until) / grid) * grid
    const kept = own.filter(({ openTime }) => openTime >= begin)
    if (kept.length > 0) until = begin
    joined.unshift({ interval, bars: kept })
  }
  return joined
}

async function readProduct(
  parts: FirstCandlesParts,
  product: CatalogueProduct,
): Promise<HistoryStage[]> {
  const stages = await Promise.all(
    STAGES.map(async (interval) => ({ interval, bars: await readStage(parts, product, interval) })),
  )
  return joinedStages(stages, parts.nowMs)
}

/** Reads the candles of all products, as far as they can be had in a few seconds. */
export async function readFirstCandles(
  parts: FirstCandlesParts,
): Promise<Map<number, HistoryStage[]>> {
  const found = new Map<number, HistoryStage[]>()
  const failed: string[] = []
  const read = async (product: CatalogueProduct): Promise<void> => {
    try {
      found.set(product.id, await readProduct(parts, product))
    } catch {
      failed.push(product.symbol)
    }
  }
  await Promise.all(parts.products.map(read))
  if (failed.length > 0) {
    parts.log.warn({ symbols: failed }, 'no candles from before the log: charts begin with it')
  }
  return found
}
