/** What a row of the table of topics says (contract/topics.ts). */
import type { z } from 'zod/mini'

/**
 * How values reach the views. `latest`: a newer value may replace one that was not shown yet. `every`: no value may be
 * skipped.
 */
export type Delivery = 'latest' | 'every'

type Schema = z.ZodMiniType
/** One topic: the shapes of its data, its delivery, its freshness and who may subscribe. */
export interface TopicRow<S extends Schema = Schema, D extends Schema = Schema> {
  snapshot: S
  delta: D
  delivery: Delivery
  /** A value becomes stale when it is older than this without an update; null if age alone never makes it stale. */
  staleAfterMs: number | null
  /** Whether a subscription needs a session. */
  login: boolean
  /** Set if guests may subscribe too. Otherwise they get `registration_required`. */
  guests?: true
  /** Who may subscribe: users, unless this is set. All other callers get `topic_unknown`. */
  role?: 'operator'
  /** The parameters of the topic key, which follow the name and are separated by colons. */
  params: readonly ('symbol' | 'interval')[]
}
/** Types a row by its schemas. Returns it unchanged. */
export const topic = <S extends Schema, D extends Schema>(row: TopicRow<S, D>): TopicRow<S, D> =>
  row
