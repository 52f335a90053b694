import { SECOND_MS } from '#contract/time.ts'
import type { Candle } from '#contract/product.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import type { ChartState } from '#features/chart/host/chart-place.tsx'
import { type KnownSpan, MISSED_AFTER_MS, spansOf } from '#features/chart/base/known-spans.ts'
import type { LastBars } from '#features/chart/base/last-bars.ts'
import type { LiveChart } from '#features/chart/live/live-chart.ts'
import type { LiveSpan } from '#features/chart/live/live-views.ts'
import type { PricePoint } from '#features/chart/base/line-points.ts'
import { knownRuns } from '#data/known-runs.ts'
import { type Bar, candleOf, foldTick, INTERVAL_MS } from '#rules/candles.ts'
import type { Streams } from '#streams'

/** Where past prices come from. Both resolve to null when they could not be loaded. */
export interface LiveHistory {
  /** The newest candles of one second, at most `count`. */
  seconds(count: number): Promise<readonly Candle[] | null>
  /** The records of the public log from a time (ms) on. */
  ticks(fromMs: number): Promise<readonly TickRecord[] | null>
}

export interface LiveFeedOptions {
  streams: Streams
  productId: number
  span: LiveSpan
  chart: Pick<LiveChart, 'merge' | 'add'>
  history: LiveHistory
  /** Candles of one second, for a visit without a network. */
  last: LastBars
  onState(state: ChartState): void
}

/** A candle's close is the price at the end of its second. */
const closesOf = (candles: readonly Candle[]): PricePoint[] =>
  candles.map(([openTime, , , , close]) => ({ timeMs: openTime + SECOND_MS - 1, price: close }))

/** The last candle may not be over, but all prices before it are known. */
const spansOfCandles = (candles: readonly Candle[]): KnownSpan[] =>
  spansOf([
    ...closesOf(candles.slice(0, -1)).map(({ timeMs }) => timeMs),
    ...candles.slice(-1).map(([openTime]) => openTime),
  ])

const BREAKS: readonly TickRecord['kind'][] = ['gap', 'halt']

/** The log is whole, but says itself where the market was not. */
const spansOfRecords = (records: readonly TickRecord[]): KnownSpan[] =>
  knownRuns(records, (...both) => !both.some(({ kind }) => BREAKS.includes(kind)))
    .filter(([first]) => first !== undefined && !BREAKS.includes(first.kind))
    .map((run) => ({ fromMs: run[0]?.timeMs ?? 0, toMs: run.at(-1)?.timeMs ?? 0 }))

const pricesOf = (records: readonly TickRecord[]): PricePoint[] =>
  records.flatMap((record) =>
    record.kind === 'tick' ? [{ timeMs: record.timeMs, price: record.price }] : [],
  )

/** What the answers know, until the time of the newest quote: that is the newest price of the page. */
function pastOf(candles: readonly Candle[], records: readonly TickRecord[], untilMs: number) {
  const exact = pricesOf(records)
  const from = exact[0]?.timeMs ?? Number.POSITIVE_INFINITY
  // The last second may not be over, and ticks are more exact than seconds.
  const coarse = closesOf(candles.slice(0, -1)).filter(({ timeMs }) => timeMs < from)
  const spans = [...spansOfCandles(candles), ...spansOfRecords(records)]
  return {
    points: [...coarse, ...exact].filter(({ timeMs }) => timeMs <= untilMs),
    spans: spans.flatMap(({ fromMs, toMs }) =>
      fromMs > untilMs ? [] : [{ fromMs, toMs: Math.min(toMs, untilMs) }],
    ),
    /** All prices before it are known, as far as the answers say. */
    reachedMs: Math.max(0, ...spans.map(({ toMs }) => toMs)),
  }
}

const WRITE_EVERY_MS = 5_000
/** More than this is not stored anyway. */
const MAX_SECONDS = 150

const barOf = ([openTime, open, high, low, close, volume]: Candle): Bar => ({
  openTime,
  open,
  high,
  low,
  close,
  volume,
  turnover: 0n,
})

/** The newest seconds of the live line, stored now and then for a visit without a network. */
interface KeptSeconds {
  /** Forgets what was before a time of which the prices are not known; `before` brings it back when they are. */
  restart(): void
  /** Puts past seconds before those of the quotes. */
  before(candles: readonly Candle[]): void
  /** Adds a quote, as of a server time. */
  add(point: PricePoint, asOf: number): void
}

function createKeptSeconds(last: LastBars): KeptSeconds {
  let bars: Bar[] = []
  let writtenAt = 0
  return {
    restart: () => {
      bars = []
    },
    before: (candles) => {
      const first = bars[0]?.openTime ?? Number.POSITIVE_INFINITY
      const older = candles.filter(([openTime]) => openTime < first)
      bars = [...older.map(barOf), ...bars].slice(-MAX_SECONDS)
    },
    add: ({ timeMs, price }, asOf) => {
      const newest = bars.at(-1)
      if (newest !== undefined && timeMs < newest.openTime) return
      const bar = foldTick(newest, { timeMs, price, size: 0 }, INTERVAL_MS['1s'])
      if (bar !== newest) bars.push(bar)
      if (asOf - writtenAt < WRITE_EVERY_MS) return
      writtenAt = asOf
      bars = bars.slice(-MAX_SECONDS)
      last.write(bars.map(candleOf), asOf)
    },
  }
}

/**
 * Passes prices to the live line, without React: past ones as candles of a second, with every tick of the last moments
 * where the view is short, and then each quote. Returns a function that stops it.
 */
export function startLiveFeed({
  streams,
  productId,
  span,
  chart,
  history,
  last,
  onState,
}: LiveFeedOptions): () => void {
  /** All prices are known from there back to the last time at which some were missed. */
  let seenMs = 0
  /** The first tick of the quotes that came since then. */
  let quotesFrom = 0
  /** The server time of the newest quote. */
  let quotedMs = Number.POSITIVE_INFINITY
  let any = false
  let asked = false
  let loading = false
  let isWantedAgain = false
  const kept = createKeptSeconds(last)
  const before = last.read()
  if (before.length > 0) {
    chart.merge(closesOf(before), spansOf(closesOf(before).map(({ timeMs }) => timeMs)))
    onState('known')
  }
  const shown = (): void => {
    if (!any) onState('ready')
    any = true
  }
  const load = async (): Promise<void> => {
    isWantedAgain = loading
    if (loading) return
    loading = true
    asked = true
    const askedFrom = quotesFrom
    const ticks = span.ticksMs === 0 ? null : history.ticks(streams.serverNow() - span.ticksMs)
    const candles = await history.seconds(span.keepMs / SECOND_MS)
    const records = await ticks
    loading = false
    // The chart was destroyed while the requests were running.
    if (subscription.closed) return
    const past = pastOf(candles ?? [], records ?? [], quotedMs)
    kept.before(candles ?? [])
    chart.merge(past.points, past.spans)
    seenMs = Math.max(seenMs, past.reachedMs)
    // An answer from before the first quote leaves a hole that no later quote would show.
    const isEarly = quotesFrom !== askedFrom && quotesFrom - past.reachedMs > MISSED_AFTER_MS
    if (isWantedAgain || (candles !== null && isEarly)) void load()
    if (past.points.length > 0) shown()
    else if (candles === null && !any && before.length === 0) onState('failed')
  }
  const subscription = streams.quote(productId, 'detail').subscribe({
    next: ({ value, asOf }) => {
      const missed = !asked || (seenMs > 0 && asOf - seenMs > MISSED_AFTER_MS)
      if (quotesFrom === 0 || missed) quotesFrom = value.tickAt
      if (asOf - seenMs > MISSED_AFTER_MS) kept.restart()
      quotedMs = asOf
      seenMs = Math.max(seenMs, asOf)
      const point = { timeMs: value.tickAt, price: value.price }
      chart.add(point, asOf)
      kept.add(point, asOf)
      shown()
      if (missed) void load()
    },
    error: () => onState('failed'),
  })
  // Until the server's time is known, the first quote brings it.
  if (!asked && streams.serverNow() > 0) void load()
  return () => subscription.unsubscribe()
}
