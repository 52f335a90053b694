/** Registration, step one: account, phone and opening code. */
import { z } from 'zod/mini'
import { accountName, openingCode, phone } from '#contract/account.ts'

/** Specification, section 5. */
const MAINLAND = /^1[345789]\d{9}$/

/**
 * Converts a typed phone number to E.164: removes spaces and dashes, replaces 00 with +, and adds +86 to a mainland
 * number.
 */
export function tidyPhone(text: string): string {
  const bare = text
    .normalize('NFKC')
    .replace(/[\s\-().·]/g, '')
    .replace(/^00/, '+')
  if (MAINLAND.test(bare)) return `+86${bare}`
  return bare
}

/** Upper case without spaces. Letters that Crockford's alphabet omits become the digits that they resemble. */
export const tidyOpeningCode = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s-]/g, '')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')

export const registerCheckForm = z.object({
  account: z.pipe(z.string().check(z.trim()), accountName),
  phone: z.pipe(z.pipe(z.string(), z.transform(tidyPhone)), phone),
  openingCode: z.pipe(z.pipe(z.string(), z.transform(tidyOpeningCode)), openingCode),
})

export const REGISTER_CHECK_PLACES = {
  account_taken: 'account',
  account_reserved: 'account',
  phone_invalid: 'phone',
  opening_code_unknown: 'openingCode',
} as const
