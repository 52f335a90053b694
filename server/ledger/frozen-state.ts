/** The newest time that an order or document was frozen, as a column of the queries that read it. */
import type { z } from 'zod'
import type { FrozenScope } from '#contract/desk-frozen.ts'
import type { frozenState } from '#contract/frozen.ts'

/** The column's value. Null if no check ever found a fault. */
export type FrozenJson = z.input<typeof frozenState>

/** The column. `id` is the SQL of the order's or document's id. */
export const frozenColumn = (kind: FrozenScope, id: string): string =>
  `(select json_build_object('since', z.since, 'end', case when z.ended_at is not null then
      json_build_object('at', z.ended_at, 'amount', money_text(z.amount)) end)
    from frozen z where z.scope = '${kind}' and z.subject = ${id} order by z.id desc limit 1)`
