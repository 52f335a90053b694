/** Seals the acceptances and refusals since the last checkpoint into its public tree. */
import type { Anchors } from '#rules/checkpoint.ts'
import { sha256 } from '#server/market/product-log.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/** Stores the tree of a checkpoint. Returns how many leaves it has, and its root. */
export function sealOrders(_tx: Queryable, _checkpoint: number): Promise<Anchors['orders']> {
  return Promise.resolve({ size: 0, root: sha256('') })
}
