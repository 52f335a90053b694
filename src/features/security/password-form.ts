/** Changing a password: the old one, and the new one twice. */
import { z } from 'zod/mini'
import { changePassword } from '#contract/endpoints/security.ts'
import { fieldIssue } from '#contract/field-issues.ts'

/** `mismatch` of the new password means that it equals the old one. */
export const passwordForm = z
  .extend(z.pick(changePassword.body, { oldPassword: true, newPassword: true }), {
    again: z.string().check(z.minLength(1)),
  })
  .check(({ value: { oldPassword, newPassword, again }, issues }) => {
    if (newPassword === oldPassword) issues.push(fieldIssue('newPassword', 'mismatch'))
    if (again !== newPassword) issues.push(fieldIssue('again', 'mismatch'))
  })

export type PasswordFields = z.input<typeof passwordForm>
export const EMPTY_PASSWORDS: PasswordFields = { oldPassword: '', newPassword: '', again: '' }

export const PASSWORD_PLACES = {
  old_password_wrong: 'oldPassword',
  password_too_common: 'newPassword',
  passwords_equal: 'newPassword',
} as const
