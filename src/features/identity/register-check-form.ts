/** Registration, step one: account, phone and opening code. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { z } from 'zod/mini'
import { accountName, openingCode, phone } from '#contract/account.ts'
import { asciiDigits } from '#rules/ascii-digits.ts'
import { phoneReader } from '#rules/phone.ts'

const readPhone = phoneReader(parsePhoneNumberFromString)

/** A typed phone number in E.164, or the trimmed text if it cannot be read. */
export const tidyPhone = (text: string): string => readPhone(text) ?? text.trim()

/** Upper case without spaces. Letters that Crockford's alphabet omits become the digits that they resemble. */
export const tidyOpeningCode = (text: string): string =>
  asciiDigits(text)
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Pd}]/gu, '')
    .toUpperCase()
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')

const numberInUse = phone.check(z.refine((text) => readPhone(text) === text))

export const registerCheckForm = z.object({
  account: z.pipe(z.string().check(z.normalize('NFKC'), z.trim()), accountName),
  phone: z.pipe(z.pipe(z.string(), z.transform(tidyPhone)), numberInUse),
  openingCode: z.pipe(z.pipe(z.string(), z.transform(tidyOpeningCode)), openingCode),
})

export const REGISTER_CHECK_PLACES = {
  account_taken: 'account',
  account_reserved: 'account',
  phone_invalid: 'phone',
  opening_code_unknown: 'openingCode',
} as const
