import type { Candle, Interval } from '#contract/product.ts'
import type { Streams } from '#streams'
import type { ChartView } from '#features/chart/chart-view.ts'

export type LoadCandles = (
  before: number | undefined,
) => Promise<{ candles: readonly Candle[]; more: boolean } | null>

export interface FeedOptions {
  streams: Streams
  symbol: string
  interval: Interval
  view: Pick<ChartView, 'reset' | 'upsert' | 'prepend' | 'bars'>
  /** Null: it failed; the next scroll tries again. */
  load: LoadCandles
  /** True once there are bars; false when the stream failed. */
  onState(state: 'ready' | 'failed'): void
}

export interface ChartFeed {
  /** Fetches the bars before the first, once at a time, until there are none. */
  loadOlder(): void
  stop(): void
}

/** Carries bars from the stream and the history to the chart, without React. */
export function startFeed({
  streams,
  symbol,
  interval,
  view,
  load,
  onState,
}: FeedOptions): ChartFeed {
  let running = false
  let ended = false
  const subscription = streams.candles(symbol, interval).subscribe({
    next: ({ value }) => {
      if (value.kind === 'reset') view.reset(value.candles)
      else view.upsert(value.candles)
      onState('ready')
    },
    error: () => onState('failed'),
  })
  const fetchOlder = async (): Promise<void> => {
    const first = view.bars()[0]
    if (running || ended || first === undefined) return
    running = true
    const page = await load(first[0])
    running = false
    // Stopped meanwhile: the chart is gone.
    if (page === null || subscription.closed) return
    ended = !page.more
    view.prepend(page.candles)
  }
  return {
    loadOlder: () => void fetchOlder(),
    stop: () => subscription.unsubscribe(),
  }
}
