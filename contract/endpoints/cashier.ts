/** Endpoints of deposits, withdrawals, and the payout account to which withdrawals go. */
import { z } from 'zod/mini'
import {
  deposit,
  depositMethodId,
  depositStatus,
  depositTerms,
  withdrawal,
  withdrawalResult,
  withdrawalTerms,
} from '#contract/cashier.ts'
import { endpoint } from '#contract/endpoint.ts'
import { BARRED_ERRORS, MONEY_COMMAND_ERRORS } from '#contract/errors.ts'
import { factorProof } from '#contract/factors.ts'
import { payoutAccount, payoutForm } from '#contract/payout.ts'
import { depositId, money, photoId, withdrawalId } from '#contract/scalars.ts'

/** Returns the deposit methods with their limits, and how many deposits the user can still make today. */
export const getDepositTerms = endpoint({
  method: 'GET',
  path: '/deposit-terms',
  access: 'user',
  perMinute: 60,
  summary: 'Deposit methods, with payment details and limits',
  reply: depositTerms,
  errors: ['not_logged_in'],
})

/** Reports a transfer that the user made. The money is credited after a review. */
export const openDeposit = endpoint({
  method: 'POST',
  path: '/deposits',
  access: 'user',
  command: 'deposit',
  perMinute: 20,
  summary: 'Report a transfer; it is credited after the review',
  body: z.object({ method: depositMethodId, amount: money, proof: z.nullable(photoId) }),
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
    ...MONEY_COMMAND_ERRORS,
  ],
})

/** Cancels a deposit whose review has not started. Fails with `document_moved_on` afterwards. */
export const cancelDeposit = endpoint({
  method: 'POST',
  path: '/deposits/:id/cancel',
  access: 'user',
  command: 'deposit_cancel',
  perMinute: 20,
  summary: 'Cancel a deposit before its review begins',
  params: z.object({ id: depositId }),
  body: z.object({}),
  reply: z.object({ deposit }),
  errors: ['document_moved_on', 'key_missing', 'key_reused', 'key_expired', 'not_logged_in'],
})

/** Lists the user's deposits, optionally of one status. `before` is the `next` of the previous page. */
export const listDeposits = endpoint({
  method: 'GET',
  path: '/deposits',
  access: 'user',
  perMinute: 120,
  summary: 'Deposits, newest first',
  query: z.object({ status: z.optional(depositStatus), before: z.optional(depositId) }),
  reply: z.object({ deposits: z.array(deposit), next: z.nullable(depositId) }),
  errors: ['not_logged_in'],
})

/** Returns fees and limits, and how many withdrawals the user can still make today. */
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
  /** The fee that the user saw before confirming. If it differs by now, the request is refused with `fee_changed`. */
  fee: money,
})
/**
 * Creates the passkey challenge for a withdrawal. It covers amount, fee and destination, so its answer is valid for
 * nothing else.
 */
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

/**
 * Requests a withdrawal. The trading password and the second factor are in the same request, so that they confirm
 * exactly this amount and destination.
 */
export const openWithdrawal = endpoint({
  method: 'POST',
  path: '/withdrawals',
  access: 'user',
  command: 'withdrawal',
  secrets: ['tradingPassword', 'proof'],
  perMinute: 20,
  summary: 'Request a withdrawal; the amount is held until the decision',
  body: z.extend(withdrawalIntent, {
    tradingPassword: z.string().check(z.minLength(1), z.maxLength(128)),
    proof: z.nullable(factorProof),
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
    'withdrawals_wait',
    ...MONEY_COMMAND_ERRORS,
  ],
})

/** Cancels a withdrawal before it is approved. The held money becomes available again. */
export const cancelWithdrawal = endpoint({
  method: 'POST',
  path: '/withdrawals/:id/cancel',
  access: 'user',
  command: 'withdrawal_cancel',
  perMinute: 20,
  summary: 'Cancel a withdrawal while it is in review',
  params: z.object({ id: withdrawalId }),
  body: z.object({}),
  reply: z.object({ withdrawal }),
  errors: ['document_moved_on', ...MONEY_COMMAND_ERRORS],
})

/** Lists the user's withdrawals, optionally of one of the three states that users see. */
export const listWithdrawals = endpoint({
  method: 'GET',
  path: '/withdrawals',
  access: 'user',
  perMinute: 120,
  summary: 'Withdrawals, newest first',
  query: z.object({ show: z.optional(withdrawalResult), before: z.optional(withdrawalId) }),
  reply: z.object({ withdrawals: z.array(withdrawal), next: z.nullable(withdrawalId) }),
  errors: ['not_logged_in'],
})

/** Returns the user's payout account, masked. */
export const getPayoutAccount = endpoint({
  method: 'GET',
  path: '/payout-account',
  access: 'user',
  perMinute: 120,
  summary: 'The payout account, masked; null until set',
  reply: z.object({ payoutAccount: z.nullable(payoutAccount) }),
  errors: ['not_logged_in'],
})

/**
 * Sets the payout account once; of two simultaneous requests exactly one succeeds. Where the identity is verified, the
 * holder must be the verified name.
 */
export const setPayoutAccount = endpoint({
  method: 'POST',
  path: '/payout-account',
  access: 'user',
  command: 'payout_account',
  secrets: ['number', 'address', 'tradingPassword'],
  perMinute: 10,
  summary: 'Set the payout account once; only customer service can change it later',
  body: z.object({
    account: payoutForm,
    tradingPassword: z.string().check(z.minLength(1), z.maxLength(128)),
  }),
  reply: z.object({ payoutAccount }),
  errors: [
    'payout_account_set',
    'trading_password_wrong',
    'withdrawals_on_hold',
    ...BARRED_ERRORS,
    'key_missing',
    'key_reused',
    'key_expired',
    'not_logged_in',
  ],
})
