/** Which products rest by an operator's word. Knows the product and nothing of orders, users or prices. */
import type { Database, Queryable } from '#server/platform/db/database.ts'

/** `draining`: nothing is sold, ticks go on until the last position is settled. `halted`: no market. */
export type Rest = 'open' | 'draining' | 'halted'
type RestListener = (productId: number) => void

export interface Maintenance {
  of(productId: number): Rest
  /** After it is stored. */
  set(productId: number, rest: Rest): void
  onChange(listener: RestListener): void
}

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

export interface MaintenanceRow {
  product_id: number
  asked_at: bigint
  halted_at: bigint | null
}

export const currentMaintenance = (db: Queryable): Promise<MaintenanceRow[]> =>
  db.query<MaintenanceRow>(
    'select product_id, asked_at, halted_at from product_maintenance where ended_at is null',
  )

export const restOf = (row: Pick<MaintenanceRow, 'halted_at'> | undefined): Rest => {
  if (row === undefined) return 'open'
  return row.halted_at === null ? 'draining' : 'halted'
}

/** As it was when the server stopped: a restart ends no maintenance. */
export async function openMaintenance(db: Database): Promise<Maintenance> {
  const rows = await currentMaintenance(db)
  return createMaintenance(new Map(rows.map((row) => [row.product_id, restOf(row)])))
}
