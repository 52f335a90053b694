/**
 * Endpoints of the operator desk: views, decisions and the maintenance switch. None of them can change a price, a
 * result or a password.
 */
import { z } from 'zod/mini'
import * as d from '#contract/desk.ts'
import { accountName } from '#contract/account.ts'
import { depositStatus, withdrawalStatus } from '#contract/cashier.ts'
import { endpoint } from '#contract/endpoint.ts'
import { BARRED_ERRORS, MONEY_STOPPED } from '#contract/errors.ts'
import { dailyRate, rateProposal, rateProposalStatus } from '#contract/fund.ts'
import { payoutForm } from '#contract/payout.ts'
import { act } from '#contract/records.ts'
import { reviewDecision, reviewer, withdrawalStep } from '#contract/review.ts'
import {
  actSeq,
  day,
  depositId,
  payoutChangeId,
  photoId,
  plainText,
  rateProposalId,
  shownText,
  symbol,
  verificationId,
  withdrawalId,
} from '#contract/scalars.ts'
import { verificationStatus } from '#contract/verification.ts'

const row = <const P extends `/${string}`>(path: P) =>
  ({ path: `/desk${path}` as const, access: 'operator', perMinute: 240 }) as const
const DECIDED = ['document_moved_on', 'document_frozen'] as const
const REVIEW_ERRORS = [...DECIDED, ...MONEY_STOPPED, 'same_operator'] as const

/**
 * Lists submitted identities. Every list of the desk without a status returns what waits, oldest first; with a final
 * status it returns the newest first.
 */
export const deskVerifications = endpoint({
  ...row('/verifications'),
  method: 'GET',
  summary: 'Submitted identities',
  query: z.object({ status: z.optional(verificationStatus), after: z.optional(verificationId) }),
  reply: z.object({ items: z.array(d.deskVerification), next: z.nullable(verificationId) }),
  errors: [],
})
/** Returns one submitted identity, unmasked. Every view is recorded in the operator log. */
export const deskVerification = endpoint({
  ...row('/verifications/:id'),
  method: 'GET',
  summary: 'One identity in full; the view is logged',
  params: z.object({ id: verificationId }),
  reply: d.deskVerificationDetail,
  errors: [],
})
/** Approves or rejects an identity. Fails with `document_moved_on` if it was decided before. */
export const decideVerification = endpoint({
  ...row('/verifications/:id/decision'),
  method: 'POST',
  summary: 'Approve or reject an identity',
  params: z.object({ id: verificationId }),
  body: reviewDecision,
  reply: d.deskVerification,
  errors: DECIDED,
})
/**
 * Returns a photo as WebP. Every view is recorded. After the decision it fails with `photo_reason_required` until
 * `reopenPhoto` was called.
 */
export const deskPhoto = endpoint({
  ...row('/photos/:id'),
  method: 'GET',
  summary: 'A photo under review; the view is logged',
  params: z.object({ id: photoId }),
  reply: null,
  download: 'image/webp',
  errors: ['photo_reason_required', 'photo_tampered'],
})
/** Opens a photo whose document was decided, for ten minutes. The customer can read the reason in the log. */
export const reopenPhoto = endpoint({
  ...row('/photos/:id/opening'),
  method: 'POST',
  summary: 'Open a photo after its decision, with a written reason, for ten minutes',
  params: z.object({ id: photoId }),
  body: z.object({ why: shownText(5, 200) }),
  reply: null,
  errors: [],
})

/** Lists deposits. Without a status: those that wait for an operator, oldest first. */
export const deskDeposits = endpoint({
  ...row('/deposits'),
  method: 'GET',
  summary: 'Deposits',
  query: z.object({ status: z.optional(depositStatus), after: z.optional(depositId) }),
  reply: z.object({ items: z.array(d.deskDeposit), next: z.nullable(depositId) }),
  errors: [],
})
/** Starts the review of a deposit. It then waits for an operator's decision. */
export const reviewDeposit = endpoint({
  ...row('/deposits/:id/review'),
  method: 'POST',
  summary: 'Begin the review; the user can no longer cancel',
  params: z.object({ id: depositId }),
  body: z.object({}),
  reply: d.deskDeposit,
  errors: ['document_moved_on'],
})
/**
 * Approves or rejects a deposit. Above the configured amount, an approval is a proposal until a second operator
 * approves too.
 */
export const decideDeposit = endpoint({
  ...row('/deposits/:id/decision'),
  method: 'POST',
  summary: 'Approve or reject a deposit',
  params: z.object({ id: depositId }),
  body: reviewDecision,
  reply: d.deskDeposit,
  errors: REVIEW_ERRORS,
})

/** Lists withdrawals. Without a status: those that wait for an operator, oldest first. */
export const deskWithdrawals = endpoint({
  ...row('/withdrawals'),
  method: 'GET',
  summary: 'Withdrawals',
  query: z.object({ status: z.optional(withdrawalStatus), after: z.optional(withdrawalId) }),
  reply: z.object({ items: z.array(d.deskWithdrawal), next: z.nullable(withdrawalId) }),
  errors: [],
})
/** Returns one withdrawal with the full payment details. Every view is recorded in the operator log. */
export const deskWithdrawal = endpoint({
  ...row('/withdrawals/:id'),
  method: 'GET',
  summary: 'One withdrawal with its payment details; the view is logged',
  params: z.object({ id: withdrawalId }),
  reply: d.deskWithdrawalDetail,
  errors: [],
})
/**
 * Takes the next step of a withdrawal. Above the configured amount, `approve` and `bounce` are proposals until a second
 * operator takes the same step.
 */
export const moveWithdrawal = endpoint({
  ...row('/withdrawals/:id/step'),
  method: 'POST',
  summary: 'The next step of a withdrawal',
  params: z.object({ id: withdrawalId }),
  body: withdrawalStep,
  reply: d.deskWithdrawal,
  errors: [...REVIEW_ERRORS, 'withdrawals_wait', 'account_locked'],
})

/** Lists proposed changes of payout accounts. Without a status: those that wait for a second operator. */
export const deskPayoutChanges = endpoint({
  ...row('/payout-changes'),
  method: 'GET',
  summary: 'Changes of payout accounts that wait for a second operator',
  query: z.object({
    status: z.optional(d.payoutChangeStatus),
    after: z.optional(payoutChangeId),
  }),
  reply: z.object({ items: z.array(d.deskPayoutChange), next: z.nullable(payoutChangeId) }),
  errors: [],
})
/** Proposes a new payout account at the customer's request. A second operator decides. */
export const proposePayoutChange = endpoint({
  ...row('/payout-changes'),
  method: 'POST',
  summary: 'Propose another payout account at the request of the customer',
  body: z.object({ account: accountName, proposed: payoutForm, why: shownText(5, 300) }),
  reply: d.deskPayoutChange,
  errors: ['payout_account_missing', 'too_many_in_review', 'withdrawals_on_hold', ...BARRED_ERRORS],
})
/** Approves or rejects a proposed payout account. Fails with `same_operator` for the operator who proposed it. */
export const decidePayoutChange = endpoint({
  ...row('/payout-changes/:id/decision'),
  method: 'POST',
  summary: 'A second operator approves or rejects the change',
  params: z.object({ id: payoutChangeId }),
  body: reviewDecision,
  reply: d.deskPayoutChange,
  errors: ['same_operator', 'document_moved_on', 'withdrawals_on_hold', ...BARRED_ERRORS],
})

/**
 * Finds customers by account, by the last four digits of the phone number or by opening code. The search is recorded in
 * the operator log.
 */
export const findCustomers = endpoint({
  ...row('/customers'),
  method: 'GET',
  summary: 'Find customers',
  query: z.object({ search: plainText(3, 40) }),
  reply: z.object({ customers: z.array(d.deskCustomerRow) }),
  errors: [],
})
/** Returns one customer. Every view is recorded in the operator log. */
export const getCustomer = endpoint({
  ...row('/customers/:account'),
  method: 'GET',
  summary: 'One customer; the view is logged',
  params: z.object({ account: accountName }),
  reply: d.deskCustomer,
  errors: [],
})

/** Lists all products with their maintenance state. */
export const deskProducts = endpoint({
  ...row('/products'),
  method: 'GET',
  summary: 'Products and whether they are under maintenance',
  reply: z.object({ products: z.array(d.deskProduct) }),
  errors: [],
})
/**
 * Takes a product out of service: no new orders from now on. Prices go on for longer than any order lasts, so that open
 * ones are settled by them, and then the product halts.
 */
export const haltProduct = endpoint({
  ...row('/products/:symbol/halt'),
  method: 'POST',
  summary: 'Put a product under maintenance',
  params: z.object({ symbol }),
  body: z.object({}),
  reply: d.deskProduct,
  errors: ['product_unknown', 'document_moved_on'],
})
/** Ends the maintenance of a product. */
export const resumeProduct = endpoint({
  ...row('/products/:symbol/resume'),
  method: 'POST',
  summary: 'Open a product again',
  params: z.object({ symbol }),
  body: z.object({}),
  reply: d.deskProduct,
  errors: ['product_unknown', 'document_moved_on'],
})

/** Lets withdrawals go on after a restore. The first call proposes it, and another operator's call does it. */
export const liftRestoreHold = endpoint({
  ...row('/restore-hold/lift'),
  method: 'POST',
  summary: 'End the hold of withdrawals after a restore; two operators',
  body: z.object({}),
  reply: z.object({ lifted: z.boolean() }),
  errors: ['document_moved_on', 'same_operator'],
})

/** Lists proposed rates of the fund. Without a status: those that wait for a second operator. */
export const deskFundRates = endpoint({
  ...row('/fund-rates'),
  method: 'GET',
  summary: 'Proposed rates; without a status, those that wait',
  query: z.object({
    status: z.optional(rateProposalStatus),
    after: z.optional(rateProposalId),
  }),
  reply: z.object({ items: z.array(rateProposal), next: z.nullable(rateProposalId) }),
  errors: [],
})
/**
 * Proposes a rate for every user, from a day that has not started yet. It takes effect only if a second operator
 * publishes it.
 */
export const proposeFundRate = endpoint({
  ...row('/fund-rates'),
  method: 'POST',
  summary: 'Propose a rate of the fund; another operator publishes it',
  body: z.object({ from: day, dailyRate, why: shownText(5, 200) }),
  reply: rateProposal,
  errors: ['rate_day_taken', 'rate_too_late', 'rate_too_early', 'too_many_in_review'],
})
/** Publishes or rejects a proposed rate. Fails with `same_operator` for the operator who proposed it. */
export const decideFundRate = endpoint({
  ...row('/fund-rates/:id/decision'),
  method: 'POST',
  summary: 'Publish or reject a proposed rate; operators cannot publish their own',
  params: z.object({ id: rateProposalId }),
  body: reviewDecision,
  reply: rateProposal,
  errors: [...DECIDED, 'same_operator', 'rate_day_taken', 'rate_too_late'],
})

/**
 * Returns the operator log, optionally of one operator. `account` names the customer whom an entry concerns, or is
 * null.
 */
export const deskLog = endpoint({
  ...row('/log'),
  method: 'GET',
  summary: 'The operator log, newest first',
  query: z.object({ actor: z.optional(reviewer), before: z.optional(actSeq) }),
  reply: z.object({
    acts: z.array(z.extend(act, { account: z.nullable(accountName) })),
    next: z.nullable(actSeq),
  }),
  errors: [],
})
