/** Which buckets a login attempt is counted in: a stranger's failures never fill those of the owner. */
import type { Bucket } from '#server/identity/throttle.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000

export interface Attempt {
  account: string
  address: string
  /** Hex; null when the browser carries no device cookie. */
  device: string | null
  /** Whether this very account once logged in there. */
  before: { device: boolean; address: boolean }
}

/**
 * Where the owner came before, only failures made there count, on this device or at this address.
 * Elsewhere: few tries for one account, and not many for all accounts together.
 */
export function loginBuckets({ account, address, device, before }: Attempt): Bucket[] {
  const owner = account.toLowerCase()
  if (before.device && device !== null) {
    return [{ name: `login device ${device} ${owner}`, capacity: 10, drainMs: MINUTE_MS }]
  }
  if (before.address) {
    return [{ name: `login known ${address} ${owner}`, capacity: 10, drainMs: MINUTE_MS }]
  }
  return [
    { name: `login ${address}`, capacity: 30, drainMs: 20 * SECOND_MS },
    { name: `login ${address} ${owner}`, capacity: 6, drainMs: MINUTE_MS },
  ]
}

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

/** Three of a million codes are right at any moment. */
export const factorBuckets = (userId: bigint): Bucket[] => [
  { name: `factor ${userId}`, capacity: 6, drainMs: 5 * MINUTE_MS },
]
