/** The operator desk: looks, decisions, the maintenance switch. No row here touches a price, a result or a password. */
import { z } from 'zod'
import * as d from '#contract/desk.ts'
import { accountName } from '#contract/account.ts'
import { depositStatus, withdrawalStatus } from '#contract/cashier.ts'
import { endpoint } from '#contract/endpoint.ts'
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
  symbol,
  verificationId,
  withdrawalId,
} from '#contract/scalars.ts'
import { verificationStatus } from '#contract/verification.ts'

const row = <const P extends `/${string}`>(path: P) =>
  ({ path: `/desk${path}` as const, access: 'operator', perMinute: 240 }) as const

/** Lists: without a status those that wait, oldest first; those decided newest first. */
export const deskVerifications = endpoint({
  ...row('/verifications'),
  method: 'GET',
  summary: 'Identities sent in',
  query: z.object({ status: verificationStatus.optional(), after: verificationId.optional() }),
  reply: z.object({ items: z.array(d.deskVerification), next: verificationId.nullable() }),
  errors: [],
})
export const deskVerification = endpoint({
  ...row('/verifications/:id'),
  method: 'GET',
  summary: 'One identity in full; the look is logged',
  params: z.object({ id: verificationId }),
  reply: d.deskVerificationDetail,
  errors: [],
})
export const decideVerification = endpoint({
  ...row('/verifications/:id/decision'),
  method: 'POST',
  summary: 'Approve or reject an identity',
  params: z.object({ id: verificationId }),
  body: reviewDecision,
  reply: d.deskVerification,
  errors: ['document_moved_on'],
})
export const deskPhoto = endpoint({
  ...row('/photos/:id'),
  method: 'GET',
  summary: 'A photo under review; the look is logged',
  params: z.object({ id: photoId }),
  reply: null,
  download: 'image/webp',
  errors: ['photo_reason_required'],
})
/** For a photo whose decision is made. The customer can read the reason. */
export const reopenPhoto = endpoint({
  ...row('/photos/:id/opening'),
  method: 'POST',
  summary: 'Open a photo after its decision, with a written reason, for ten minutes',
  params: z.object({ id: photoId }),
  body: z.object({ why: plainText(5, 200) }),
  reply: null,
  errors: [],
})

export const deskDeposits = endpoint({
  ...row('/deposits'),
  method: 'GET',
  summary: 'Deposits',
  query: z.object({ status: depositStatus.optional(), after: depositId.optional() }),
  reply: z.object({ items: z.array(d.deskDeposit), next: depositId.nullable() }),
  errors: [],
})
export const reviewDeposit = endpoint({
  ...row('/deposits/:id/review'),
  method: 'POST',
  summary: 'Begin the review; the user can cancel no more',
  params: z.object({ id: depositId }),
  body: z.object({}),
  reply: d.deskDeposit,
  errors: ['document_moved_on'],
})
/** Above the configured amount an approval is a proposal until another operator approves too. */
export const decideDeposit = endpoint({
  ...row('/deposits/:id/decision'),
  method: 'POST',
  summary: 'Approve or reject a deposit',
  params: z.object({ id: depositId }),
  body: reviewDecision,
  reply: d.deskDeposit,
  errors: ['document_moved_on', 'money_writes_halted', 'same_operator'],
})

export const deskWithdrawals = endpoint({
  ...row('/withdrawals'),
  method: 'GET',
  summary: 'Withdrawals',
  query: z.object({ status: withdrawalStatus.optional(), after: withdrawalId.optional() }),
  reply: z.object({ items: z.array(d.deskWithdrawal), next: withdrawalId.nullable() }),
  errors: [],
})
export const deskWithdrawal = endpoint({
  ...row('/withdrawals/:id'),
  method: 'GET',
  summary: 'One withdrawal with where to pay; the look is logged',
  params: z.object({ id: withdrawalId }),
  reply: d.deskWithdrawalDetail,
  errors: [],
})
/** Above the configured amount `approve` and `bounce` are proposals until another operator takes the same step. */
export const moveWithdrawal = endpoint({
  ...row('/withdrawals/:id/step'),
  method: 'POST',
  summary: 'The next step of a withdrawal',
  params: z.object({ id: withdrawalId }),
  body: withdrawalStep,
  reply: d.deskWithdrawal,
  errors: ['document_moved_on', 'money_writes_halted', 'same_operator'],
})

export const deskPayoutChanges = endpoint({
  ...row('/payout-changes'),
  method: 'GET',
  summary: 'Changes of payout accounts that wait for a second operator',
  query: z.object({
    status: d.payoutChangeStatus.optional(),
    after: payoutChangeId.optional(),
  }),
  reply: z.object({ items: z.array(d.deskPayoutChange), next: payoutChangeId.nullable() }),
  errors: [],
})
export const proposePayoutChange = endpoint({
  ...row('/payout-changes'),
  method: 'POST',
  summary: 'Propose another payout account, as the customer asked',
  body: z.object({ account: accountName, proposed: payoutForm, why: plainText(5, 300) }),
  reply: d.deskPayoutChange,
  errors: ['payout_account_missing', 'too_many_in_review'],
})
export const decidePayoutChange = endpoint({
  ...row('/payout-changes/:id/decision'),
  method: 'POST',
  summary: 'A second operator approves or rejects the change',
  params: z.object({ id: payoutChangeId }),
  body: reviewDecision,
  reply: d.deskPayoutChange,
  errors: ['same_operator', 'document_moved_on'],
})

/** By account, by the last four digits of the phone or by opening code; the search is logged. */
export const findCustomers = endpoint({
  ...row('/customers'),
  method: 'GET',
  summary: 'Find customers',
  query: z.object({ search: plainText(3, 40) }),
  reply: z.object({ customers: z.array(d.deskCustomerRow) }),
  errors: [],
})
export const getCustomer = endpoint({
  ...row('/customers/:account'),
  method: 'GET',
  summary: 'One customer; the look is logged',
  params: z.object({ account: accountName }),
  reply: d.deskCustomer,
  errors: [],
})

export const deskProducts = endpoint({
  ...row('/products'),
  method: 'GET',
  summary: 'Products and whether they are under maintenance',
  reply: z.object({ products: z.array(d.deskProduct) }),
  errors: [],
})
/** `drain`: sell nothing more, halt after the last position. `now`: halt at once; open orders are void alike. */
export const haltProduct = endpoint({
  ...row('/products/:symbol/halt'),
  method: 'POST',
  summary: 'Put a product under maintenance',
  params: z.object({ symbol }),
  body: z.object({ how: z.enum(['drain', 'now']) }),
  reply: d.deskProduct,
  errors: ['product_unknown', 'document_moved_on'],
})
export const resumeProduct = endpoint({
  ...row('/products/:symbol/resume'),
  method: 'POST',
  summary: 'Open a product again',
  params: z.object({ symbol }),
  body: z.object({}),
  reply: d.deskProduct,
  errors: ['product_unknown', 'document_moved_on'],
})

export const deskFundRates = endpoint({
  ...row('/fund-rates'),
  method: 'GET',
  summary: 'Rates proposed; those that wait without a status',
  query: z.object({
    status: rateProposalStatus.optional(),
    after: rateProposalId.optional(),
  }),
  reply: z.object({ items: z.array(rateProposal), next: rateProposalId.nullable() }),
  errors: [],
})
/** For everybody alike, from a day that has not begun on. Alone it changes nothing. */
export const proposeFundRate = endpoint({
  ...row('/fund-rates'),
  method: 'POST',
  summary: 'Propose a rate of the fund; another operator publishes it',
  body: z.object({ from: day, dailyRate, why: plainText(5, 200) }),
  reply: rateProposal,
  errors: ['rate_day_taken', 'rate_too_late', 'rate_too_early', 'too_many_in_review'],
})
export const decideFundRate = endpoint({
  ...row('/fund-rates/:id/decision'),
  method: 'POST',
  summary: 'Publish or reject a proposed rate; nobody publishes their own',
  params: z.object({ id: rateProposalId }),
  body: reviewDecision,
  reply: rateProposal,
  errors: ['document_moved_on', 'same_operator', 'rate_day_taken', 'rate_too_late'],
})

export const deskLog = endpoint({
  ...row('/log'),
  method: 'GET',
  summary: 'The operator log, newest first',
  query: z.object({ actor: reviewer.optional(), before: actSeq.optional() }),
  reply: z.object({
    acts: z.array(act.extend({ account: accountName.nullable() })),
    next: actSeq.nullable(),
  }),
  errors: [],
})
