/**
 * Changes a password. The user proves the old one and, if on, the second factor. All other sessions of the user end.
 */
import type { FactorProof } from '#contract/factors.ts'
import type { PasswordKind, Ticket } from '#server/identity/credential-store.ts'
import { passwordChangeBuckets } from '#server/identity/login-buckets.ts'
import type { CheckPassword } from '#server/identity/password-check.ts'
import { isCommonPassword } from '#server/identity/password-rules.ts'
import type { SessionKeeper } from '#server/identity/sessions.ts'
import type { StepUp, UseProof } from '#server/identity/step-up.ts'
import type { Throttle } from '#server/identity/throttle.ts'
import { type ChangeParts, changeUser } from '#server/platform/user-transaction.ts'
import { sendMessage } from '#server/messages/messages.ts'
import type { MarketClock } from '#server/platform/clock.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import type { Session } from '#server/platform/session-reader.ts'

/** A request to change a password. */
interface PasswordChange {
  session: Session
  /** The secret of the session's cookie. */
  sessionSecret: string
  kind: PasswordKind
  oldPassword: string
  newPassword: string
  address: string
  /** Null if the user sent no proof. */
  proof: FactorProof | null
}

/** The purpose that a passkey's answer for a change of this password is bound to. */
const passwordBound = (kind: PasswordKind): string => `${kind}_password`

export interface ChangePasswordParts extends ChangeParts {
  clock: MarketClock
  throttle: Throttle
  sessions: SessionKeeper
  checkPassword: CheckPassword
  stepUp: StepUp
}

/**
 * Replaces a password by the one of the ticket. False if it has changed meanwhile. The caller holds the user's mutex.
 */
async function replacePassword(
  tx: Queryable<'app'>,
  change: { userId: bigint; sessionSecret: string; ticket: Ticket; atMs: number },
): Promise<boolean> {
  const [row] = await tx.query<{ done: boolean }>(
    'select replace_password($1, $2, $3, $4) as done',
    [change.userId, change.sessionSecret, change.ticket, change.atMs],
  )
  return row?.done === true
}

/** Changes a password. Throws `Rejected`. */
export type ChangePassword = (change: PasswordChange) => Promise<void>

/** Creates the function that changes passwords. */
export function createChangePassword(parts: ChangePasswordParts): ChangePassword {
  const { clock, throttle, sessions, checkPassword, stepUp } = parts

  return async (asked) => {
    const { session, sessionSecret, kind, oldPassword, newPassword, address, proof } = asked
    const { userId } = session
    const known = await checkPassword(kind, { userId, password: oldPassword, address })
    await stepUp.mustBring(userId, proof)
    if (isCommonPassword(newPassword, known.account)) throw new Rejected('password_too_common')
    await throttle.charge(passwordChangeBuckets(userId))
    const ticket = await known.change(newPassword)
    if (ticket === null) throw new Rejected('passwords_equal')
    const attempt = { userId, proof, bound: passwordBound(kind), purpose: 'manage' } as const
    const change = (use: UseProof) =>
      changeUser(parts, userId, async (tx) => {
        const { events: used } = await use(tx)
        const newer = { userId, sessionSecret, ticket, atMs: clock.now() }
        if (!(await replacePassword(tx, newer))) throw new Rejected('old_password_wrong')
        const message = { userId, kind: 'password_changed', params: { kind } } as const
        const event = await sendMessage(tx, { ...message, sentAt: clock.now() })
        return { value: await sessions.revokeOthers(tx, session), events: [...used, event] }
      })
    sessions.forget(await stepUp.withProof(attempt, change))
  }
}
