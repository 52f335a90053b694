/** Changes a password. The request has no key: after a lost answer the new password is tried as the old one. */
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
 * The request is sent again after a lost answer. If it is then refused as `old_password_wrong`, the first attempt may
 * have succeeded: sending the new password as the old one shows whether it did, because changing it to itself has no
 * effect. The server checks the factor after the old password, and the proof is used up by then, so a refusal of the
 * proof shows the same.
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
