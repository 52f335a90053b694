/** The settled receipt: one document with everything that is needed to recompute the result of an order. */
import { z } from 'zod/mini'
import { tickQuote } from '#contract/dealer-quote.ts'
import { tickInputs } from '#contract/index-price.ts'
import { acceptanceReceipt, order } from '#contract/order.ts'
import { provenText } from '#contract/checkpoint-products.ts'
import { chainHead, chainRecord } from '#contract/record-chain.ts'
import { hash, money, salt, timeMs } from '#contract/scalars.ts'
import { deviceKeyId, devicePublicKey, deviceSignature } from '#contract/signed-order.ts'
import { type SignedText, signedText } from '#contract/signed-text.ts'
import { seedEpoch, tickRecord } from '#contract/tick-log.ts'

/**
 * A contiguous segment of a product's tick log around one decisive moment. It starts at the last tick before the moment
 * and ends at the head of the first checkpoint that covers it. `checkpoint` is null if none has been signed since,
 * which takes at most ten seconds.
 */
export const logSegment = z.object({
  /** The record before the segment. At the start of the log: 0 and 64 zeros. */
  before: z.object({ seq: z.int().check(z.nonnegative()), hash }),
  records: z.array(tickRecord),
  checkpoint: z.nullable(provenText),
})
/** A parsed segment of a tick log. */
export type LogSegment = z.infer<typeof logSegment>

/**
 * A slice of a public chain, from the record that matters to the head of the first checkpoint that names it.
 * `checkpoint` is null until that is signed.
 */
export const chainSegment = z.object({
  /** The record before the slice. At the start of the chain: 0 and 64 zeros. */
  before: chainHead,
  records: z.array(chainRecord),
  checkpoint: z.nullable(signedText),
})
/** A parsed slice of a public chain. */
export type ChainSegment = z.infer<typeof chainSegment>

/** The purchase as a device signed it (rules/signed-order.ts), with the device's key. */
export const deviceOrder = z.object({
  text: z.string(),
  signature: deviceSignature,
  keyId: deviceKeyId,
  publicKey: devicePublicKey,
  /** The chain of devices from the record of this key. */
  registration: chainSegment,
})
/** A parsed purchase that a device signed. */
export type DeviceOrder = z.infer<typeof deviceOrder>

const leafPath = {
  salt,
  leaf: z.int().check(z.nonnegative()),
  size: z.int().check(z.positive()),
  path: z.array(hash),
}
/**
 * The proof that the acceptance is in public (rules/merkle-tree.ts). `path` leads from the leaf to a root: that of the
 * record with the number `record`, in the segment of the entry; in receipts from before there were such records, the
 * one that `checkpoint` names for its tree.
 */
export const inclusion = z.union([
  z.object({ ...leafPath, record: z.int().check(z.positive()) }),
  z.object({ ...leafPath, checkpoint: signedText }),
])
/** A parsed proof of inclusion. */
export type Inclusion = z.infer<typeof inclusion>
/** A parsed proof of inclusion in a record of the price log. */
export type InRecord = Extract<Inclusion, { record: number }>
/** A parsed proof of inclusion in the tree of a checkpoint. */
export type InTree = Extract<Inclusion, { checkpoint: SignedText }>
/** The proof if it is one in a tree. */
export const inTree = (proof: Inclusion | null | undefined): InTree | undefined =>
  proof && 'checkpoint' in proof ? proof : undefined

/** The seed of an hour in which a tick decided, and what was promised of it (rules/seed-hour.ts). */
export const seedProof = z.object({
  /** What is public of the hour. A reader decides from the slices whether it is bound. */
  hour: seedEpoch,
  /** The chain `seeds` from the record of the hour's hash chain. */
  anchor: chainSegment,
  /** The chain `seeds` from the record that promises the hour. */
  promise: chainSegment,
})
/** A parsed proof about the seed of an hour. */
export type SeedProof = z.infer<typeof seedProof>

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
  terms: z.optional(z.string()),
  entry: logSegment,
  exit: logSegment,
  transfers: z.array(orderTransfer),
  /** Absent if no device signed the purchase. */
  device: z.optional(deviceOrder),
  /** The server's refusal, in receipts of orders that it stored too late and undid. */
  refusal: z.optional(signedText),
  /**
   * Absent for an order that was undone, and in receipts from before there was a tree. In receipts from before there
   * were records of orders, null until the tree was signed.
   */
  inclusion: z.optional(z.nullable(inclusion)),
  /** The hours of entry and exit, if the prices are simulated. Absent for hours from before the chain of promises. */
  seeds: z.optional(z.array(seedProof).check(z.maxLength(2))),
  /** The venues' trades that the prices of entry and exit follow from. Absent unless the prices are live. */
  venues: z.optional(z.array(tickInputs).check(z.maxLength(2))),
  /** The dealer's quotes that the prices of entry and exit follow from. Absent unless the prices are a dealer's. */
  quotes: z.optional(z.array(tickQuote).check(z.maxLength(2))),
  /**
   * The Ed25519 public keys of all signatures in the receipt, as SPKI PEM. Compare them with keys from another source.
   */
  keys: z.array(z.object({ keyId: z.string(), publicKey: z.string() })),
})
/** A parsed settled receipt. Amounts are bigint minor units (1/100). */
export type SettledReceipt = z.infer<typeof settledReceipt>

/** The format name in every shared receipt. */
export const SHARED_FORMAT = 'fairtick-shared-1'

/**
 * A settled receipt as it is shared with strangers: without the ledger's transfers, and without whether a check has
 * frozen the order. Readers say that they did not check the ledger. Everything else is signed, so that nothing more can
 * be left out. What strangers add is ignored.
 */
export const sharedReceipt = z.extend(z.omit(settledReceipt, { transfers: true }), {
  format: z.literal(SHARED_FORMAT),
  order: z.omit(order, { frozen: true }),
})
export type SharedReceipt = z.infer<typeof sharedReceipt>

/** A receipt that readers verify. Its format says which parts it has. */
export const anyReceipt = z.discriminatedUnion('format', [settledReceipt, sharedReceipt])
/** A parsed receipt of either format. */
export type AnyReceipt = z.infer<typeof anyReceipt>

/** What both formats have. The checks of the price history and of the result need no more. */
export type ReceiptEvidence = Omit<SettledReceipt, 'format' | 'transfers'>
