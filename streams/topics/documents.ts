/** Documents under review, newest first: each change carries one of them as it stands now. */
import type { Deposit, Withdrawal } from '#contract/cashier.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { newestFirst } from '#streams/topics/newest-first.ts'

const KEPT = 100

/** A full list drops its oldest, but never the document that just changed: somebody may be waiting for it. */
function documentsFold<T extends { id: string }>(): Fold<T[], T, readonly T[]> {
  return {
    snapshot: (documents) => documents.toSorted(newestFirst).slice(0, KEPT),
    delta: (state, document) => {
      const others = state.filter(({ id }) => id !== document.id)
      return [...others.slice(0, KEPT - 1), document].sort(newestFirst)
    },
  }
}

export const depositsFold = documentsFold<Deposit>()
export const withdrawalsFold = documentsFold<Withdrawal>()
