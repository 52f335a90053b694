/** Candles of one product and interval. No update is skipped. A late reader gets all bars first, then each change. */
import { map, type Observable, scan, type SchedulerLike } from 'rxjs'
import type { Candle, Interval } from '#contract/product.ts'
import { TOPICS } from '#contract/topics.ts'
import { lingering } from '#streams/operators/lingering.ts'
import { LINGER_MS } from '#streams/topics/folded-topic.ts'
import type { CandleEvent, Stamped } from '#streams/types.ts'
import type { TopicEvent } from '#streams/wire/channel.ts'
import { codecOf } from '#streams/wire/topic-codec.ts'
import type { Wire } from '#streams/wire/wire.ts'

interface Bars {
  all: readonly Candle[]
  event: CandleEvent
  asOf: number
}

const NONE: Bars = { all: [], event: { kind: 'update', candles: [] }, asOf: 0 }

/** Inserts or replaces candles, ordered by open time. Returns a new array. */
export function upsert(all: readonly Candle[], changed: readonly Candle[]): Candle[] {
  const next = [...all]
  for (const candle of changed) {
    let at = next.length
    while (at > 0 && (next[at - 1]?.[0] ?? 0) > candle[0]) at -= 1
    if (next[at - 1]?.[0] === candle[0]) next[at - 1] = candle
    else next.splice(at, 0, candle)
  }
  return next
}

function step(bars: Bars, event: TopicEvent<Candle[], Candle[]>): Bars {
  if (event.kind === 'cleared') return bars
  if (event.kind === 'confirmed') return { ...NONE, all: bars.all, asOf: event.asOf }
  const { asOf, data } = event
  if (event.kind === 'snapshot') return { all: data, event: { kind: 'reset', candles: data }, asOf }
  return { all: upsert(bars.all, data), event: { kind: 'update', candles: data }, asOf }
}

/**
 * Creates the function that returns the stream of a product and interval. Each key has one shared stream; there are
 * few, because a page has one chart. An update without candles only confirms that nothing was missed.
 */
export function candlesTopic(
  wire: Wire,
  scheduler: SchedulerLike,
): (symbol: string, interval: Interval) => Observable<Stamped<CandleEvent>> {
  const shared = new Map<string, Observable<Bars>>()
  const open = (topic: string): Observable<Bars> =>
    wire
      .open({ topic, codec: codecOf(TOPICS.candles), mode: 'exact', personal: false })
      .pipe(scan(step, NONE), lingering(LINGER_MS, scheduler))
  return (symbol, interval) => {
    const topic = `candles:${symbol}:${interval}`
    const bars$ = shared.get(topic) ?? open(topic)
    shared.set(topic, bars$)
    return bars$.pipe(
      map(({ all, event, asOf }, index) => ({
        value: index === 0 ? { kind: 'reset', candles: all } : event,
        asOf,
      })),
    )
  }
}
