/**
 * The state of the desk's queues, which is a topic. It has a file of its own, because every page loads the topics and
 * none but the desk's loads the rest of contract/desk.ts.
 */
import { z } from 'zod/mini'
import { accountName } from '#contract/account.ts'
import { timeMs } from '#contract/scalars.ts'
import { venueHealth } from '#contract/index-price.ts'

/** How much space the server has left, from the least to the most. */
export const spaceLevel = z.enum(['full', 'scarce', 'low', 'enough'])
/** The parsed level of free space. */
export type SpaceLevel = z.infer<typeof spaceLevel>

/** The queues of the desk. Each lists the documents, conversations or frozen things that wait for an operator. */
export const deskQueue = z.enum([
  'verifications',
  'deposits',
  'withdrawals',
  'payout_changes',
  'fund_rates',
  'recoveries',
  'support',
  'frozen',
])
/** The parsed name of a desk queue. */
export type DeskQueue = z.infer<typeof deskQueue>
/**
 * The whole state of the desk topic: how many items wait per queue. `revision` grows whenever anything in any queue
 * changes.
 */
export const deskState = z.object({
  revision: z.int().check(z.nonnegative()),
  waiting: z.record(deskQueue, z.int().check(z.nonnegative())),
  /** The customers who are typing to customer service at the moment. */
  typing: z.array(accountName),
  /** How much space the server has left. `full`: no orders are taken. */
  space: spaceLevel,
  /** Withdrawals wait since a restore, and who proposed to let them go on. Missing unless they wait. */
  restoreHold: z.optional(z.object({ since: timeMs, proposedBy: z.nullable(z.string()) })),
  /** The venues that live prices come from. Missing unless prices are live. */
  venues: z.optional(z.array(venueHealth)),
  /** Until when the calendar of closings says all; null if it says nothing of now. Missing unless contracts need it. */
  closingsUntil: z.optional(z.nullable(timeMs)),
})
/** The parsed state of the desk topic. */
export type DeskState = z.infer<typeof deskState>
