/** The form of a proposed payout account: its fields by kind, and what is sent. */
import { z } from 'zod/mini'
import { proposePayoutChange } from '#contract/endpoints/desk.ts'
import { currency, type PayoutForm } from '#contract/payout.ts'
import { arrangedSchema, type Fields } from '#forms/form.ts'

export interface ProposalFields extends Fields {
  kind: ProposalKind
  holder: string
  nationality: string
  bank: string
  number: string
  address: string
  currency: string
  why: string
}
export type ProposalKind = PayoutForm['kind']

const NEEDED = {
  bank_card: ['holder', 'nationality', 'bank', 'number', 'address', 'why'],
  currency_address: ['holder', 'nationality', 'currency', 'address', 'why'],
} as const satisfies Record<ProposalKind, readonly (keyof ProposalFields)[]>
export type ProposalField = (typeof NEEDED)[ProposalKind][number]
export const fieldsOf = (kind: ProposalKind): readonly ProposalField[] => NEEDED[kind]

export const CURRENCIES = currency.options
export const emptyProposal = (kind: ProposalKind): ProposalFields => ({
  kind,
  holder: '',
  nationality: '',
  bank: '',
  number: '',
  address: '',
  currency: 'USDT-TRC20',
  why: '',
})

/** The server verifies the check digits. */
export const proposalForm = arrangedSchema(
  z.omit(proposePayoutChange.body, { account: true }),
  ({ why, ...fields }: ProposalFields) => ({
    why,
    proposed: { ...fields, nationality: fields.nationality.trim().toUpperCase() },
  }),
)
