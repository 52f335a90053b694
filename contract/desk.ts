/** What operators see: queues, and customers with what concerns a decision. Numbers are masked unless needed. */
import { z } from 'zod'
import { accountName, balance } from '#contract/account.ts'
import { deposit, withdrawal } from '#contract/cashier.ts'
import { payoutAccount, payoutForm } from '#contract/payout.ts'
import { act } from '#contract/records.ts'
import { rejectReason, reviewer } from '#contract/review.ts'
import {
  money,
  nationality,
  payoutChangeId,
  photoId,
  symbol,
  timeMs,
  verificationId,
} from '#contract/scalars.ts'
import { verification, verificationStatus } from '#contract/verification.ts'

export const deskQueue = z.enum([
  'verifications',
  'deposits',
  'withdrawals',
  'payout_changes',
  'fund_rates',
  'support',
])
export type DeskQueue = z.infer<typeof deskQueue>
/** How many wait in each queue; `revision` grows whenever anything in any of them changed. */
export const deskState = z.object({
  revision: z.int().nonnegative(),
  waiting: z.record(deskQueue, z.int().nonnegative()),
  /** Customers who are typing to customer service just now. */
  typing: z.array(accountName),
})
export type DeskState = z.infer<typeof deskState>

export const operator = z.object({ name: reviewer, createdAt: timeMs })
export type Operator = z.infer<typeof operator>

/** A desk session ends after this long without anything done by hand. */
export const DESK_IDLE_MS = 15 * 60_000

/** Log-ins under an operator's name that were refused since their last one: wrong, or too many. */
export const refusedLogIns = z.object({
  count: z.int().positive(),
  latestAt: timeMs,
  /** The network address of the latest. */
  latestFrom: z.string(),
})
export type RefusedLogIns = z.infer<typeof refusedLogIns>

export const deskPasskey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: timeMs,
  lastUsedAt: timeMs.nullable(),
})

export const deskVerification = z.object({
  id: verificationId,
  account: accountName,
  status: verificationStatus,
  nationality,
  submittedAt: timeMs,
  decidedAt: timeMs.nullable(),
  reviewer: reviewer.nullable(),
  reason: rejectReason.nullable(),
})
/** With the data that a decision needs, in full; each look is logged. */
export const deskVerificationDetail = deskVerification.extend({
  name: z.string(),
  idNumber: z.string(),
  /** Accounts with the same document. */
  sameDocument: z.array(accountName),
  /** Null once deleted. */
  frontPhoto: photoId.nullable(),
  backPhoto: photoId.nullable(),
})

/** A step that one operator proposed and that another one has to confirm by taking it too. */
const moneyProposal = z.object({
  step: z.enum(['approve', 'bounce']),
  by: reviewer,
  at: timeMs,
  /** Of a bounce; null otherwise. */
  reason: rejectReason.nullable(),
})
const twoOperators = {
  /** The configured amount above which two operators decide; null where one is enough. */
  secondAbove: money.nullable(),
  /** Null: none waits. */
  proposal: moneyProposal.nullable(),
}
export const deskDeposit = deposit.extend({
  account: accountName,
  proof: photoId.nullable(),
  ...twoOperators,
})
export const deskWithdrawal = withdrawal.extend({ account: accountName, ...twoOperators })
/** Where to pay, in full; each look is logged. */
export const deskWithdrawalDetail = deskWithdrawal.extend({ payTo: payoutForm })

export const payoutChangeStatus = z.enum(['proposed', 'approved', 'rejected'])
export type PayoutChangeStatus = z.infer<typeof payoutChangeStatus>
export const deskPayoutChange = z.object({
  id: payoutChangeId,
  account: accountName,
  /** In full: the second operator compares it with what the customer wrote. */
  proposed: payoutForm,
  current: payoutAccount.nullable(),
  why: z.string(),
  status: payoutChangeStatus,
  proposedBy: reviewer,
  proposedAt: timeMs,
  decidedBy: reviewer.nullable(),
  decidedAt: timeMs.nullable(),
})

export const deskCustomerRow = z.object({
  account: accountName,
  nickname: z.string(),
  createdAt: timeMs,
  verification: verificationStatus,
})
export const deskCustomer = deskCustomerRow.extend({
  phone: z.string(),
  verification: verificationStatus,
  identity: verification,
  payoutAccount: payoutAccount.nullable(),
  balance,
  deposits: z.array(deposit),
  withdrawals: z.array(withdrawal),
  acts: z.array(act),
})

/** `draining`: nothing is sold any more and the market halts once the last position is settled. */
export const maintenanceState = z.enum(['open', 'draining', 'halted'])
export const deskProduct = z.object({
  symbol,
  state: maintenanceState,
  openPositions: z.int().nonnegative(),
  since: timeMs.nullable(),
  /** Ticks of the last 24 hours that were put aside (rules/sanity-band.ts). */
  ticksAside: z.int().nonnegative(),
})
