/** An order from its placement through its entry to its settlement by the rule. */
import { z } from 'zod/mini'
import { frozenState } from '#contract/frozen.ts'
import {
  basisPoints,
  direction,
  priceSource,
  money,
  orderId,
  price,
  signedMoney,
  symbol,
  timeMs,
} from '#contract/scalars.ts'
import { tickRecord } from '#contract/tick-log.ts'

/**
 * The state of an order. `open` waits for its entry tick, and `live` has one. All other states are final. A
 * `compensated` order has no result: it was frozen before the rule decided it, and was ended by a compensation.
 */
export const orderStatus = z.enum(['open', 'live', 'won', 'lost', 'draw', 'void', 'compensated'])
/** The parsed state of an order. */
export type OrderStatus = z.infer<typeof orderStatus>

/** Why the rule voids an order, whose stake is returned in full (rules/settle.ts). */
export const ruleVoidReason = z.enum([
  'gap_at_entry',
  'halt_at_entry',
  'late_entry',
  'gap_at_exit',
  'halt_at_exit',
  'stale_exit',
  'too_few_ticks',
])
export type RuleVoidReason = z.infer<typeof ruleVoidReason>
/**
 * Why an order was voided. `too_late`: the server stored it only after its start, and undid it with a signed refusal
 * (contract/signed-order.ts).
 */
export const voidReason = z.enum([...ruleVoidReason.options, 'too_late'])
export type VoidReason = z.infer<typeof voidReason>

/** A tick as an order refers to it. `price` is a scaled integer of the product. */
export const spot = z.object({ seq: z.int().check(z.positive()), timeMs, price })
/** A parsed tick of an order. */
export type Spot = z.infer<typeof spot>

/**
 * An order as its user sees it: the frozen terms, the decisive ticks and the result. `entry`, `exit`, `settledAt` and
 * `voidReason` are null until they are known.
 */
export const order = z.object({
  id: orderId,
  symbol,
  direction,
  stake: money,
  /** The profit rate of a win in basis points, frozen at acceptance. */
  payoutRate: basisPoints,
  /** The total returned on a win: stake plus profit. */
  payout: money,
  durationMs: z.int().check(z.positive()),
  acceptedAt: timeMs,
  /**
   * The moment from which the order counts: as a device fixed it by its signature, otherwise `UNSIGNED_LEAD_MS` after
   * the acceptance (contract/signed-order.ts). Absent on unsigned orders from before that, which count from their
   * acceptance.
   */
  startsAt: z.optional(timeMs),
  expiresAt: timeMs,
  termsId: z.string(),
  ruleVersion: z.int().check(z.positive()),
  source: priceSource,
  status: orderStatus,
  /** The first tick after `startsAt`. Null while the order is `open`, or if no tick counts. */
  entry: z.nullable(spot),
  /** The last tick at or before `expiresAt`. Null until the order is final, or if no tick counts. */
  exit: z.nullable(spot),
  settledAt: z.nullable(timeMs),
  voidReason: z.nullable(voidReason),
  /** The returned amount minus the stake; null until the order is final. */
  profitAndLoss: z.nullable(signedMoney),
  /** Absent unless a check found a fault in this order. */
  frozen: z.optional(frozenState),
})
/** A parsed order. Amounts are bigint minor units (1/100). */
export type Order = z.infer<typeof order>

/** The signed receipt that the user gets at purchase. The signature is Ed25519 over the UTF-8 bytes of `text`. */
export const acceptanceReceipt = z.object({
  text: z.string(),
  signature: z.string(),
  keyId: z.string(),
})
/** A parsed receipt of a purchase. */
export type AcceptanceReceipt = z.infer<typeof acceptanceReceipt>

/** The data that explains a result to the user: each decisive tick with the records before and after it. */
export const orderEvidence = z.object({
  entryRecords: z.array(tickRecord),
  exitRecords: z.array(tickRecord),
  /** The ledger transfers of this order: the stake and the settlement. */
  transfers: z.array(z.object({ id: z.string(), kind: z.string(), amount: money, at: timeMs })),
})

/** One order with its receipt and its evidence, the reply of `GET /orders/:id`. */
export const orderDetail = z.object({ order, receipt: acceptanceReceipt, evidence: orderEvidence })

/**
 * The order that a user wants to place. The amount is the stake, and `durationMs` is one of the product's durations.
 */
export const orderIntent = z.object({
  symbol,
  direction,
  stake: money,
  durationMs: z.int().check(z.positive()),
})

/**
 * What the user agrees to with the last tap, the reply of `POST /orders/quote`. `breakEvenRate` is the share of wins,
 * in basis points, at which orders of this stake neither win nor lose, based on the actual payout.
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
  source: priceSource,
})
