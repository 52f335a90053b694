/** The state of the limits topic: the limits of one user with the highest version. Every delta is a whole state. */
import type { OwnLimits } from '#contract/limits.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { newestVersion } from '#streams/topics/newest-version.ts'

/** Folds the limits topic. An older version never replaces a newer one. */
export const limitsFold: Fold<OwnLimits, OwnLimits, OwnLimits> = newestVersion()
