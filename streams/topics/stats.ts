/** 24 h statistics: the page has one subscription, which is split by product. */
import { type Observable, type SchedulerLike, tap } from 'rxjs'
import type { z } from 'zod/mini'
import type { statsRow } from '#contract/market-topics.ts'
import { TOPICS } from '#contract/topics.ts'
import { lingering } from '#streams/operators/lingering.ts'
import { byProduct } from '#streams/topics/by-product.ts'
import { LINGER_MS } from '#streams/topics/folded-topic.ts'
import type { VisibleSet } from '#streams/topics/visible-set.ts'
import type { DayStats, Stamped } from '#streams/types.ts'
import type { TopicEvent } from '#streams/wire/channel.ts'
import { codecOf } from '#streams/wire/topic-codec.ts'
import type { Wire } from '#streams/wire/wire.ts'

type Row = z.output<typeof statsRow>

const BASIS_POINTS = 10_000

/**
 * The change from `reference` to `last` in basis points, truncated towards zero, so that a rise is never shown larger
 * than it is. 0 if `reference` is 0.
 */
export function riseRate(last: number, reference: number): number {
  if (reference === 0) return 0
  const rate = Math.trunc(((last - reference) * BASIS_POINTS) / reference)
  return rate === 0 ? 0 : rate
}

/** Converts a row of the stats topic (contract/topics.ts, statsRow) to an object. */
export function statsOf([, last, reference, high, low, volume, amount]: Row): DayStats {
  return { last, reference, riseRate: riseRate(last, reference), high, low, volume, amount }
}

/**
 * Creates the function that returns the statistics of a product. While they have readers, the product is visible in the
 * list view.
 */
export function statsTopic(
  wire: Wire,
  scheduler: SchedulerLike,
  visible: VisibleSet,
): (productId: number) => Observable<Stamped<DayStats>> {
  const codec = codecOf(TOPICS.stats)
  const feed$ = wire.open<Row[], Row[]>({ topic: 'stats', codec, mode: 'latest', personal: false })
  const put = (event: TopicEvent<Row[], Row[]>): void => {
    if (event.kind === 'confirmed') return stats.confirm(event.asOf)
    if (event.kind === 'cleared') return
    for (const row of event.data) stats.put(row[0], { value: statsOf(row), asOf: event.asOf })
  }
  const stats = byProduct<DayStats>(feed$.pipe(tap(put), lingering(LINGER_MS, scheduler)))
  return (productId) => visible.whileVisible(productId, 'list', stats.of(productId))
}
