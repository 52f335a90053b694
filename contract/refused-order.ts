/** Orders that the server took in and then refused. */
import { z } from 'zod/mini'
import { errorCode } from '#contract/errors.ts'
import { direction, money, orderId, signedMoney, symbol, timeMs } from '#contract/scalars.ts'

/** A text that the server signed when it refused an order. */
const signedRefusal = z.object({ text: z.string(), signature: z.string(), keyId: z.string() })

/** An order that the server took in and then refused, for ever. */
export const refusedOrder = z.object({
  id: orderId,
  symbol,
  direction,
  stake: money,
  durationMs: z.int().check(z.positive()),
  startsAt: timeMs,
  expiresAt: timeMs,
  refusedAt: timeMs,
  reason: errorCode,
  /** How it would have ended by the rule; null until its expiry is past. */
  outcome: z.nullable(z.enum(['won', 'lost', 'draw', 'void'])),
  /** What it would have earned or lost; null until its expiry is past. */
  profitAndLoss: z.nullable(signedMoney),
  /** What the device signed; of an unsigned order, the text of the receipt that does not count. */
  intent: z.string(),
  refusal: signedRefusal,
})
export type RefusedOrder = z.infer<typeof refusedOrder>
