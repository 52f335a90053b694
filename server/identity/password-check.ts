/** Asks a logged-in user for a password again and counts failures. */
import type { ErrorCode } from '#contract/errors.ts'
import type { PasswordKind } from '#server/identity/credential-store.ts'
import type { Compared, Credentials } from '#server/identity/credentials.ts'
import { passwordBuckets } from '#server/identity/login-buckets.ts'
import { countingFailures, type Throttle } from '#server/identity/throttle.ts'
import { Rejected } from '#server/platform/errors.ts'

/** A request that needs a password. */
export interface Asked {
  userId: bigint
  password: string
  /** The address as `clientAddress` returns it. */
  address: string
}

/** A request that needs a password and changes what guards the account. */
export interface AskedInSession extends Asked {
  /** The secret of the session's cookie, which the database checks. */
  sessionSecret: string
}

/** Resolves with what the password permits. Throws `refusal` or `rate_limited`. */
export type CheckPassword = (
  kind: PasswordKind,
  asked: Asked,
  refusal?: ErrorCode,
) => Promise<Compared>

export function createPasswordCheck(parts: {
  passwords: Pick<Credentials, 'compare'>
  throttle: Throttle
}): CheckPassword {
  const { passwords, throttle } = parts
  return (kind, { userId, password, address }, refusal = 'old_password_wrong') =>
    countingFailures(
      throttle,
      { buckets: passwordBuckets(kind, userId, address), counts: refusal },
      async () => {
        const compared = await passwords.compare({ userId, kind, password })
        if (compared === null) throw new Rejected(refusal)
        return compared
      },
    )
}
