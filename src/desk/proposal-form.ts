/** The form of a proposed payout account: the fields, the missing ones, and the request's body. */
import { z } from 'zod'
import { currency, type PayoutForm, payoutForm } from '#contract/payout.ts'
import type { FieldIssueCode } from '#contract/errors.ts'

export interface ProposalFields {
  holder: string
  nationality: string
  bank: string
  number: string
  address: string
  currency: string
  why: string
}
export type ProposalKind = PayoutForm['kind']

export const CURRENCIES = currency.options
export const EMPTY_PROPOSAL: ProposalFields = {
  holder: '',
  nationality: '',
  bank: '',
  number: '',
  address: '',
  currency: 'USDT-TRC20',
  why: '',
}

export const fieldsOf = (kind: ProposalKind): readonly (keyof ProposalFields)[] =>
  kind === 'bank_card'
    ? ['holder', 'nationality', 'bank', 'number', 'address', 'why']
    : ['holder', 'nationality', 'currency', 'address', 'why']

export type ProposalIssues = Partial<Record<keyof ProposalFields, FieldIssueCode>>

const body = z.object({ proposed: payoutForm, why: z.string().trim().min(5).max(300) })

/** The body, or the issues by field. The server checks the check digits. */
export function readProposal(
  kind: ProposalKind,
  fields: ProposalFields,
): { ok: true; body: z.output<typeof body> } | { ok: false; issues: ProposalIssues } {
  const nationality = fields.nationality.trim().toUpperCase()
  const read = body.safeParse({
    why: fields.why,
    proposed: { kind, ...fields, nationality },
  })
  if (read.success) return { ok: true, body: read.data }
  const wrong = new Set(read.error.issues.map(({ path }) => path.at(-1)))
  const issues: ProposalIssues = {}
  for (const field of fieldsOf(kind)) {
    if (wrong.has(field)) issues[field] = fields[field].trim() === '' ? 'empty' : 'format'
  }
  return { ok: false, issues }
}
