/** Money in and out: deposits and withdrawals as documents under review, and the terms they are made on. */
import { z } from 'zod'
import { rejectReason, reviewer } from '#contract/review.ts'
import { basisPoints, depositId, money, timeMs, withdrawalId } from '#contract/scalars.ts'

/** What the user must copy into their bank's or wallet's form. */
export const receivingDetail = z.object({
  label: z.enum(['holder', 'bank', 'iban', 'reference', 'network', 'address']),
  value: z.string(),
})
export const depositMethodId = z.string().regex(/^[a-z0-9_]{2,20}$/)
export const depositMethod = z.object({
  id: depositMethodId,
  kind: z.enum(['bank', 'currency']),
  /** A currency's name where the kind has one. */
  currency: z.string().nullable(),
  minimum: money,
  maximum: money,
  details: z.array(receivingDetail),
  /** What the QR code says; null: none. */
  qr: z.string().nullable(),
})
export type DepositMethod = z.infer<typeof depositMethod>

export const depositStatus = z.enum(['submitted', 'review', 'approved', 'rejected', 'cancelled'])
export type DepositStatus = z.infer<typeof depositStatus>
export const deposit = z.object({
  id: depositId,
  method: depositMethodId,
  amount: money,
  status: depositStatus,
  hasProof: z.boolean(),
  /** The proof's time was over, and it is deleted. */
  proofExpired: z.literal(true).optional(),
  createdAt: timeMs,
  reviewAt: timeMs.nullable(),
  decidedAt: timeMs.nullable(),
  reviewer: reviewer.nullable(),
  reason: rejectReason.nullable(),
})
export type Deposit = z.infer<typeof deposit>

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
export type WithdrawalStatus = z.infer<typeof withdrawalStatus>
/** As users see the status: under review, success, failed (rules/withdrawal-standing.ts). */
export const withdrawalStanding = z.enum(['under_review', 'success', 'failed'])
export type WithdrawalStanding = z.infer<typeof withdrawalStanding>
export const withdrawal = z.object({
  id: withdrawalId,
  amount: money,
  fee: money,
  /** What arrives: amount − fee. */
  net: money,
  /** The payout account as it was then, masked. */
  destination: z.object({
    kind: z.enum(['bank_card', 'currency_address']),
    bank: z.string(),
    number: z.string(),
  }),
  status: withdrawalStatus,
  createdAt: timeMs,
  reviewAt: timeMs.nullable(),
  /** Approved, rejected or cancelled. */
  decidedAt: timeMs.nullable(),
  sentAt: timeMs.nullable(),
  /** Paid or bounced. */
  doneAt: timeMs.nullable(),
  reviewer: reviewer.nullable(),
  reason: rejectReason.nullable(),
})
export type Withdrawal = z.infer<typeof withdrawal>

/** The fee is `rate` of the amount, rounded up, and at least `minimum` (rules/withdrawal-fee.ts). */
export const feeTerms = z.object({ rate: basisPoints, minimum: money })
export type FeeTerms = z.infer<typeof feeTerms>
export const withdrawalTerms = z.object({
  fees: z.object({ bank_card: feeTerms, currency_address: feeTerms }),
  minimum: money,
  maximum: money,
  dailyCount: z.int(),
  remainingToday: z.int().nonnegative(),
  resetsAt: timeMs,
})
export type WithdrawalTerms = z.infer<typeof withdrawalTerms>
export const depositTerms = z.object({
  dailyCount: z.int(),
  remainingToday: z.int().nonnegative(),
  resetsAt: timeMs,
  methods: z.array(depositMethod),
})
export type DepositTerms = z.infer<typeof depositTerms>
