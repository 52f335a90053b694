/** Asks a logged-in user for a password again and counts failures. */
import type { ErrorCode } from '#contract/errors.ts'
import { passwordBuckets } from '#server/identity/login-buckets.ts'
import type { PasswordHasher } from '#server/identity/password-hasher.ts'
import {
  type PasswordKind,
  type Passwords,
  selectPasswords,
} from '#server/identity/password-store.ts'
import { countingFailures, type Throttle } from '#server/identity/throttle.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'

/** A request that needs a password. */
export interface Asked {
  userId: bigint
  password: string
  /** The address as `clientAddress` returns it. */
  address: string
}

/** Resolves with the stored hashes. Throws `refusal` or `rate_limited`. */
export type CheckPassword = (
  kind: PasswordKind,
  asked: Asked,
  refusal?: ErrorCode,
) => Promise<Passwords>

/** Creates the password check. */
export function createPasswordCheck(parts: {
  db: Database
  hasher: PasswordHasher
  throttle: Throttle
}): CheckPassword {
  const { db, hasher, throttle } = parts
  return (kind, { userId, password, address }, refusal = 'old_password_wrong') =>
    countingFailures(
      throttle,
      { buckets: passwordBuckets(kind, userId, address), counts: refusal },
      async () => {
        const known = await selectPasswords(db, userId)
        const matches = await hasher.verify(known?.[kind] || null, password)
        if (known === undefined || !matches) throw new Rejected(refusal)
        return known
      },
    )
}
