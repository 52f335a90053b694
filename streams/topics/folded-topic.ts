/**
 * A topic that is one folded state for the page: it is opened once, shared, and stays open for a moment after the last
 * reader has left.
 */
import { type Observable, type SchedulerLike } from 'rxjs'
import type { z } from 'zod/mini'
import type { TopicRow } from '#contract/topic-row.ts'
import { type Fold, foldSnapshot, present } from '#streams/operators/fold-snapshot.ts'
import { lingering } from '#streams/operators/lingering.ts'
import type { Stamped } from '#streams/types.ts'
import { codecOf } from '#streams/wire/topic-codec.ts'
import type { Wire } from '#streams/wire/wire.ts'

/** How long a topic stays open after its last reader has left. */
export const LINGER_MS = 1_000

/** What a folded topic consists of. */
export interface FoldedTopic<S extends z.ZodMiniType, D extends z.ZodMiniType, T> {
  /** The row of the topic table, with the shapes of its data. */
  row: TopicRow<S, D>
  /** The topic key: the name of the topic and its parameters. */
  topic: string
  fold: Fold<z.output<S>, z.output<D>, T>
}

/** Creates the shared stream of a topic's state. It errors with TopicRefused if the server refuses the topic. */
export function foldedTopic<S extends z.ZodMiniType, D extends z.ZodMiniType, T>(
  wire: Wire,
  scheduler: SchedulerLike,
  { row, topic, fold }: FoldedTopic<S, D, T>,
): Observable<Stamped<T>> {
  const mode = row.delivery === 'every' ? 'exact' : 'latest'
  return wire.open({ topic, codec: codecOf(row), mode, personal: row.login }).pipe(
    foldSnapshot(fold),
    // It is shared before nulls are dropped, because otherwise a cleared state would be replayed to the next reader.
    lingering(LINGER_MS, scheduler),
    present(),
  )
}
