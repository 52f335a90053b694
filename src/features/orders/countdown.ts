/** `deciding`: the time is over, and the rule waits for the tick after it. */
export type Countdown =
  | { phase: 'running'; leftMs: number; elapsed: number }
  | { phase: 'deciding' }

/** `elapsed`: share of the duration that has passed, 0 to 1. */
export function countdown(
  order: { expiresAt: number; durationMs: number },
  serverNow: number,
): Countdown {
  const leftMs = order.expiresAt - serverNow
  if (leftMs <= 0) return { phase: 'deciding' }
  return { phase: 'running', leftMs, elapsed: Math.max(0, 1 - leftMs / order.durationMs) }
}
