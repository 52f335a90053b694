import type { Order } from '#contract/order.ts'
import {
  backOffMs,
  type LookAnswer,
  RESEND_WITHIN_MS,
  type SubmitParts,
} from '#features/ticket/submit-order.ts'

/** `ended`: nobody may ask for this account any more; what happened stays open. */
export type Recovered =
  | { kind: 'accepted'; order: Order }
  | { kind: 'not_accepted' }
  | { kind: 'ended' }

/** Longer than another tab may still send it, and than the server may still work on it. */
export const SURELY_MS = RESEND_WITHIN_MS + 30_000
const NONE_TO_BELIEVE = 2

/** After a reload: asks by key what became of an order, and never sends it again. */
export async function recoverOrder(parts: Omit<SubmitParts, 'place'>): Promise<Recovered> {
  const startedAt = parts.now()
  let nones = 0
  for (let attempt = 1; ; attempt += 1) {
    const looked: LookAnswer = await parts.lookUp()
    if (looked.kind === 'found') return { kind: 'accepted', order: looked.order }
    if (looked.kind === 'ended') return { kind: 'ended' }
    if (looked.kind === 'none' && parts.now() - startedAt > SURELY_MS) {
      nones += 1
      if (nones >= NONE_TO_BELIEVE) return { kind: 'not_accepted' }
    }
    parts.onConfirming(attempt)
    await parts.wait(backOffMs(attempt))
  }
}
