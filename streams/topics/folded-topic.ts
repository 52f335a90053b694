/** A topic that is one folded state for the page: opened once, shared, kept open a moment after the last reader. */
import { type Observable, type SchedulerLike } from 'rxjs'
import type { z } from 'zod'
import type { TopicRow } from '#contract/topics.ts'
import { type Fold, foldSnapshot, present } from '#streams/operators/fold-snapshot.ts'
import { lingering } from '#streams/operators/lingering.ts'
import type { Stamped } from '#streams/types.ts'
import { codecOf } from '#streams/wire/topic-codec.ts'
import type { Wire } from '#streams/wire/wire.ts'

export const LINGER_MS = 1_000

export interface FoldedTopic<S extends z.ZodType, D extends z.ZodType, T> {
  row: TopicRow<S, D>
  /** The wire's key: the topic's name and its parameters. */
  topic: string
  fold: Fold<z.output<S>, z.output<D>, T>
}

export function foldedTopic<S extends z.ZodType, D extends z.ZodType, T>(
  wire: Wire,
  scheduler: SchedulerLike,
  { row, topic, fold }: FoldedTopic<S, D, T>,
): Observable<Stamped<T>> {
  const mode = row.delivery === 'every' ? 'exact' : 'latest'
  return wire.open({ topic, codec: codecOf(row), mode, personal: row.login }).pipe(
    foldSnapshot(fold),
    // Shared before nulls are dropped: a cleared state must not be replayed to the next reader.
    lingering(LINGER_MS, scheduler),
    present(),
  )
}
