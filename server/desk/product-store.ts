/** The SQL of maintenance, one row per period, and of rejected ticks per product. */
import type { Queryable } from '#server/platform/db/database.ts'
import { translated } from '#server/platform/db/sql-errors.ts'
import type { Actor } from '#server/platform/session-reader.ts'

/** An operator's act at a product. */
export interface ProductAct {
  productId: number
  actor: Actor
  atMs: number
}
const inOrder = ({ actor, productId, atMs }: ProductAct) => [
  actor.name,
  actor.secret,
  productId,
  atMs,
]

/** Starts a period, and logs it. A product has at most one that has not ended. */
export async function beginMaintenance(db: Queryable, act: ProductAct): Promise<void> {
  await translated(db.query('select begin_maintenance($1, $2, $3, $4)', inOrder(act)))
}

/** Ends a period, and logs it. False if there was none to end. */
export async function endMaintenance(db: Queryable, act: ProductAct): Promise<boolean> {
  const [row] = await translated(
    db.query<{ ended: boolean }>('select end_maintenance($1, $2, $3, $4) as ended', inOrder(act)),
  )
  return row?.ended === true
}

/** Stores that the market is halted. A trigger refuses it before every order that could be open has run out. */
export async function markHalted(tx: Queryable, productId: number, atMs: number): Promise<boolean> {
  const [row] = await tx.query<{ halted: boolean }>('select halt_drained($1, $2) as halted', [
    productId,
    atMs,
  ])
  return row?.halted === true
}

/** The number of rejected ticks per product since a moment. */
export async function countTicksAside(tx: Queryable, fromMs: number): Promise<Map<number, number>> {
  const rows = await tx.query<{ product_id: number; ticks: number }>(
    `select product_id, count(*)::int as ticks from ticks
      where kind = 4 and time_ms >= $1 group by product_id`,
    [fromMs],
  )
  return new Map(rows.map((row) => [row.product_id, row.ticks]))
}
