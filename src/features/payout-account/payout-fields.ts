/** The form of the withdrawal account: two kinds in one set of fields, of which each kind uses its own. */
import { currency, type PayoutForm } from '#contract/payout.ts'
import type { Issues } from '#forms/form.ts'
import { maskName } from '#rules/masking.ts'
import { destinationIssues } from '#rules/payout-destination.ts'
import { normalName } from '#rules/person-name.ts'

/** The name under which the form's fields are kept while the user chooses a place. */
export const PAYOUT_FORM = 'payout-account'

export type PayoutKind = PayoutForm['kind']

export interface PayoutFields extends Record<string, string> {
  kind: string
  holder: string
  nationality: string
  bank: string
  number: string
  /** The address of the bank's branch. */
  branch: string
  currency: string
  /** The address in the currency's network. */
  address: string
}

export const EMPTY_PAYOUT: PayoutFields = {
  kind: 'bank_card',
  holder: '',
  nationality: '',
  bank: '',
  number: '',
  branch: '',
  currency: 'USDT-TRC20',
  address: '',
}

export const kindOf = ({ kind }: PayoutFields): PayoutKind =>
  kind === 'currency_address' ? 'currency_address' : 'bank_card'

const NEEDED = {
  bank_card: ['holder', 'nationality', 'bank', 'number', 'branch'],
  currency_address: ['holder', 'nationality', 'currency', 'address'],
} as const satisfies Record<PayoutKind, readonly (keyof PayoutFields)[]>

export type PayoutField = (typeof NEEDED)[PayoutKind][number]
const fieldsOf = (kind: PayoutKind): readonly PayoutField[] => NEEDED[kind]

export function payoutForm(fields: PayoutFields): PayoutForm {
  const who = { holder: fields.holder.trim(), nationality: fields.nationality }
  if (kindOf(fields) === 'currency_address')
    return {
      kind: 'currency_address',
      ...who,
      currency: currency.parse(fields.currency),
      address: fields.address.trim(),
    }
  return {
    kind: 'bank_card',
    ...who,
    bank: fields.bank.trim(),
    number: fields.number.trim(),
    address: fields.branch.trim(),
  }
}

/** The form field for a path in the request. */
function fieldAt(path: string, kind: PayoutKind): PayoutField | null {
  const name = path.replace(/^account\./, '')
  const field = name === 'address' && kind === 'bank_card' ? 'branch' : name
  return fieldsOf(kind).find((one) => one === field) ?? null
}

/** The minimum in the request's schema. */
const SHORTEST = 2

/**
 * Applies the server's rules on the device. `identity` is the masked name of the user's verified identity, or null
 * without one; only the server knows the full name. Empty fields are checked first, because their text does not depend
 * on other rules.
 */
export function checkPayout(
  fields: PayoutFields,
  identity: string | null = null,
): Issues<PayoutFields> {
  const kind = kindOf(fields)
  const issues: Issues<PayoutFields> = {}
  for (const { path, code } of destinationIssues(payoutForm(fields))) {
    const field = fieldAt(path, kind)
    if (field !== null) issues[field] ??= code
  }
  if (
    identity !== null &&
    maskName(normalName(fields.holder)).toLowerCase() !== identity.toLowerCase()
  )
    issues.holder ??= 'other_name'
  if (kind === 'bank_card')
    for (const field of ['bank', 'branch'] as const)
      if (fields[field].trim().length < SHORTEST) issues[field] = 'too_short'
  for (const field of fieldsOf(kind)) if (fields[field]?.trim() === '') issues[field] = 'empty'
  return issues
}
