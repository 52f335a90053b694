const SECOND_MS = 1_000
const MINUTE_S = 60
const HOUR_S = 3_600

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

const two = (part: number): string => part.toString().padStart(2, '0')

/** `0:59`, `14:03`, `1:00:00`. Rounds up: it shows 0:01 until the very end. */
export function clockText(leftMs: number): string {
  const seconds = Math.ceil(Math.max(0, leftMs) / SECOND_MS)
  const hours = Math.floor(seconds / HOUR_S)
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S)
  const rest = two(seconds % MINUTE_S)
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`
}
