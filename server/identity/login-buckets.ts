/** The buckets in which a log-in attempt is counted. Failures of others never fill those of the owner. */
import { MINUTE_MS, SECOND_MS } from '#contract/time.ts'
import type { Bucket } from '#server/identity/throttle.ts'

/** An attempt to log in. */
export interface Attempt {
  account: string
  address: string
  /** Hex. Null unless this account has logged in on this device before. */
  knownDevice: string | null
}

/**
 * On a device where the owner has logged in, only failures on that device count. Elsewhere the limits are per account
 * and address, per account over all addresses, and per address over all accounts. Names and sizes are the same for
 * unknown accounts, so a refusal does not reveal which accounts exist.
 */
export function loginBuckets({ account, address, knownDevice }: Attempt): Bucket[] {
  const owner = account.toLowerCase()
  if (knownDevice !== null) {
    return [{ name: `login device ${knownDevice} ${owner}`, capacity: 10, drainMs: MINUTE_MS }]
  }
  return [
    { name: `login ${address}`, capacity: 30, drainMs: 20 * SECOND_MS },
    { name: `login ${address} ${owner}`, capacity: 6, drainMs: MINUTE_MS },
    { name: `login strangers ${owner}`, capacity: 20, drainMs: 5 * MINUTE_MS },
  ]
}

/** Every registration counts, because each costs two hashes. `factor` multiplies the limit (RATE_FACTOR). */
export const registrationBuckets = (address: string, factor: number): Bucket[] => [
  { name: `registration ${address}`, capacity: 30 * factor, drainMs: 2 * MINUTE_MS },
]

/** New guests per address: twenty at once, and twenty per day. `factor` multiplies the limit (RATE_FACTOR). */
export const guestBuckets = (address: string, factor: number): Bucket[] => [
  {
    name: `guest ${address}`,
    capacity: 20 * factor,
    drainMs: Math.ceil((72 * MINUTE_MS) / factor),
  },
]

/** Opening codes have 50 random bits. These buckets stop guessing early. */
export const codeBuckets = (address: string): Bucket[] => [
  { name: `code ${address}`, capacity: 10, drainMs: MINUTE_MS },
]

/** Anyone with an opening code may check whether a name is free, but not enumerate all names. */
export const nameBuckets = (address: string): Bucket[] => [
  { name: `names ${address}`, capacity: 30, drainMs: 30 * SECOND_MS },
]

/**
 * For password checks of logged-in users. Others cannot fill these; someone with the user's unlocked phone soon does.
 */
export const passwordBuckets = (kind: string, userId: bigint, address: string): Bucket[] => [
  { name: `${kind} password ${userId} ${address}`, capacity: 6, drainMs: MINUTE_MS },
  { name: `${kind} password ${userId}`, capacity: 20, drainMs: 3 * MINUTE_MS },
]

/** Every change counts, so that the refusal of equal passwords cannot be used to guess the other one. */
export const passwordChangeBuckets = (userId: bigint): Bucket[] => [
  { name: `password change ${userId}`, capacity: 6, drainMs: 10 * MINUTE_MS },
]

/** Three of a million codes are valid at any moment. The second bucket limits guessing over days. */
export const factorBuckets = (userId: bigint): Bucket[] => [
  { name: `factor ${userId}`, capacity: 6, drainMs: 5 * MINUTE_MS },
  { name: `factor days ${userId}`, capacity: 30, drainMs: 60 * MINUTE_MS },
]

/**
 * For callers who know the password. Separate from the buckets above, so that they cannot use up the owner's attempts
 * for a withdrawal.
 */
export const logInFactorBuckets = (userId: bigint, knownDevice: string | null): Bucket[] => {
  const where = knownDevice === null ? 'strangers' : `device ${knownDevice}`
  return [
    { name: `login factor ${userId} ${where}`, capacity: 6, drainMs: 5 * MINUTE_MS },
    { name: `login factor days ${userId} ${where}`, capacity: 30, drainMs: 60 * MINUTE_MS },
  ]
}
