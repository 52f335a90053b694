/** The user's profile: the newest by its version. */
import type { Profile } from '#contract/profile.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { newestVersion } from '#streams/topics/newest-version.ts'

export const profileFold: Fold<Profile, Profile, Profile> = newestVersion()
