/** Limits that a user set for themselves: they come whole with each change, the newest by their version. */
import type { OwnLimits } from '#contract/limits.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { newestVersion } from '#streams/topics/newest-version.ts'

export const limitsFold: Fold<OwnLimits, OwnLimits, OwnLimits> = newestVersion()
