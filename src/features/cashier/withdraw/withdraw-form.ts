/** A withdrawal before its confirmation: the amount and its cost by the displayed terms. */
import type { FeeTerms, WithdrawalTerms } from '#contract/cashier.ts'
import type { PayoutAccount } from '#contract/payout.ts'
import { type AmountLimits, amountIssue } from '#forms/amounts.ts'
import type { Issues } from '#forms/form.ts'
import { parseAmount } from '#rules/amounts.ts'
import { withdrawalFee } from '#rules/withdrawal-fee.ts'

export interface WithdrawFields extends Record<string, string> {
  amount: string
}

/** What the user is asked to confirm: these figures, to this destination. */
export interface WithdrawDraft {
  amount: bigint
  fee: bigint
  net: bigint
  destination: { kind: PayoutAccount['kind']; bank: string; number: string }
}

export const withdrawLimits = (terms: WithdrawalTerms, available: bigint | null): AmountLimits => ({
  minimum: terms.minimum,
  maximum: terms.maximum,
  available,
})

export function checkWithdraw(
  fields: WithdrawFields,
  limits: AmountLimits,
): Issues<WithdrawFields> {
  const amount = amountIssue(fields.amount, limits)
  return amount === null ? {} : { amount }
}

export const feeTermsOf = (terms: WithdrawalTerms, { kind }: PayoutAccount): FeeTerms =>
  terms.fees[kind]

/** Null while there is no amount of which anything would be paid out. */
export function draftOf(
  text: string,
  terms: WithdrawalTerms,
  account: PayoutAccount,
): WithdrawDraft | null {
  const amount = parseAmount(text)
  if (amount === null || amount === 0n) return null
  const fee = withdrawalFee(amount, feeTermsOf(terms, account))
  if (fee >= amount) return null
  const { kind, bank, number } = account
  return { amount, fee, net: amount - fee, destination: { kind, bank, number } }
}
