/**
 * What is frozen at the desk after a check found a fault in it: one order, one user or one document, with the faults
 * and the two steps that end it.
 */
import { z } from 'zod/mini'
import { accountName } from '#contract/account.ts'
import { reviewer } from '#contract/review.ts'
import { frozenId, money, timeMs } from '#contract/scalars.ts'

/**
 * What can be frozen. A frozen `fund_rate` stops the fund, because a rate applies to every user. A frozen `operator`
 * can no longer act at the desk.
 */
export const frozenScope = z.enum([
  'order',
  'user',
  'deposit',
  'withdrawal',
  'verification',
  'fund_rate',
  'operator',
])
/** The parsed kind of what is frozen. */
export type FrozenScope = z.infer<typeof frozenScope>

/** A step of an operator. The first operator proposes it, and another operator's call of the same step takes it. */
export const frozenStep = z.enum(['lift', 'compensate'])
export type FrozenStep = z.infer<typeof frozenStep>

/** Something frozen as the desk lists it. */
export const deskFrozen = z.object({
  id: frozenId,
  scope: frozenScope,
  /** The id of the order, user, document or operator; for a fund rate the number of its first day since 1970. */
  subject: z.string(),
  /** Whose it is; null for a fund rate and an operator. */
  account: z.nullable(accountName),
  /** What the check found, in the words of the invariants. */
  faults: z.array(z.object({ invariant: z.string(), detail: z.string() })),
  since: timeMs,
  /** `lifted`: the fault was gone. `compensated`: the fault remained, and the rule's amount was paid. */
  status: z.enum(['frozen', 'lifted', 'compensated']),
  /** What a compensation would pay now, as the rule gives it; null where it gives none, or not yet. */
  due: z.nullable(money),
  /** The steps that wait for a second operator. */
  proposals: z.array(z.object({ step: frozenStep, by: reviewer, at: timeMs })),
  /** Who proposed and who took the step that ended it; null while it is frozen. */
  proposedBy: z.nullable(reviewer),
  endedBy: z.nullable(reviewer),
  endedAt: z.nullable(timeMs),
  /** What the compensation paid; null unless there was one. */
  amount: z.nullable(money),
})
/** Something frozen, parsed. Amounts are bigint minor units (1/100). */
export type DeskFrozen = z.infer<typeof deskFrozen>
