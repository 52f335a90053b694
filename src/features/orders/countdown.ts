/**
 * `starting`: the order was accepted, and its start is still to come. `deciding`: the order has expired, and the rule
 * waits for the first tick after the expiry.
 */
export type Countdown =
  | { phase: 'starting'; startsAt: number }
  | { phase: 'running'; leftMs: number; elapsed: number }
  | { phase: 'deciding' }

/** `elapsed` is the part of the duration that has passed, from 0 to 1. */
export function countdown(
  order: { startsAt?: number | undefined; expiresAt: number; durationMs: number },
  serverNow: number,
): Countdown {
  const { startsAt, expiresAt, durationMs } = order
  if (startsAt !== undefined && serverNow < startsAt) return { phase: 'starting', startsAt }
  const leftMs = expiresAt - serverNow
  if (leftMs <= 0) return { phase: 'deciding' }
  return { phase: 'running', leftMs, elapsed: Math.max(0, 1 - leftMs / durationMs) }
}
