/** The balance: the newest by account version. */
import type { Balance } from '#contract/account.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { newestVersion } from '#streams/topics/newest-version.ts'

export const balanceFold: Fold<Balance, Balance, Balance> = newestVersion()
