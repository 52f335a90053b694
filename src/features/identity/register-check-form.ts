/** Registration, step one: account, phone and opening code. */
import type { ApiError } from '#api/api-error.ts'
import { accountName, openingCode, phone as phoneSchema } from '#contract/account.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Issues } from '#lib/form.ts'

export interface RegisterCheckFields extends Record<string, string> {
  account: string
  phone: string
  openingCode: string
}

/** Specification, section 5. */
const MAINLAND = /^1[345789]\d{9}$/

/** E.164 from what people write: spaces and dashes go, 00 is +, a mainland number gets +86. */
export function tidyPhone(text: string): string {
  const bare = text
    .normalize('NFKC')
    .replace(/[\s\-().·]/g, '')
    .replace(/^00/, '+')
  if (MAINLAND.test(bare)) return `+86${bare}`
  return bare
}

/** Upper case without spaces; letters that Crockford's alphabet leaves out become the digits they look like. */
export const tidyOpeningCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s-]/g, '')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')

export const tidyRegisterCheck = (fields: RegisterCheckFields) => ({
  account: fields.account.trim(),
  phone: tidyPhone(fields.phone),
  openingCode: tidyOpeningCode(fields.openingCode),
})

export function checkRegisterCheck(fields: RegisterCheckFields): Issues<RegisterCheckFields> {
  const { account, phone, openingCode: code } = tidyRegisterCheck(fields)
  return {
    ...accountIssue(account),
    ...(phone === '' ? { phone: 'empty' } : !isPhone(phone) && { phone: 'format' }),
    ...(code === ''
      ? { openingCode: 'empty' }
      : !openingCode.safeParse(code).success && { openingCode: 'format' }),
  }
}

const isPhone = (text: string): boolean => phoneSchema.safeParse(text).success

function accountIssue(account: string): Issues<RegisterCheckFields> {
  if (account === '') return { account: 'empty' }
  if (accountName.safeParse(account).success) return {}
  if (account.length < 6) return { account: 'too_short' }
  return { account: account.length > 12 ? 'too_long' : 'format' }
}

const PLACES = new Map<ErrorCode, keyof RegisterCheckFields>([
  ['account_taken', 'account'],
  ['phone_invalid', 'phone'],
  ['opening_code_unknown', 'openingCode'],
])

export function registerCheckFieldOf(error: ApiError): keyof RegisterCheckFields | null {
  return error.kind === 'rejected' ? (PLACES.get(error.code) ?? null) : null
}
