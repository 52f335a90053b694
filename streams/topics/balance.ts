/** The state of the balance topic: the balance with the highest version. */
import type { Balance } from '#contract/account.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { newestVersion } from '#streams/topics/newest-version.ts'

/** Folds the balance topic. An older version never replaces a newer one. */
export const balanceFold: Fold<Balance, Balance, Balance> = newestVersion()
