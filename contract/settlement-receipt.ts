/** The settled receipt: one document with everything that is needed to recompute the result of an order. */
import { z } from 'zod'
import { acceptanceReceipt, order } from '#contract/order.ts'
import { hash, money, timeMs } from '#contract/scalars.ts'
import { tickRecord } from '#contract/tick-log.ts'

/** The parts of a checkpoint that prove it. Its content is in `text` (rules/checkpoint.ts). */
export const signedText = z.object({ text: z.string(), signature: z.string(), keyId: z.string() })
/** A parsed signed text. */
export type SignedText = z.infer<typeof signedText>

/**
 * A contiguous segment of a product's tick log around one decisive moment. It starts at the last tick before the moment
 * and ends at the head of the first checkpoint that covers it. `checkpoint` is null if none has been signed since,
 * which takes at most a minute.
 */
export const logSegment = z.object({
  /** The record before the segment. At the start of the log: 0 and 64 zeros. */
  before: z.object({ seq: z.int().nonnegative(), hash }),
  records: z.array(tickRecord),
  checkpoint: signedText.nullable(),
})
/** A parsed segment of a tick log. */
export type LogSegment = z.infer<typeof logSegment>

/** A ledger transfer of the order. `amount` is what moved from or to the user's available money. */
export const orderTransfer = z.object({
  id: z.string(),
  kind: z.enum(['order_stake', 'order_settle']),
  amount: money,
  at: timeMs,
})

/** The format name in every settled receipt. Readers reject other formats. */
export const RECEIPT_FORMAT = 'fairtick-settled-1'

/** The settled receipt as users download it. docs/VERIFY.md explains every field for authors of independent readers. */
export const settledReceipt = z.object({
  format: z.literal(RECEIPT_FORMAT),
  order,
  acceptance: acceptanceReceipt,
  /** The published terms that were agreed; `termsId` is derived from them. Older receipts lack them. */
  terms: z.string().optional(),
  entry: logSegment,
  exit: logSegment,
  transfers: z.array(orderTransfer),
  /**
   * The Ed25519 public keys of all signatures in the receipt, as SPKI PEM. Compare them with keys from another source.
   */
  keys: z.array(z.object({ keyId: z.string(), publicKey: z.string() })),
})
/** A parsed settled receipt. Amounts are bigint minor units (1/100). */
export type SettledReceipt = z.infer<typeof settledReceipt>
