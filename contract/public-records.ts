/** What stands in the open for everybody, without a log-in: terms over time, breaks of the market, voids, log heads. */
import { z } from 'zod'
import { voidReason } from '#contract/order.ts'
import { actSeq, hash, symbol, timeMs } from '#contract/scalars.ts'
import { gapReason, haltReason } from '#contract/tick-log.ts'

/** A version of a product's terms; `termsId` is 16 hex digits of the SHA-256 of `text`. */
export const publishedTerms = z.object({
  symbol,
  termsId: z.string(),
  text: z.string(),
  /** When this server first offered them. */
  since: timeMs,
})

/** A record of a product's log that voids orders whose moments it covers. */
export const marketBreak = z.object({
  symbol,
  seq: z.int().positive(),
  timeMs,
  kind: z.enum(['gap', 'halt']),
  reason: z.union([gapReason, haltReason]),
})

/** Orders of all users on one product that one reason voided within one minute of settling. */
export const voidsOfMinute = z.object({
  symbol,
  reason: voidReason,
  /** The minute's beginning. */
  minute: timeMs,
  orders: z.int().positive(),
})

/** An entry of the operator log without what it says: its hash covers that, and the hash before it. */
export const logHead = z.object({ seq: actSeq, at: timeMs, previousHash: hash, hash })
