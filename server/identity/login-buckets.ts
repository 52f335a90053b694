/** Which buckets a login attempt is counted in: a stranger's failures never fill those of the owner. */
import type { Bucket } from '#server/identity/throttle.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

export interface Attempt {
  account: string
  address: string
  /** Hex; null unless this very account once logged in on this device. */
  knownDevice: string | null
}

/**
 * On a device where the owner once logged in, only failures made there count. Everywhere else an account takes few
 * tries from each address, few from all addresses together, and an address few for all accounts. The names and sizes
 * depend on nothing that only an account which exists would have, so that a refusal does not tell which ones do.
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

/** Every registration counts, since each costs two hashes. `factor`: as for all rate limits (RATE_FACTOR). */
export const registrationBuckets = (address: string, factor: number): Bucket[] => [
  { name: `registration ${address}`, capacity: 30 * factor, drainMs: 2 * MINUTE_MS },
]

/** Opening codes have 50 random bits; this keeps guessing from even beginning. */
export const codeBuckets = (address: string): Bucket[] => [
  { name: `code ${address}`, capacity: 10, drainMs: MINUTE_MS },
]

/** Who has an opening code may ask whether a name is free, but not for a list of them all. */
export const nameBuckets = (address: string): Bucket[] => [
  { name: `names ${address}`, capacity: 30, drainMs: 30 * SECOND_MS },
]

/** Asked of somebody who is logged in: a stranger cannot fill these, a borrowed phone soon does. */
export const passwordBuckets = (kind: string, userId: bigint, address: string): Bucket[] => [
  { name: `${kind} password ${userId} ${address}`, capacity: 6, drainMs: MINUTE_MS },
  { name: `${kind} password ${userId}`, capacity: 20, drainMs: 3 * MINUTE_MS },
]

/** Every change counts: "equal to the other one" must not become a way to guess the other one. */
export const passwordChangeBuckets = (userId: bigint): Bucket[] => [
  { name: `password change ${userId}`, capacity: 6, drainMs: 10 * MINUTE_MS },
]

/** Three of a million codes are right at any moment; the second bucket bounds who guesses on for days. */
export const factorBuckets = (userId: bigint): Bucket[] => [
  { name: `factor ${userId}`, capacity: 6, drainMs: 5 * MINUTE_MS },
  { name: `factor days ${userId}`, capacity: 30, drainMs: 60 * MINUTE_MS },
]

/** Of who knew the password: apart from those above, so that they cannot use up the owner's tries of a withdrawal. */
export const logInFactorBuckets = (userId: bigint, knownDevice: string | null): Bucket[] => {
  const where = knownDevice === null ? 'strangers' : `device ${knownDevice}`
  return [
    { name: `login factor ${userId} ${where}`, capacity: 6, drainMs: 5 * MINUTE_MS },
    { name: `login factor days ${userId} ${where}`, capacity: 30, drainMs: 60 * MINUTE_MS },
  ]
}
