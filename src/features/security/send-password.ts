/** The change of a password. It has no key: after a lost answer the new password is tried as the old one. */
import { type Answer, isUncertain } from '#lib/api-error.ts'
import { call } from '#api/call.ts'
import { changePassword } from '#contract/endpoints/security.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { FactorProof } from '#contract/factors.ts'
import type { PasswordFields } from '#features/security/password-form.ts'

export type PasswordKind = 'login' | 'trading'

const refusedAs = (answer: Answer<unknown>, code: ErrorCode): boolean =>
  !answer.ok && answer.error.kind === 'rejected' && answer.error.code === code

/**
 * Sent again after a lost answer; refused as `old_password_wrong` then, the first try may have done it: the new
 * password, accepted as the old one, shows that it did. Changing it to itself leaves everything as it is. The factor
 * is asked for after the old password, and a proof is spent by then: its refusal shows the same.
 */
export async function sendPassword(
  { kind, proof }: { kind: PasswordKind; proof: FactorProof | null },
  { oldPassword, newPassword }: PasswordFields,
  onUncertain: () => void,
): Promise<Answer<unknown>> {
  const send = (old: string) =>
    call(changePassword, { body: { kind, oldPassword: old, newPassword, proof } })
  const first = await send(oldPassword)
  if (first.ok || !isUncertain(first.error)) return first
  onUncertain()
  const second = await send(oldPassword)
  if (!refusedAs(second, 'old_password_wrong')) return second
  const third = await send(newPassword)
  return third.ok || refusedAs(third, 'factor_wrong') ? { ok: true, value: undefined } : second
}
