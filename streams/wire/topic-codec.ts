/** How a topic's data is read: by the schemas of its row, or by a hand-written decoder that agrees with them. */
import type { z } from 'zod'
import type { TopicRow } from '#contract/topics.ts'

/** Undefined: does not parse. */
export interface TopicCodec<S, D> {
  snapshot(data: unknown): S | undefined
  delta(data: unknown): D | undefined
}

export const codecOf = <S extends z.ZodType, D extends z.ZodType>(
  row: TopicRow<S, D>,
): TopicCodec<z.output<S>, z.output<D>> => ({
  snapshot: (data) => row.snapshot.safeParse(data).data,
  delta: (data) => row.delta.safeParse(data).data,
})
