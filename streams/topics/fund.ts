/** The balance fund as one user has it: it comes whole with each change, the newest by its version. */
import type { FundState } from '#contract/fund.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { newestVersion } from '#streams/topics/newest-version.ts'

export const fundFold: Fold<FundState, FundState, FundState> = newestVersion()
