/** The SQL of maintenance, one row per period, and of the number of open positions per product. */
import type { Queryable } from '#server/platform/db/database.ts'

/** A period of maintenance that starts. */
export interface MaintenanceStart {
  productId: number
  how: 'drain' | 'now'
  actor: string
  atMs: number
}

/** Inserts a period. A product has at most one that has not ended. */
export async function insertMaintenance(tx: Queryable, start: MaintenanceStart): Promise<void> {
  await tx.query(
    `insert into product_maintenance (product_id, how, asked_by, asked_at, halted_at)
      values ($1, $2, $3, $4, $5)`,
    [start.productId, start.how, start.actor, start.atMs, start.how === 'now' ? start.atMs : null],
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

/** Stores that the market is halted, after the last position was settled. */
export async function markHalted(tx: Queryable, productId: number, atMs: number): Promise<boolean> {
  const rows = await tx.query(
    `update product_maintenance set halted_at = $2
      where product_id = $1 and ended_at is null and halted_at is null returning 1`,
    [productId, atMs],
  )
  return rows.length === 1
}

/** The number of open positions per product, without frozen ones: no one knows when those end. */
export async function countPositions(tx: Queryable): Promise<Map<number, number>> {
  const rows = await tx.query<{ product_id: number; positions: number }>(
    `select product_id, count(*)::int as positions from orders o
      where status in ('open', 'live') and not exists (
        select 1 from frozen f where f.ended_at is null
          and (f.scope = 'order' and f.subject = o.id or f.scope = 'user' and f.subject = o.user_id)
      ) group by product_id`,
  )
  return new Map(rows.map((row) => [row.product_id, row.positions]))
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
