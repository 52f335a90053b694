/**
 * Order ids, taken from the database's sequence in blocks, so that a receipt can be signed before the order is
 * inserted.
 */
import type { Queryable } from '#server/platform/db/database.ts'
import { takeOrderIds } from '#server/trading/trading-store.ts'

const BLOCK = 64

/** A source of order ids. */
export interface OrderIds {
  next(): Promise<bigint>
}

/** Creates a source of order ids. The ids of a block that is lost with the process stay unused. */
export function createOrderIds(db: Queryable, block = BLOCK): OrderIds {
  const ready: bigint[] = []
  let filling: Promise<void> | undefined

  const fill = (): Promise<void> => {
    filling ??= takeOrderIds(db, block)
      .then((ids) => void ready.push(...ids))
      .finally(() => {
        filling = undefined
      })
    return filling
  }

  const next = async (): Promise<bigint> => {
    for (;;) {
      const id = ready.shift()
      if (id === undefined) await fill()
      else {
        // A failure here recurs, and is reported, when the block is empty.
        if (ready.length < block / 2) fill().catch(() => undefined)
        return id
      }
    }
  }
  return { next }
}
