/**
 * Changes a password. The user proves the old one and, if on, the second factor. All other sessions of the user end.
 */
import type { FactorProof } from '#contract/factors.ts'
import { passwordChangeBuckets } from '#server/identity/login-buckets.ts'
import type { CheckPassword } from '#server/identity/password-check.ts'
import type { PasswordHasher } from '#server/identity/password-hasher.ts'
import { isCommonPassword } from '#server/identity/password-rules.ts'
import { type PasswordKind, replacePassword } from '#server/identity/password-store.ts'
import type { SessionKeeper } from '#server/identity/sessions.ts'
import type { StepUp, UseProof } from '#server/identity/step-up.ts'
import type { Throttle } from '#server/identity/throttle.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'
import { sendMessage } from '#server/messages/messages.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Session } from '#server/platform/session-reader.ts'

/** A request to change a password. */
export interface PasswordChange {
  session: Session
  kind: PasswordKind
  oldPassword: string
  newPassword: string
  address: string
  /** Null if the user sent no proof. */
  proof: FactorProof | null
}

/** The purpose that a passkey's answer for a change of this password is bound to. */
export const passwordBound = (kind: PasswordKind): string => `${kind}_password`

/** What changing passwords needs. */
export interface ChangePasswordParts extends ChangeParts {
  clock: MarketClock
  hasher: PasswordHasher
  throttle: Throttle
  sessions: SessionKeeper
  checkPassword: CheckPassword
  stepUp: StepUp
}

/** Changes a password. Throws `Rejected`. */
export type ChangePassword = (change: PasswordChange) => Promise<void>

/** Creates the function that changes passwords. */
export function createChangePassword(parts: ChangePasswordParts): ChangePassword {
  const { clock, hasher, throttle, sessions, checkPassword, stepUp } = parts

  return async ({ session, kind, oldPassword, newPassword, address, proof }) => {
    const { userId } = session
    const known = await checkPassword(kind, { userId, password: oldPassword, address })
    await stepUp.mustBring(userId, proof)
    if (isCommonPassword(newPassword, known.account)) throw new Rejected('password_too_common')
    await throttle.charge(passwordChangeBuckets(userId))
    const other = kind === 'login' ? known.trading : known.login
    if (await hasher.verify(other || null, newPassword)) throw new Rejected('passwords_equal')
    const newHash = await hasher.hash(newPassword)
    const attempt = { userId, proof, bound: passwordBound(kind), purpose: 'manage' } as const
    const change = (use: UseProof) =>
      changeUser(parts, userId, async (tx) => {
        const { events: used } = await use(tx)
        const newer = { userId, kind, oldHash: known[kind], newHash }
        if (!(await replacePassword(tx, newer))) throw new Rejected('old_password_wrong')
        const message = { userId, kind: 'password_changed', params: { kind } } as const
        const event = await sendMessage(tx, { ...message, sentAt: clock.now() })
        return { value: await sessions.revokeOthers(tx, session), events: [...used, event] }
      })
    sessions.forget(await stepUp.withProof(attempt, change))
  }
}
