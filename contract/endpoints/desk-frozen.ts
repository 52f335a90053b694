/** Endpoints of the operator desk for what a check has frozen. None of them can change a result or choose an amount. */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { MONEY_STOPPED } from '#contract/errors.ts'
import { deskFrozen, frozenStep } from '#contract/desk-frozen.ts'
import { frozenId } from '#contract/scalars.ts'

/** Lists what is frozen, oldest first; with `ended` what was frozen and has ended, newest first. */
export const deskFrozenList = endpoint({
  path: '/desk/frozen',
  access: 'operator',
  perMinute: 240,
  method: 'GET',
  summary: 'What is frozen because a check found a fault in it',
  query: z.object({ ended: z.optional(z.literal('true')), after: z.optional(frozenId) }),
  reply: z.object({ items: z.array(deskFrozen), next: z.nullable(frozenId) }),
  errors: [],
})
/**
 * Ends it in one of two ways. `lift` needs that the check no longer finds the fault, and otherwise fails with
 * `document_frozen`. `compensate` pays the amount that the published rule gives; it fails with `not_settled` where the
 * rule gives none, or not yet. The first call proposes the step, and another operator's call of the same step takes it.
 */
export const endFrozen = endpoint({
  path: '/desk/frozen/:id/step',
  access: 'operator',
  perMinute: 60,
  method: 'POST',
  summary: 'Lift what is frozen, or compensate by the rule; two operators',
  params: z.object({ id: frozenId }),
  body: z.object({ step: frozenStep }),
  reply: deskFrozen,
  errors: [
    'document_moved_on',
    'document_frozen',
    'not_settled',
    'same_operator',
    ...MONEY_STOPPED,
  ],
})
