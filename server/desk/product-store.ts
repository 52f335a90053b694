/** The SQL of maintenance, one row per period, and of rejected ticks per product. */
import type { Queryable } from '#server/platform/db/database.ts'

/** A period of maintenance that starts. */
export interface MaintenanceStart {
  productId: number
  actor: string
  atMs: number
}

/** Inserts a period. A product has at most one that has not ended. */
export async function insertMaintenance(tx: Queryable, start: MaintenanceStart): Promise<void> {
  await tx.query(
    `insert into product_maintenance (product_id, how, asked_by, asked_at)
      values ($1, 'drain', $2, $3)`,
    [start.productId, start.actor, start.atMs],
  )
}

/** Ends a period. False if there was none to end. */
export async function endMaintenance(
  tx: Queryable,
  end: { productId: number; actor: string; atMs: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update product_maintenance set ended_by = $2, ended_at = $3
      where product_id = $1 and ended_at is null returning 1`,
    [end.productId, end.actor, end.atMs],
  )
  return rows.length === 1
}

/** Stores that the market is halted. A trigger refuses it before every order that could be open has run out. */
export async function markHalted(tx: Queryable, productId: number, atMs: number): Promise<boolean> {
  const rows = await tx.query(
    `update product_maintenance set halted_at = $2
      where product_id = $1 and ended_at is null and halted_at is null returning 1`,
    [productId, atMs],
  )
  return rows.length === 1
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
