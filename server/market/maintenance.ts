/** Which products are under maintenance by decision of an operator. It knows nothing of orders, users or prices. */
import { FILL_MAX_MS } from '#rules/outage.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/**
 * How long a product drains before it halts: every order that was accepted before has ended by then. It does not depend
 * on which there are. SQL has the same limit (maintenance_drains).
 */
export const DRAIN_MS = FILL_MAX_MS

/** `draining`: no new orders, but ticks continue until all positions are settled. `halted`: the market is closed. */
export type Rest = 'open' | 'draining' | 'halted'
type RestListener = (productId: number) => void

/** The maintenance state of all products. */
export interface Maintenance {
  of(productId: number): Rest
  /** Sets the state of a product. Call this after it is stored. */
  set(productId: number, rest: Rest): void
  onChange(listener: RestListener): void
}

/** Creates the state from the products that are not open. */
export function createMaintenance(resting: ReadonlyMap<number, Rest> = new Map()): Maintenance {
  const rests = new Map(resting)
  const listeners: RestListener[] = []
  const of = (productId: number): Rest => rests.get(productId) ?? 'open'
  return {
    of,
    set: (productId, rest) => {
      if (of(productId) === rest) return
      rests.set(productId, rest)
      for (const listener of listeners) listener(productId)
    },
    onChange: (listener) => void listeners.push(listener),
  }
}

/** A row of the maintenance table. */
export interface MaintenanceRow {
  product_id: number
  asked_at: bigint
  halted_at: bigint | null
}

/** Reads the current maintenance of all products. */
export const currentMaintenance = (db: Queryable): Promise<MaintenanceRow[]> =>
  db.query<MaintenanceRow>(
    'select product_id, asked_at, halted_at from product_maintenance where ended_at is null',
  )

/** The state that a row describes. Without a row the product is open. */
export const restOf = (row: Pick<MaintenanceRow, 'halted_at'> | undefined): Rest => {
  if (row === undefined) return 'open'
  return row.halted_at === null ? 'draining' : 'halted'
}

/** Reads the state as it was when the server stopped. A restart does not end maintenance. */
export async function openMaintenance(db: Queryable): Promise<Maintenance> {
  const rows = await currentMaintenance(db)
  return createMaintenance(new Map(rows.map((row) => [row.product_id, restOf(row)])))
}
