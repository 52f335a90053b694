/**
 * Candles: ten million ticks folded into minutes against one pass by hand over the same ticks, and pages of 1,000 of a
 * million stored candles, from the query to the text of the answer.
 */
import assert from 'node:assert/strict'
import { pino } from 'pino'
import { listCandles } from '#contract/endpoints/market.ts'
import { type Bar, barsOfTicks, type CandleTick, INTERVAL_MS, turnoverOf } from '#rules/candles.ts'
import { Candles } from '#server/market/candles.ts'
import { chanceOf } from '#support/chance.ts'
import { FAKE_PRODUCTS } from '#support/fake-market.ts'
import { makeProducts } from '#support/trading-fixture.ts'
import { benchDatabase } from './support/database.ts'
import { figure, goal, machine, percentile, spread } from './support/figures.ts'
import { benchOptions } from './support/options.ts'

const { smoke, pairs } = benchOptions()
/** The same ticks are passed again and again: ten million of them would not fit beside the rest. */
const TICKS = smoke ? 10_000 : 1_000_000
const PASSES = smoke ? 1 : 10
const TICK_EVERY_MS = 250
const STORED = smoke ? 5_000 : 1_000_000
const PAGES = smoke ? 5 : 400
const PAGE = 1_000
const MINUTE_MS = INTERVAL_MS['1m']
const BEGIN_MS = 1_600_000_020_000
const [{ id: PRODUCT }] = FAKE_PRODUCTS

function makeTicks(): CandleTick[] {
  let price = 100_000
  const chance = chanceOf(7)
  const next = (below: number): number => Math.floor(chance() * below)
  return Array.from({ length: TICKS }, (_, i) => {
    price += next(21) - 10
    return { timeMs: BEGIN_MS + i * TICK_EVERY_MS, price, size: next(500) }
  })
}

const fold = (ticks: readonly CandleTick[]): Bar[] => barsOfTicks(ticks, '1m')

/** The limit: one loop with all of a bar's figures in variables. */
function foldByHand(ticks: readonly CandleTick[]): Bar[] {
  const bars: Bar[] = []
  let [openTime, open, high, low, close, volume] = [-1, 0, 0, 0, 0, 0]
  let turnover = 0n
  const end = (): void => {
    if (openTime >= 0) bars.push({ openTime, open, high, low, close, volume, turnover })
  }
  for (const { timeMs, price, size } of ticks) {
    const begin = timeMs - (timeMs % MINUTE_MS)
    if (begin !== openTime) {
      end()
      ;[openTime, open, high, low, close, volume] = [begin, price, price, price, price, 0]
      turnover = 0n
    }
    if (price > high) high = price
    if (price < low) low = price
    close = price
    volume += size
    turnover += turnoverOf(price, size)
  }
  end()
  return bars
}

function timed(
  work: (ticks: readonly CandleTick[]) => Bar[],
  ticks: readonly CandleTick[],
): number {
  const started = performance.now()
  for (let pass = 0; pass < PASSES; pass += 1) work(ticks)
  return performance.now() - started
}

machine()
const ticks = makeTicks()
assert.deepEqual(fold(ticks), foldByHand(ticks))
const ours: number[] = []
const limits: number[] = []
for (let i = 0; i < pairs; i += 1) {
  limits.push(timed(foldByHand, ticks))
  ours.push(timed(fold, ticks))
}
figure('candles-ticks', TICKS * PASSES, 'ticks')
spread('candles-fold', ours, 'ms')
spread('candles-fold-limit', limits, 'ms')
const rate = spread(
  'candles-fold-ratio',
  ours.map((ms, i) => (limits[i] ?? Number.NaN) / ms),
  'x the rate',
)
goal('candles-fold', rate >= 0.5, 'at least 0.5 x one pass by hand')

const bench = await benchDatabase()
await makeProducts(bench.owner)
await bench.owner.query(
  `insert into candles (product_id, interval, open_time, open, high, low, close, volume, turnover)
    select $1, '1m', $2::bigint + n * 60000, 100000 + n % 97, 100200, 99800, 100000 + (n + 1) % 97, n % 500, n
    from generate_series(0::bigint, $3::bigint - 1) n`,
  [PRODUCT, BEGIN_MS, STORED],
)
await bench.owner.query('vacuum analyze candles')
const candles = new Candles({
  db: bench.pools.market,
  log: pino({ level: 'silent' }),
  productIds: [PRODUCT],
  historyEndsAt: 0,
})
async function pageMs(before: number): Promise<number> {
  const started = performance.now()
  const page = await candles.page(PRODUCT, '1m', { before, limit: PAGE })
  const text = JSON.stringify(listCandles.reply.parse(page))
  const took = performance.now() - started
  assert.equal(page.candles.length, PAGE)
  assert.ok(text.length > PAGE)
  return took
}
const times: number[] = []
for (let i = 0; i < PAGES; i += 1) {
  const newest = STORED - ((i * 7_919) % (STORED - PAGE))
  times.push(await pageMs(BEGIN_MS + newest * MINUTE_MS))
}
figure('candles-stored', STORED, 'candles')
figure('candles-page-p50', percentile(times, 0.5), 'ms')
const p99 = percentile(times, 0.99)
figure('candles-page-p99', p99, 'ms')
goal('candles-page', p99 <= 20, '1,000 of a million candles within 20 ms')
machine()
await bench.close()
