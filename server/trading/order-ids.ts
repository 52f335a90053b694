/** Order numbers taken from the database's sequence in blocks, so that a receipt can be signed before the insert. */
import type { Queryable } from '#server/platform/db/database.ts'
import { takeOrderIds } from '#server/trading/trading-store.ts'

const BLOCK = 64

export interface OrderIds {
  next(): Promise<bigint>
}

/** Numbers of a block that is lost with the process stay unused for ever. */
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
        // A failure here comes up again, and is reported, when the block is empty.
        if (ready.length < block / 2) fill().catch(() => undefined)
        return id
      }
    }
  }
  return { next }
}
