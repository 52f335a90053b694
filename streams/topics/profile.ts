/** The state of the profile topic: the user's profile with the highest version. */
import type { Profile } from '#contract/profile.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { newestVersion } from '#streams/topics/newest-version.ts'

/** Folds the profile topic. An older version never replaces a newer one. */
export const profileFold: Fold<Profile, Profile, Profile> = newestVersion()
