/** Money in and out: deposits, withdrawals, and the payout account they go to. */
import { z } from 'zod'
import {
  deposit,
  depositMethodId,
  depositStatus,
  depositTerms,
  withdrawal,
  withdrawalStanding,
  withdrawalTerms,
} from '#contract/cashier.ts'
import { endpoint } from '#contract/endpoint.ts'
import { factorProof } from '#contract/factors.ts'
import { payoutAccount, payoutForm } from '#contract/payout.ts'
import { depositId, money, photoId, withdrawalId } from '#contract/scalars.ts'

export const getDepositTerms = endpoint({
  method: 'GET',
  path: '/deposit-terms',
  access: 'user',
  perMinute: 60,
  summary: 'Ways to deposit, with where to send and how much',
  reply: depositTerms,
  errors: ['not_logged_in'],
})

export const openDeposit = endpoint({
  method: 'POST',
  path: '/deposits',
  access: 'user',
  command: 'deposit',
  perMinute: 20,
  summary: 'Say that money was sent; it counts once reviewed',
  body: z.object({ method: depositMethodId, amount: money, proof: photoId.nullable() }),
  reply: z.object({ deposit }),
  errors: [
    'method_unknown',
    'amount_below_minimum',
    'amount_above_maximum',
    'own_deposit_limit',
    'trading_paused',
    'too_many_in_review',
    'daily_count_reached',
    'photo_unknown',
    'money_writes_halted',
    'key_missing',
    'key_reused',
    'not_logged_in',
  ],
})

export const cancelDeposit = endpoint({
  method: 'POST',
  path: '/deposits/:id/cancel',
  access: 'user',
  command: 'deposit_cancel',
  perMinute: 20,
  summary: 'Take a deposit back before its review begins',
  params: z.object({ id: depositId }),
  body: z.object({}),
  reply: z.object({ deposit }),
  errors: ['document_moved_on', 'key_missing', 'key_reused', 'not_logged_in'],
})

export const listDeposits = endpoint({
  method: 'GET',
  path: '/deposits',
  access: 'user',
  perMinute: 120,
  summary: 'Deposits, newest first',
  query: z.object({ status: depositStatus.optional(), before: depositId.optional() }),
  reply: z.object({ deposits: z.array(deposit), next: depositId.nullable() }),
  errors: ['not_logged_in'],
})

export const getWithdrawalTerms = endpoint({
  method: 'GET',
  path: '/withdrawal-terms',
  access: 'user',
  perMinute: 60,
  summary: 'Fees and limits of withdrawals',
  reply: withdrawalTerms,
  errors: ['not_logged_in'],
})

const withdrawalIntent = z.object({
  amount: money,
  /** As shown before confirming; another fee by then is refused with `fee_changed`. */
  fee: money,
})
/** The passkey's challenge covers amount, fee and destination, so its answer is good for nothing else. */
export const challengeWithdrawal = endpoint({
  method: 'POST',
  path: '/withdrawals/challenge',
  access: 'user',
  perMinute: 30,
  summary: 'A passkey challenge bound to one withdrawal',
  body: withdrawalIntent,
  reply: z.object({ options: z.record(z.string(), z.unknown()) }),
  errors: ['payout_account_missing', 'not_found', 'not_logged_in'],
})

/** The trading password and the proof confirm this amount to this destination: they travel in one request. */
export const openWithdrawal = endpoint({
  method: 'POST',
  path: '/withdrawals',
  access: 'user',
  command: 'withdrawal',
  secrets: ['tradingPassword', 'proof'],
  perMinute: 20,
  summary: 'Ask for a payout; the amount is held until it is decided',
  body: withdrawalIntent.extend({
    tradingPassword: z.string().min(1).max(128),
    proof: factorProof.nullable(),
  }),
  reply: z.object({ withdrawal }),
  errors: [
    'identity_not_verified',
    'payout_account_missing',
    'trading_password_wrong',
    'factor_required',
    'factor_wrong',
    'fee_changed',
    'amount_below_minimum',
    'amount_above_maximum',
    'available_too_low',
    'too_many_in_review',
    'daily_count_reached',
    'withdrawals_on_hold',
    'money_writes_halted',
    'key_missing',
    'key_reused',
    'not_logged_in',
  ],
})

export const cancelWithdrawal = endpoint({
  method: 'POST',
  path: '/withdrawals/:id/cancel',
  access: 'user',
  command: 'withdrawal_cancel',
  perMinute: 20,
  summary: 'Take a withdrawal back while it is in review',
  params: z.object({ id: withdrawalId }),
  body: z.object({}),
  reply: z.object({ withdrawal }),
  errors: [
    'document_moved_on',
    'money_writes_halted',
    'key_missing',
    'key_reused',
    'not_logged_in',
  ],
})

export const listWithdrawals = endpoint({
  method: 'GET',
  path: '/withdrawals',
  access: 'user',
  perMinute: 120,
  summary: 'Withdrawals, newest first',
  query: z.object({ show: withdrawalStanding.optional(), before: withdrawalId.optional() }),
  reply: z.object({ withdrawals: z.array(withdrawal), next: withdrawalId.nullable() }),
  errors: ['not_logged_in'],
})

export const getPayoutAccount = endpoint({
  method: 'GET',
  path: '/payout-account',
  access: 'user',
  perMinute: 120,
  summary: 'Where withdrawals go, masked; null until set',
  reply: z.object({ payoutAccount: payoutAccount.nullable() }),
  errors: ['not_logged_in'],
})

/** Once: of two at the same time exactly one wins. The holder is the verified name where there is one. */
export const setPayoutAccount = endpoint({
  method: 'POST',
  path: '/payout-account',
  access: 'user',
  command: 'payout_account',
  secrets: ['number', 'address', 'tradingPassword'],
  perMinute: 10,
  summary: 'Set the payout account, once; customer service changes it later',
  body: z.object({ account: payoutForm, tradingPassword: z.string().min(1).max(128) }),
  reply: z.object({ payoutAccount }),
  errors: [
    'payout_account_set',
    'trading_password_wrong',
    'key_missing',
    'key_reused',
    'not_logged_in',
  ],
})
