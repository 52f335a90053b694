/** Changing a password: the old one, the new one twice, and where a refusal belongs. */
import type { ApiError } from '#api/api-error.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/account.ts'
import type { FieldIssueCode } from '#contract/errors.ts'
import type { Issues } from '#lib/form.ts'

export interface PasswordFields extends Record<string, string> {
  oldPassword: string
  newPassword: string
  again: string
}

export const EMPTY_PASSWORDS: PasswordFields = { oldPassword: '', newPassword: '', again: '' }

/** `mismatch` here means that the new password is the old one. */
function newIssue({ oldPassword, newPassword }: PasswordFields): FieldIssueCode | null {
  if (newPassword === '') return 'empty'
  if (newPassword.length < PASSWORD_MIN) return 'too_short'
  if (newPassword.length > PASSWORD_MAX) return 'too_long'
  return newPassword === oldPassword ? 'mismatch' : null
}

function againIssue({ newPassword, again }: PasswordFields): FieldIssueCode | null {
  if (again === '') return 'empty'
  return again === newPassword ? null : 'mismatch'
}

export function checkPasswords(fields: PasswordFields): Issues<PasswordFields> {
  const found = newIssue(fields)
  const again = againIssue(fields)
  return {
    ...(fields.oldPassword === '' && { oldPassword: 'empty' }),
    ...(found !== null && { newPassword: found }),
    ...(again !== null && { again }),
  }
}

export function passwordFieldOf(error: ApiError): keyof PasswordFields | null {
  if (error.kind !== 'rejected') return null
  if (error.code === 'old_password_wrong') return 'oldPassword'
  const ofNew = error.code === 'password_too_common' || error.code === 'passwords_equal'
  return ofNew ? 'newPassword' : null
}
