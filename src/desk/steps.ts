/** What an operator may do next with a document, as data: the views and the keys both read it. */
import type { Answer } from '#api/api-error.ts'
import type { RejectReason } from '#contract/review.ts'

export type ForwardStep = 'approve' | 'review' | 'pay' | 'sent'
export type RefuseStep = 'reject' | 'bounce'

export interface Steps<Item> {
  forward: {
    step: ForwardStep
    /** Moves money or cannot be taken back: asked once more. */
    confirm: boolean
    run: () => Promise<Answer<Item>>
  } | null
  refuse: {
    step: RefuseStep
    reasons: readonly RejectReason[]
    run: (reason: RejectReason) => Promise<Answer<Item>>
  } | null
  /** Proposed by oneself: somebody else must approve it. */
  own: boolean
}

export const NO_STEPS = { forward: null, refuse: null, own: false } as const

/** Chosen from these, so that each is said well in every language. */
export const REASONS = {
  verification: [
    'photo_unreadable',
    'photo_mismatch',
    'document_expired',
    'identity_mismatch',
    'identity_in_use',
    'customer_request',
  ],
  deposit: [
    'payment_not_received',
    'payment_differs',
    'amount_unusual',
    'identity_mismatch',
    'limit_reached',
    'customer_request',
  ],
  withdrawal: [
    'identity_mismatch',
    'destination_refused',
    'amount_unusual',
    'limit_reached',
    'customer_request',
  ],
  bounce: ['destination_refused', 'identity_mismatch'],
  payoutChange: ['identity_mismatch', 'destination_refused', 'customer_request'],
  fundRate: ['rate_mistaken'],
} as const satisfies Record<string, readonly RejectReason[]>
