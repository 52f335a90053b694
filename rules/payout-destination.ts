/** Validation of payout accounts: cards by check digit, IBANs by country, currency addresses by their kind. */
import { validateIBAN, ValidationErrorsIBAN } from 'ibantools'
import type { FieldIssueCode } from '#contract/errors.ts'
import type { PayoutForm } from '#contract/payout.ts'
import { asciiDigits } from '#rules/ascii-digits.ts'
import { luhn } from '#rules/check-digits.ts'
import { addressIssue } from '#rules/currency-address.ts'
import { isDeceptive } from '#rules/deceptive-text.ts'
import { nameIssue, normalName } from '#rules/person-name.ts'

/** The lengths of card numbers by ISO/IEC 7812-1. */
const CARD_MIN = 12
const CARD_MAX = 19
/** No nationality, so that names of any country are valid, because an account can be abroad. */
const ANYWHERE = ''

/** A card number or IBAN in upper case, without the spaces and hyphens between groups. */
const normalNumber = (text: string): string =>
  asciiDigits(text)
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

/** What is wrong with a card number or IBAN, in which spaces are allowed; null if it is valid. */
export function cardIssue(text: string): FieldIssueCode | null {
  const number = normalNumber(text)
  if (number === '') return 'empty'
  if (/^[A-Z]{2}/.test(number)) return ibanIssue(number)
  if (!/^\d+$/.test(number)) return 'format'
  if (number.length < CARD_MIN) return 'too_short'
  if (number.length > CARD_MAX) return 'too_long'
  // Zeros alone also pass the Luhn check.
  return luhn(number) && !/^0+$/.test(number) ? null : 'checksum'
}

/** The payout account in the form in which it is stored: numbers without separators, names normalised. */
export function normalDestination(form: PayoutForm): PayoutForm {
  const holder = normalName(form.holder)
  return form.kind === 'bank_card'
    ? { ...form, holder, number: normalNumber(form.number) }
    : { ...form, holder, address: form.address.trim() }
}

/** An issue of one field of a payout account. */
export interface DestinationIssue {
  path: 'holder' | 'bank' | 'number' | 'address'
  code: FieldIssueCode
}

function issueAt(form: PayoutForm, path: DestinationIssue['path']): FieldIssueCode | null {
  if (path === 'holder') return nameIssue(form.holder, ANYWHERE)
  if (form.kind === 'currency_address')
    return path === 'address' ? addressIssue(form.address, form.currency) : null
  return path === 'number' ? cardIssue(form.number) : null
}

/**
 * The issues of a payout account by field; empty if it is valid. Deceptive characters are an issue in every field,
 * because operators check them by eye.
 */
export function destinationIssues(form: PayoutForm): DestinationIssue[] {
  const texts = {
    holder: form.holder,
    bank: form.kind === 'bank_card' ? form.bank : '',
    number: form.kind === 'bank_card' ? form.number : '',
    address: form.address,
  }
  return (['holder', 'bank', 'number', 'address'] as const).flatMap((path) => {
    const code = isDeceptive(texts[path]) ? 'deceptive' : issueAt(form, path)
    return code === null ? [] : [{ path, code }]
  })
}
