/** `deciding`: the order has expired, and the rule waits for the first tick after the expiry. */
export type Countdown =
  | { phase: 'running'; leftMs: number; elapsed: number }
  | { phase: 'deciding' }

/** `elapsed` is the part of the duration that has passed, from 0 to 1. */
export function countdown(
  order: { expiresAt: number; durationMs: number },
  serverNow: number,
): Countdown {
  const leftMs = order.expiresAt - serverNow
  if (leftMs <= 0) return { phase: 'deciding' }
  return { phase: 'running', leftMs, elapsed: Math.max(0, 1 - leftMs / order.durationMs) }
}
