/** Market sessions: whether each market is open. All products share one small state. */
import { map, type Observable, type SchedulerLike } from 'rxjs'
import type { z } from 'zod/mini'
import type { MarketSession } from '#contract/product.ts'
import type { sessionRow } from '#contract/market-topics.ts'
import { TOPICS } from '#contract/topics.ts'
import { present } from '#streams/operators/fold-snapshot.ts'
import { foldedTopic } from '#streams/topics/folded-topic.ts'
import type { Stamped } from '#streams/types.ts'
import type { Wire } from '#streams/wire/wire.ts'

type Row = z.output<typeof sessionRow>
type Sessions = ReadonlyMap<number, MarketSession>

const merge = (sessions: Sessions, rows: readonly Row[]): Sessions =>
  new Map([...sessions, ...rows.map(({ productId, session }) => [productId, session] as const)])

/** Creates the function that returns the session of a product. It emits nothing for an unknown product. */
export function sessionsTopic(
  wire: Wire,
  scheduler: SchedulerLike,
): (productId: number) => Observable<Stamped<MarketSession>> {
  const all$ = foldedTopic(wire, scheduler, {
    row: TOPICS.sessions,
    topic: 'sessions',
    fold: { snapshot: (rows: Row[]) => merge(new Map(), rows), delta: merge },
  })
  return (productId) =>
    all$.pipe(
      map(({ value, asOf }) => {
        const session = value.get(productId)
        return session === undefined ? null : { value: session, asOf }
      }),
      present(),
    )
}
