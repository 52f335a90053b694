/**
 * The state of an order or document in which a check found a fault, as its user sees it. While it is frozen, no money
 * moves for it; everything else works. No operator can choose how it ends (contract/desk-frozen.ts).
 */
import { z } from 'zod/mini'
import { money, timeMs } from '#contract/scalars.ts'

/** The newest time that an order or document was frozen. */
export const frozenState = z.object({
  since: timeMs,
  /**
   * Null while it is frozen. `amount` is null if the fault was gone and it was lifted; otherwise it is what the rule
   * still owed for it, zero included, and was paid.
   */
  end: z.nullable(z.object({ at: timeMs, amount: z.nullable(money) })),
})
export type FrozenState = z.infer<typeof frozenState>
