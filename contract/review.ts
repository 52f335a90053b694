/** What all reviews share: who decided, and the closed list of reasons for a rejection. */
import { z } from 'zod/mini'

/** The name under which the practice reviewer acts. No operator can have it. */
export const PRACTICE_REVIEWER = 'practice-reviewer'
/** The name on the fund's example rates in practice mode. No operator can have it. */
export const PRACTICE_CURVE = 'practice-curve'

/** The public name of an operator, or one of the two reserved names above. */
export const reviewer = z.string().check(z.regex(/^[a-z][a-z0-9-]{2,31}$/))

/** The reason of a rejection. The list is closed, so that every reason is translated. */
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
  /** Only in practice mode: amounts that end in .13 show what a rejection looks like. */
  'practice_example',
])
/** The parsed reason of a rejection. */
export type RejectReason = z.infer<typeof rejectReason>

/** An operator's decision on a document; a rejection needs a reason. */
export const reviewDecision = z.discriminatedUnion('decision', [
  z.object({ decision: z.literal('approve') }),
  z.object({ decision: z.literal('reject'), reason: rejectReason }),
])
export type ReviewDecision = z.infer<typeof reviewDecision>

/**
 * An operator's next step of a withdrawal: `review`, then `approve` or `reject`; after an approval `pay`, then `sent`
 * or `bounce`.
 */
export const withdrawalStep = z.discriminatedUnion('step', [
  z.object({ step: z.enum(['review', 'approve', 'pay', 'sent']) }),
  z.object({ step: z.enum(['reject', 'bounce']), reason: rejectReason }),
])
export type WithdrawalStep = z.infer<typeof withdrawalStep>
