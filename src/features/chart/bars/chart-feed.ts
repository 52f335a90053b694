import type { Candle, Interval } from '#contract/product.ts'
import type { ChartView } from '#features/chart/bars/chart-view.ts'
import type { LastBars } from '#features/chart/base/last-bars.ts'
import type { ChartState } from '#features/chart/host/chart-place.tsx'
import type { Streams } from '#streams'

export type LoadCandles = (
  before: number | undefined,
) => Promise<{ candles: readonly Candle[]; more: boolean } | null>

export interface FeedOptions {
  streams: Streams
  symbol: string
  interval: Interval
  view: Pick<ChartView, 'reset' | 'upsert' | 'prepend' | 'bars'>
  /** Resolves to null when it failed; the next scroll tries again. */
  load: LoadCandles
  last: LastBars
  onState(state: ChartState): void
}

export interface ChartFeed {
  /** Loads the bars before the first one, one request at a time, until there are none left. */
  loadOlder(): void
  stop(): void
}

/** Passes bars from the stream and the history to the chart, without React. */
export function startFeed({
  streams,
  symbol,
  interval,
  view,
  load,
  last,
  onState,
}: FeedOptions): ChartFeed {
  let running = false
  let ended = false
  const before = last.read()
  if (before.length > 0) {
    view.reset(before)
    onState('known')
  }
  const subscription = streams.candles(symbol, interval).subscribe({
    next: ({ value, asOf }) => {
      if (value.kind === 'reset') view.reset(value.candles)
      else view.upsert(value.candles)
      last.write(view.bars(), asOf)
      onState(view.bars().length > 0 ? 'ready' : 'empty')
    },
    error: () => onState('failed'),
  })
  const fetchOlder = async (): Promise<void> => {
    const first = view.bars()[0]
    if (running || ended || first === undefined) return
    running = true
    const page = await load(first[0])
    running = false
    // The chart was destroyed while the request was running.
    if (page === null || subscription.closed) return
    ended = !page.more
    view.prepend(page.candles)
  }
  return {
    loadOlder: () => void fetchOlder(),
    stop: () => subscription.unsubscribe(),
  }
}
