/** The state of the fund topic: one user's holdings with the highest version. Every delta is a whole state. */
import type { FundState } from '#contract/fund.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { newestVersion } from '#streams/topics/newest-version.ts'

/** Folds the fund topic. An older version never replaces a newer one. */
export const fundFold: Fold<FundState, FundState, FundState> = newestVersion()
