/** Registration, step two: both passwords, each twice, and the terms. */
import type { ApiError } from '#api/api-error.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '#contract/account.ts'
import type { FieldIssueCode } from '#contract/errors.ts'
import type { Issues } from '#lib/form.ts'

export interface RegisterFields extends Record<string, string> {
  password: string
  passwordAgain: string
  tradingPassword: string
  tradingPasswordAgain: string
  /** `yes` or nothing. */
  terms: string
}

export const EMPTY_REGISTER: RegisterFields = {
  password: '',
  passwordAgain: '',
  tradingPassword: '',
  tradingPasswordAgain: '',
  terms: '',
}

function passwordIssue(password: string): FieldIssueCode | null {
  if (password === '') return 'empty'
  if (password.length < PASSWORD_MIN) return 'too_short'
  return password.length > PASSWORD_MAX ? 'too_long' : null
}

function againIssue(password: string, again: string): FieldIssueCode | null {
  if (again === '') return 'empty'
  return again === password ? null : 'mismatch'
}

export function checkRegister(fields: RegisterFields): Issues<RegisterFields> {
  const found: Record<string, FieldIssueCode | null> = {
    password: passwordIssue(fields.password),
    passwordAgain: againIssue(fields.password, fields.passwordAgain),
    // Two passwords alike are one: `mismatch` here means that they must differ.
    tradingPassword:
      passwordIssue(fields.tradingPassword) ??
      (fields.tradingPassword === fields.password ? 'mismatch' : null),
    tradingPasswordAgain: againIssue(fields.tradingPassword, fields.tradingPasswordAgain),
    terms: fields.terms === 'yes' ? null : 'empty',
  }
  const issues: Issues<RegisterFields> = {}
  for (const [field, code] of Object.entries(found)) if (code !== null) issues[field] = code
  return issues
}

export function registerFieldOf(error: ApiError): keyof RegisterFields | null {
  if (error.kind !== 'rejected') return null
  if (error.code === 'passwords_equal') return 'tradingPassword'
  return error.code === 'password_too_common' ? 'password' : null
}
