/** An order: placed, live with an entry, and settled by the rule. */
import { z } from 'zod'
import {
  basisPoints,
  direction,
  feedSource,
  money,
  orderId,
  price,
  signedMoney,
  symbol,
  timeMs,
} from '#contract/scalars.ts'
import { tickRecord } from '#contract/tick-log.ts'

/** `open` waits for its entry tick, `live` has one; the rest are final. */
export const orderStatus = z.enum(['open', 'live', 'won', 'lost', 'draw', 'void'])
export type OrderStatus = z.infer<typeof orderStatus>

/** Why an order was voided and its stake returned in full (rules/settle.ts). */
export const voidReason = z.enum([
  'gap_at_entry',
  'halt_at_entry',
  'late_entry',
  'gap_at_exit',
  'halt_at_exit',
  'stale_exit',
  'too_few_ticks',
])
export type VoidReason = z.infer<typeof voidReason>

/** A tick as an order points to it. */
export const spot = z.object({ seq: z.int().positive(), timeMs, price })
export type Spot = z.infer<typeof spot>

export const order = z.object({
  id: orderId,
  symbol,
  direction,
  stake: money,
  /** Profit rate of a win, frozen at acceptance. */
  payoutRate: basisPoints,
  /** Total returned on a win: stake + profit. */
  payout: money,
  durationMs: z.int().positive(),
  acceptedAt: timeMs,
  expiresAt: timeMs,
  termsId: z.string(),
  ruleVersion: z.int().positive(),
  source: feedSource,
  status: orderStatus,
  entry: spot.nullable(),
  exit: spot.nullable(),
  settledAt: timeMs.nullable(),
  voidReason: voidReason.nullable(),
  /** Returned minus stake; null while not final. */
  profitAndLoss: signedMoney.nullable(),
})
export type Order = z.infer<typeof order>

/** The signed statement given at purchase; the signature is Ed25519 over `text`, byte for byte. */
export const acceptanceReceipt = z.object({
  text: z.string(),
  signature: z.string(),
  keyId: z.string(),
})
export type AcceptanceReceipt = z.infer<typeof acceptanceReceipt>

/** What a user may look at to see why: each decisive tick with the records beside it. */
export const orderEvidence = z.object({
  entryRecords: z.array(tickRecord),
  exitRecords: z.array(tickRecord),
  /** Ledger transfers of this order: the stake and the settlement. */
  transfers: z.array(z.object({ id: z.string(), kind: z.string(), amount: money, at: timeMs })),
})

export const orderDetail = z.object({ order, receipt: acceptanceReceipt, evidence: orderEvidence })

/** What an order intends; the quote says what it would mean. */
export const orderIntent = z.object({
  symbol,
  direction,
  stake: money,
  durationMs: z.int().positive(),
})

/**
 * What the last tap would agree to. `breakEvenRate`: share of wins at which orders of this stake win and lose nothing,
 * from the payout as it is paid.
 */
export const orderQuote = z.object({
  payout: money,
  profit: money,
  loss: money,
  breakEvenRate: basisPoints,
  payoutRate: basisPoints,
  termsId: z.string(),
  ruleVersion: z.int(),
  tieRule: z.literal('stake_returns'),
  source: feedSource,
})
