/** Endpoints of account recovery at the desk. Two operators approve; one rejects. None of them sets a password. */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import {
  deskRecovery,
  deskRecoveryDetail,
  recoveryPicture,
  recoveryStatus,
  recoverySums,
} from '#contract/recovery.ts'
import { reviewDecision } from '#contract/review.ts'
import { recoveryId } from '#contract/scalars.ts'

const row = { access: 'operator', perMinute: 240 } as const

/** Lists recoveries. Without a status: those that wait for operators, oldest first. */
export const deskRecoveries = endpoint({
  ...row,
  method: 'GET',
  path: '/desk/recoveries',
  summary: 'Account recoveries',
  query: z.object({ status: z.optional(recoveryStatus), after: z.optional(recoveryId) }),
  reply: z.object({ items: z.array(deskRecovery), next: z.nullable(recoveryId) }),
  errors: [],
})

/** Returns one recovery with the verified identity, unmasked. Every view is recorded in the operator log. */
export const deskRecoveryView = endpoint({
  ...row,
  method: 'GET',
  path: '/desk/recoveries/:id',
  summary: 'One recovery with the verified identity; the view is logged',
  params: z.object({ id: recoveryId }),
  reply: deskRecoveryDetail,
  errors: [],
})

/** Returns a picture of a recovery as WebP, while it is stored. Every view is recorded in the operator log. */
export const deskRecoveryPicture = endpoint({
  ...row,
  method: 'GET',
  path: '/desk/recoveries/:id/pictures/:picture',
  summary: 'A picture of a recovery; the view is logged',
  params: z.object({ id: recoveryId, picture: recoveryPicture }),
  reply: null,
  download: 'image/webp',
  errors: ['photo_tampered'],
})

/**
 * Approves or rejects a recovery. The first approval is a proposal, and another operator's approval starts the wait.
 * Fails with `same_operator` for the operator who proposed it. One operator is enough to reject.
 */
export const decideRecovery = endpoint({
  ...row,
  method: 'POST',
  path: '/desk/recoveries/:id/decision',
  summary: 'Approve a recovery, as the first or second operator, or reject it',
  params: z.object({ id: recoveryId }),
  body: reviewDecision,
  reply: deskRecovery,
  errors: ['document_moved_on', 'same_operator'],
})

/** Returns how often accounts were recovered in the last days, by whom and with which end. */
export const deskRecoverySums = endpoint({
  ...row,
  method: 'GET',
  path: '/desk/recovery-sums',
  summary: 'How many recoveries there were, by whom and how they ended',
  query: z.object({ days: z.enum(['30', '90', '365']) }),
  reply: recoverySums,
  errors: [],
})
