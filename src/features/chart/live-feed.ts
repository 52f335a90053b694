import type { Candle } from '#contract/product.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import type { ChartState } from '#features/chart/chart-feed.ts'
import { createKeptSeconds } from '#features/chart/kept-seconds.ts'
import type { LastBars } from '#features/chart/last-bars.ts'
import type { LiveChart } from '#features/chart/live-chart.ts'
import type { LiveSpan } from '#features/chart/live-views.ts'
import type { PricePoint } from '#features/chart/tick-grid.ts'
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

const SECOND_MS = 1_000
/** Without frames for so long, the page has missed prices: it was hidden, or the connection was lost. */
const MISSED_AFTER_MS = 3_000

/** A candle's close is the price at the end of its second. */
const closesOf = (candles: readonly Candle[]): PricePoint[] =>
  candles.map(([openTime, , , , close]) => ({ timeMs: openTime + SECOND_MS - 1, price: close }))

const pricesOf = (records: readonly TickRecord[]): PricePoint[] =>
  records.flatMap((record) =>
    record.kind === 'tick' ? [{ timeMs: record.timeMs, price: record.price }] : [],
  )

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
  let seenMs = 0
  let any = false
  let asked = false
  let loading = false
  const kept = createKeptSeconds(last)
  const before = closesOf(last.read())
  if (before.length > 0) {
    chart.merge(before, 0)
    onState('known')
  }
  const shown = (): void => {
    if (!any) onState('ready')
    any = true
  }
  const load = async (): Promise<void> => {
    if (loading) return
    loading = true
    asked = true
    const ticks = span.ticksMs === 0 ? null : history.ticks(streams.serverNow() - span.ticksMs)
    const candles = await history.seconds(span.keepMs / SECOND_MS)
    const records = await ticks
    loading = false
    // The chart was destroyed while the requests were running.
    if (subscription.closed) return
    const exact = pricesOf(records ?? [])
    const from = exact[0]?.timeMs ?? Number.POSITIVE_INFINITY
    const until = Math.max(exact.at(-1)?.timeMs ?? 0, seenMs)
    // The last second may not be over, and ticks are more exact than seconds.
    const coarse = closesOf((candles ?? []).slice(0, -1)).filter(({ timeMs }) => timeMs < from)
    const points = [...coarse, ...exact]
    kept.before(candles ?? [])
    chart.merge(points, until)
    if (points.length > 0) shown()
    else if (candles === null && !any && before.length === 0) onState('failed')
  }
  const subscription = streams.quote(productId, 'detail').subscribe({
    next: ({ value, asOf }) => {
      const missed = !asked || (seenMs > 0 && asOf - seenMs > MISSED_AFTER_MS)
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
