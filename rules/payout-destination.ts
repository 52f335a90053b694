/** Whether a payout account can be paid to: cards by their check digit, IBANs by country, addresses by their kind. */
import { validateIBAN, ValidationErrorsIBAN } from 'ibantools'
import type { FieldIssueCode } from '#contract/errors.ts'
import type { PayoutForm } from '#contract/payout.ts'
import { luhn } from '#rules/check-digits.ts'
import { addressIssue } from '#rules/currency-address.ts'
import { nameIssue, normalName } from '#rules/person-name.ts'

/** ISO/IEC 7812-1. */
const CARD_MIN = 12
const CARD_MAX = 19
/** Any nation's: an account may be abroad. */
const ANYWHERE = ''

/** Upper case without the spaces and hyphens between groups. */
export const normalNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\-‐-―]/g, '')

function ibanIssue(iban: string): FieldIssueCode | null {
  const { valid, errorCodes } = validateIBAN(iban)
  if (valid) return null
  const sum = [
    ValidationErrorsIBAN.WrongIBANChecksum,
    ValidationErrorsIBAN.WrongAccountBankBranchChecksum,
  ]
  return errorCodes.every((code) => sum.includes(code)) ? 'checksum' : 'format'
}

/** A card's number or an IBAN, spaces allowed; null: one that can be. */
export function cardIssue(text: string): FieldIssueCode | null {
  const number = normalNumber(text)
  if (number === '') return 'empty'
  if (/^[A-Z]{2}/.test(number)) return ibanIssue(number)
  if (!/^\d+$/.test(number)) return 'format'
  if (number.length < CARD_MIN) return 'too_short'
  if (number.length > CARD_MAX) return 'too_long'
  // Zeros alone add up too.
  return luhn(number) && !/^0+$/.test(number) ? null : 'checksum'
}

/** As it is kept: numbers bare, names in one way. */
export function normalDestination(form: PayoutForm): PayoutForm {
  const holder = normalName(form.holder)
  return form.kind === 'bank_card'
    ? { ...form, holder, number: normalNumber(form.number) }
    : { ...form, holder, address: form.address.trim() }
}

export interface DestinationIssue {
  path: 'holder' | 'number' | 'address'
  code: FieldIssueCode
}

/** By field; empty: nothing is wrong. */
export function destinationIssues(form: PayoutForm): DestinationIssue[] {
  const number =
    form.kind === 'bank_card'
      ? ({ path: 'number', code: cardIssue(form.number) } as const)
      : ({ path: 'address', code: addressIssue(form.address, form.currency) } as const)
  const holder = { path: 'holder', code: nameIssue(form.holder, ANYWHERE) } as const
  return [holder, number].flatMap(({ path, code }) => (code === null ? [] : [{ path, code }]))
}
