/**
 * How the data of a topic is parsed: by the schemas of its row, or by a hand-written decoder that is equally strict.
 */
import type { z } from 'zod/mini'
import type { TopicRow } from '#contract/topic-row.ts'

/** The parsers of a topic's snapshots and deltas. They return undefined for data that does not match. */
export interface TopicCodec<S, D> {
  snapshot(data: unknown): S | undefined
  delta(data: unknown): D | undefined
}

/** The codec that uses the schemas of a topic's row. */
export const codecOf = <S extends z.ZodMiniType, D extends z.ZodMiniType>(
  row: TopicRow<S, D>,
): TopicCodec<z.output<S>, z.output<D>> => ({
  snapshot: (data) => row.snapshot.safeParse(data).data,
  delta: (data) => row.delta.safeParse(data).data,
})
