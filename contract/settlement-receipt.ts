/** The settled receipt: everything that anybody needs to work out an order's result again, in one document. */
import { z } from 'zod'
import { acceptanceReceipt, order } from '#contract/order.ts'
import { hash, money, timeMs } from '#contract/scalars.ts'
import { tickRecord } from '#contract/tick-log.ts'

/** As much of a checkpoint as proves it; what it says stands in `text` (rules/checkpoint.ts). */
export const signedText = z.object({ text: z.string(), signature: z.string(), keyId: z.string() })
export type SignedText = z.infer<typeof signedText>

/**
 * A contiguous piece of a product's tick log around one decisive moment: back to the last tick before it, on to the
 * head of the first checkpoint that covers it. `checkpoint` null: none has been signed since, a minute at most.
 */
export const logSegment = z.object({
  /** The record before the first: 0 and 64 zeros at the log's start. */
  before: z.object({ seq: z.int().nonnegative(), hash }),
  records: z.array(tickRecord),
  checkpoint: signedText.nullable(),
})
export type LogSegment = z.infer<typeof logSegment>

/** A ledger transfer of the order; `amount` is what moved from or to the user's available money. */
export const orderTransfer = z.object({
  id: z.string(),
  kind: z.enum(['order_stake', 'order_settle']),
  amount: money,
  at: timeMs,
})

export const RECEIPT_FORMAT = 'fairtick-settled-1'

/** docs/VERIFY.md explains every field to whoever writes a reader of their own. */
export const settledReceipt = z.object({
  format: z.literal(RECEIPT_FORMAT),
  order,
  acceptance: acceptanceReceipt,
  /** The product's published terms that were agreed: `termsId` is made of them. Older receipts have none. */
  terms: z.string().optional(),
  entry: logSegment,
  exit: logSegment,
  transfers: z.array(orderTransfer),
  /** Ed25519 public keys that signed anything in here, SPKI PEM; compare them with those you know. */
  keys: z.array(z.object({ keyId: z.string(), publicKey: z.string() })),
})
export type SettledReceipt = z.infer<typeof settledReceipt>
