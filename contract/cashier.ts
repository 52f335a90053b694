/** Deposits and withdrawals as documents under review, and the terms under which they are made. */
import { z } from 'zod/mini'
import { frozenState } from '#contract/frozen.ts'
import { rejectReason, reviewer } from '#contract/review.ts'
import { basisPoints, depositId, money, timeMs, withdrawalId } from '#contract/scalars.ts'

/** One line that the user must copy into the transfer form of their bank or wallet. */
export const receivingDetail = z.object({
  label: z.enum(['holder', 'bank', 'iban', 'reference', 'network', 'address']),
  value: z.string(),
})
/** The identifier of a deposit method, such as `bank_transfer`. */
export const depositMethodId = z.string().check(z.regex(/^[a-z0-9_]{2,20}$/))
/** One method of depositing, with its limits per deposit and where to send the money. */
export const depositMethod = z.object({
  id: depositMethodId,
  kind: z.enum(['bank', 'currency']),
  /** The name of the currency; null for a bank transfer. */
  currency: z.nullable(z.string()),
  minimum: money,
  maximum: money,
  details: z.array(receivingDetail),
  /** The text that the QR code encodes; null where there is none. */
  qr: z.nullable(z.string()),
})
/** A parsed deposit method. Limits are bigint minor units (1/100). */
export type DepositMethod = z.infer<typeof depositMethod>

/** The state of a deposit. `approved`, `rejected` and `cancelled` are final. */
export const depositStatus = z.enum(['submitted', 'review', 'approved', 'rejected', 'cancelled'])
/** The parsed state of a deposit. */
export type DepositStatus = z.infer<typeof depositStatus>
/**
 * A deposit as its user sees it. The money counts once the deposit is approved. `reviewAt`, `decidedAt`, `reviewer` and
 * `reason` are null until that step has happened.
 */
export const deposit = z.object({
  id: depositId,
  method: depositMethodId,
  amount: money,
  status: depositStatus,
  hasProof: z.boolean(),
  /** Set when the retention period of the proof has ended and the picture was deleted. */
  proofExpired: z.optional(z.literal(true)),
  createdAt: timeMs,
  reviewAt: z.nullable(timeMs),
  decidedAt: z.nullable(timeMs),
  reviewer: z.nullable(reviewer),
  reason: z.nullable(rejectReason),
  /** Absent unless a check found a fault in this document. */
  frozen: z.optional(frozenState),
})
/** A parsed deposit. `amount` is in bigint minor units (1/100). */
export type Deposit = z.infer<typeof deposit>

/** The state of a withdrawal. `paid`, `rejected`, `cancelled` and `bounced` are final. */
export const withdrawalStatus = z.enum([
  'requested',
  'review',
  'approved',
  'paying',
  'paid',
  'rejected',
  'cancelled',
  'bounced',
])
/** The parsed state of a withdrawal. */
export type WithdrawalStatus = z.infer<typeof withdrawalStatus>
/** The three states of a withdrawal that users see; rules/withdrawal-result.ts maps each status to one. */
export const withdrawalResult = z.enum(['under_review', 'success', 'failed'])
/** The parsed state of a withdrawal as users see it. */
export type WithdrawalResult = z.infer<typeof withdrawalResult>
/**
 * A withdrawal as its user sees it. `amount` is held from the request until the decision. Times are null until their
 * step has happened.
 */
export const withdrawal = z.object({
  id: withdrawalId,
  amount: money,
  fee: money,
  /** The sum that is paid out: `amount` minus `fee`. */
  net: money,
  /** The payout account at the time of the request, masked. */
  destination: z.object({
    kind: z.enum(['bank_card', 'currency_address']),
    bank: z.string(),
    number: z.string(),
  }),
  status: withdrawalStatus,
  createdAt: timeMs,
  reviewAt: z.nullable(timeMs),
  /** When the withdrawal was approved, rejected or cancelled. */
  decidedAt: z.nullable(timeMs),
  sentAt: z.nullable(timeMs),
  /** When the withdrawal was paid or bounced. */
  doneAt: z.nullable(timeMs),
  reviewer: z.nullable(reviewer),
  reason: z.nullable(rejectReason),
  /** Absent unless a check found a fault in this document. */
  frozen: z.optional(frozenState),
})
/** A parsed withdrawal. Amounts are bigint minor units (1/100). */
export type Withdrawal = z.infer<typeof withdrawal>

/** The fee of a withdrawal: `rate` of the amount, rounded up, and at least `minimum` (rules/withdrawal-fee.ts). */
export const feeTerms = z.object({ rate: basisPoints, minimum: money })
/** Parsed fee terms: the rate in basis points, the minimum in bigint minor units (1/100). */
export type FeeTerms = z.infer<typeof feeTerms>
/**
 * Fees and limits of withdrawals, the reply of `GET /withdrawal-terms`. `minimum` and `maximum` apply to one
 * withdrawal; the daily count starts again at `resetsAt`.
 */
export const withdrawalTerms = z.object({
  fees: z.object({ bank_card: feeTerms, currency_address: feeTerms }),
  minimum: money,
  maximum: money,
  dailyCount: z.int(),
  remainingToday: z.int().check(z.nonnegative()),
  resetsAt: timeMs,
})
/** The parsed fees and limits of withdrawals. */
export type WithdrawalTerms = z.infer<typeof withdrawalTerms>
/** The deposit methods and the daily count, the reply of `GET /deposit-terms`. The count starts again at `resetsAt`. */
export const depositTerms = z.object({
  dailyCount: z.int(),
  remainingToday: z.int().check(z.nonnegative()),
  resetsAt: timeMs,
  methods: z.array(depositMethod),
})
/** The parsed methods and daily count of deposits. */
export type DepositTerms = z.infer<typeof depositTerms>
