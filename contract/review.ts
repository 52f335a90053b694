/** What reviews share: who decided, and the closed list of reasons a refusal may give. */
import { z } from 'zod'

/** The name that the practice reviewer's acts carry; no operator can take it. */
export const PRACTICE_REVIEWER = 'practice-reviewer'
/** Whose name stands on the fund's example rates in practice mode; no operator can take it either. */
export const PRACTICE_CURVE = 'practice-curve'

/** An operator's public name, or one of the two above. */
export const reviewer = z.string().regex(/^[a-z][a-z0-9-]{2,31}$/)

/** Reasons are chosen from this list, so that each is said well in every language. */
export const rejectReason = z.enum([
  'photo_unreadable',
  'photo_mismatch',
  'document_expired',
  'identity_in_use',
  'identity_mismatch',
  'payment_not_received',
  'payment_differs',
  'amount_unusual',
  'destination_refused',
  'limit_reached',
  'customer_request',
  'rate_mistaken',
  /** In practice mode: amounts that end in .13 show what a refusal looks like. */
  'practice_example',
])
export type RejectReason = z.infer<typeof rejectReason>

export const reviewDecision = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('approve') }),
  z.object({ decision: z.literal('reject'), reason: rejectReason }),
])
export type ReviewDecision = z.infer<typeof reviewDecision>

/** `review` → `approve` or `reject`; `pay` → `sent` or `bounce`. */
export const withdrawalStep = z.discriminatedUnion('step', [
  z.object({ step: z.enum(['review', 'approve', 'pay', 'sent']) }),
  z.object({ step: z.enum(['reject', 'bounce']), reason: rejectReason }),
])
export type WithdrawalStep = z.infer<typeof withdrawalStep>
