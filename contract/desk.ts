/**
 * What operators see at the desk: queues, and customers with the data a decision needs. Numbers are masked unless
 * needed.
 */
import { MINUTE_MS } from '#contract/time.ts'
import { z } from 'zod/mini'
import { accountName } from '#contract/account.ts'
import { balance } from '#contract/balance.ts'
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

/** An operator by their public name, as `GET /desk/me` and the desk's log-in return it. */
export const operator = z.object({ name: reviewer, createdAt: timeMs })
export type Operator = z.infer<typeof operator>

/** A desk session ends after this time without a key press or pointer movement. */
export const DESK_IDLE_MS = 15 * MINUTE_MS

/** Refused log-ins under an operator's name since their last successful one, shown to the operator who logs in. */
export const refusedLogIns = z.object({
  count: z.int().check(z.positive()),
  latestAt: timeMs,
  /** The network address of the latest refused log-in. */
  latestFrom: z.string(),
})
export type RefusedLogIns = z.infer<typeof refusedLogIns>

/** A passkey of an operator. `lastUsedAt` is null until its first use. */
export const deskPasskey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: timeMs,
  lastUsedAt: z.nullable(timeMs),
})

/** A submitted identity as the desk lists it, without names and numbers. */
export const deskVerification = z.object({
  id: verificationId,
  account: accountName,
  status: verificationStatus,
  nationality,
  submittedAt: timeMs,
  decidedAt: z.nullable(timeMs),
  reviewer: z.nullable(reviewer),
  reason: z.nullable(rejectReason),
})
/** A submitted identity with all data that a decision needs, unmasked. Every view is recorded in the operator log. */
export const deskVerificationDetail = z.extend(deskVerification, {
  name: z.string(),
  idNumber: z.string(),
  /** Other accounts that submitted the same document. */
  sameDocument: z.array(accountName),
  /** Null once the photos are deleted. */
  frontPhoto: z.nullable(photoId),
  backPhoto: z.nullable(photoId),
})

/** A step that one operator proposed and that a second operator confirms by taking the same step. */
const moneyProposal = z.object({
  step: z.enum(['approve', 'bounce']),
  by: reviewer,
  at: timeMs,
  /** The reason of a bounce; null for an approval. */
  reason: z.nullable(rejectReason),
})
const twoOperators = {
  /** Above this configured amount two operators decide; null where one is enough. */
  secondAbove: z.nullable(money),
  /** The proposal that waits for a second operator; null if there is none. */
  proposal: z.nullable(moneyProposal),
}
/** A deposit at the desk, with its account, its proof (null if there is none) and the state of the four-eyes rule. */
export const deskDeposit = z.extend(deposit, {
  account: accountName,
  proof: z.nullable(photoId),
  ...twoOperators,
})
/** A withdrawal at the desk, with its account and the state of the four-eyes rule. */
export const deskWithdrawal = z.extend(withdrawal, { account: accountName, ...twoOperators })
/** A withdrawal with the full payment details. Every view is recorded in the operator log. */
export const deskWithdrawalDetail = z.extend(deskWithdrawal, { payTo: payoutForm })

/** The state of a proposed change of a payout account. `approved` and `rejected` are final. */
export const payoutChangeStatus = z.enum(['proposed', 'approved', 'rejected'])
/** The parsed state of a payout account change. */
export type PayoutChangeStatus = z.infer<typeof payoutChangeStatus>
/** A change of a customer's payout account that one operator proposed and another decides. */
export const deskPayoutChange = z.object({
  id: payoutChangeId,
  account: accountName,
  /** Unmasked, because the second operator compares it with what the customer wrote. */
  proposed: payoutForm,
  current: z.nullable(payoutAccount),
  why: z.string(),
  status: payoutChangeStatus,
  proposedBy: reviewer,
  proposedAt: timeMs,
  decidedBy: z.nullable(reviewer),
  decidedAt: z.nullable(timeMs),
})

/** Whether the owner locked the account or is closing it. A closed account has a number in place of its name. */
export const accountState = z.enum(['open', 'locked', 'closing', 'closed'])

/** One match of the customer search. */
export const deskCustomerRow = z.object({
  account: accountName,
  nickname: z.string(),
  createdAt: timeMs,
  verification: verificationStatus,
  /** Whether this is a guest, who trades on one device without having registered. */
  guest: z.boolean(),
  state: accountState,
})
/**
 * One customer as `GET /desk/customers/:account` returns them: identity, payout account, balance and newest documents.
 */
export const deskCustomer = z.extend(deskCustomerRow, {
  phone: z.string(),
  verification: verificationStatus,
  identity: verification,
  payoutAccount: z.nullable(payoutAccount),
  balance,
  deposits: z.array(deposit),
  withdrawals: z.array(withdrawal),
  acts: z.array(act),
})

/**
 * The maintenance state of a product. While `draining`, no orders are accepted, and prices go on until every order that
 * could have been open is settled. Only then the product is `halted`.
 */
export const maintenanceState = z.enum(['open', 'draining', 'halted'])
/**
 * A product at the desk. `since` is when its maintenance began; null while it is open. `haltsAt` is when it will halt;
 * null unless it is draining. Nothing here depends on open positions: an operator learns neither their number nor that
 * there are any.
 */
export const deskProduct = z.object({
  symbol,
  state: maintenanceState,
  since: z.nullable(timeMs),
  haltsAt: z.nullable(timeMs),
  /** How many ticks of the last 24 hours were rejected (rules/sanity-band.ts). */
  ticksAside: z.int().check(z.nonnegative()),
})
