/** The change of a password. It has no key: after a lost answer the new password is tried as the old one. */
import { type Answer, isUncertain } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { changePassword } from '#contract/endpoints/security.ts'
import type { PasswordFields } from '#features/security/password-form.ts'

export type PasswordKind = 'login' | 'trading'

const wrongOld = (answer: Answer<unknown>): boolean =>
  !answer.ok && answer.error.kind === 'rejected' && answer.error.code === 'old_password_wrong'

/**
 * Sent again after a lost answer; refused as `old_password_wrong` then, the first try may have done it: the new
 * password, accepted as the old one, shows that it did. Changing it to itself leaves everything as it is.
 */
export async function sendPassword(
  kind: PasswordKind,
  { oldPassword, newPassword }: PasswordFields,
  onUncertain: () => void,
): Promise<Answer<unknown>> {
  const send = (old: string) =>
    call(changePassword, { body: { kind, oldPassword: old, newPassword } })
  const first = await send(oldPassword)
  if (first.ok || !isUncertain(first.error)) return first
  onUncertain()
  const second = await send(oldPassword)
  if (!wrongOld(second)) return second
  const third = await send(newPassword)
  return third.ok ? third : second
}
