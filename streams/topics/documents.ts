/**
 * The state of the deposits and withdrawals topics, newest first. Each delta carries one document in its current state.
 */
import type { Deposit, Withdrawal } from '#contract/cashier.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { newestFirst } from '#streams/topics/newest-first.ts'

const KEPT = 100

/** A full list drops its oldest document, but never the one that just changed, because a view may wait for it. */
function documentsFold<T extends { id: string }>(): Fold<T[], T, readonly T[]> {
  return {
    snapshot: (documents) => documents.toSorted(newestFirst).slice(0, KEPT),
    delta: (state, document) => {
      const others = state.filter(({ id }) => id !== document.id)
      return [...others.slice(0, KEPT - 1), document].sort(newestFirst)
    },
  }
}

/** Folds the deposits topic. At most 100 deposits are retained. */
export const depositsFold = documentsFold<Deposit>()
/** Folds the withdrawals topic. At most 100 withdrawals are retained. */
export const withdrawalsFold = documentsFold<Withdrawal>()
