/** Public records, readable without a log-in: terms over time, gaps and halts of the market, and voids. */
import { z } from 'zod/mini'
import { voidReason } from '#contract/order.ts'
import { symbol, timeMs } from '#contract/scalars.ts'
import { gapReason, haltReason } from '#contract/tick-log.ts'

/**
 * One version of a product's terms. `termsId` is the first 16 hex digits of the SHA-256 of `text`. A change is listed a
 * day before it is in force.
 */
export const publishedTerms = z.object({
  symbol,
  termsId: z.string(),
  text: z.string(),
  /** Since when the terms are in force, or from when they will be. */
  since: timeMs,
})

const place = { symbol, seq: z.int().check(z.positive()), timeMs }
/**
 * A gap or halt in a product's log, or an outage that was filled in afterwards. Orders whose decisive moments a gap or
 * halt covers are void.
 */
export const marketBreak = z.discriminatedUnion('kind', [
  z.object({ ...place, kind: z.enum(['gap', 'halt']), reason: z.union([gapReason, haltReason]) }),
  z.object({ ...place, kind: z.literal('filled'), fromMs: timeMs, writtenAt: timeMs }),
])

const span = z.tuple([timeMs, timeMs])

/**
 * The published closings that perpetual contracts go by, beside their weekly hours: what the calendar covers, and where
 * it says closed. Time that is not covered is closed too. Spans ascend, and their ends are no part of them.
 */
export const closings = z.object({
  /** Where they were published. */
  source: z.string(),
  readAt: timeMs,
  covers: z.array(span),
  closed: z.array(span),
})

/** The number of orders, over all users, that were voided on one product for one reason within one minute. */
export const voidsOfMinute = z.object({
  symbol,
  reason: voidReason,
  /** The first millisecond of the minute. */
  minute: timeMs,
  orders: z.int().check(z.positive()),
})
