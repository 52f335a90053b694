/** Whether a payout account can be paid to: cards by their check digit, IBANs by country, addresses by their kind. */
import { validateIBAN, ValidationErrorsIBAN } from 'ibantools'
import type { FieldIssueCode } from '#contract/errors.ts'
import type { PayoutForm } from '#contract/payout.ts'
import { luhn } from '#rules/check-digits.ts'
import { addressIssue } from '#rules/currency-address.ts'
import { isDeceptive } from '#rules/deceptive-text.ts'
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
  path: 'holder' | 'bank' | 'number' | 'address'
  code: FieldIssueCode
}

function issueAt(form: PayoutForm, path: DestinationIssue['path']): FieldIssueCode | null {
  if (path === 'holder') return nameIssue(form.holder, ANYWHERE)
  if (form.kind === 'currency_address')
    return path === 'address' ? addressIssue(form.address, form.currency) : null
  return path === 'number' ? cardIssue(form.number) : null
}

/** By field; empty when nothing is wrong. What is shown to be checked by eye must be what it looks like. */
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
