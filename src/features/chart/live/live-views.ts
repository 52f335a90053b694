/** The spans of time that the live line can show. */
import { MINUTE_MS, SECOND_MS } from '#contract/time.ts'

export const LIVE_VIEWS = ['15s', '1m', '5m', '15m'] as const
export type LiveView = (typeof LIVE_VIEWS)[number]

/** The extent of a view, and the grid on which its prices are drawn. */
export interface LiveSpan {
  /** The time from the left edge to the right one. */
  spanMs: number
  stepMs: number
  /** Prices older than this are forgotten. */
  keepMs: number
  /** Ticks that are loaded at first, where seconds would be too coarse; 0 for none. */
  ticksMs: number
}

export const LIVE_SPANS: Record<LiveView, LiveSpan> = {
  '15s': { spanMs: 15 * SECOND_MS, stepMs: 100, keepMs: 3 * MINUTE_MS, ticksMs: 30 * SECOND_MS },
  '1m': { spanMs: MINUTE_MS, stepMs: 250, keepMs: 10 * MINUTE_MS, ticksMs: MINUTE_MS },
  '5m': { spanMs: 5 * MINUTE_MS, stepMs: SECOND_MS, keepMs: 30 * MINUTE_MS, ticksMs: 0 },
  '15m': { spanMs: 15 * MINUTE_MS, stepMs: SECOND_MS, keepMs: 30 * MINUTE_MS, ticksMs: 0 },
}

/** How a chart that follows the time is framed: the whole span, and the part of it after now. */
export interface Framing {
  spanMs: number
  aheadMs: number
}

const AHEAD_SHARE = 0.2
const MAX_AHEAD_SHARE = 0.6
/** Room between the expiry and the right edge, as a share of the time until then. */
const BEHIND_EXPIRY = 1.15

/**
 * The framing of a view by itself: a fifth of it is after now, or more if an order expires within the view. `leftMs` is
 * the time until the next expiry; null without an order.
 */
export function framingFor(spanMs: number, leftMs: number | null): Framing {
  const least = AHEAD_SHARE * spanMs
  const most = MAX_AHEAD_SHARE * spanMs
  const wanted = leftMs === null ? 0 : leftMs * BEHIND_EXPIRY
  return { spanMs, aheadMs: wanted > most ? least : Math.max(least, wanted) }
}

/** The first and the last time of a framing. */
export const edgesOf = ({ spanMs, aheadMs }: Framing, nowMs: number) => ({
  fromMs: nowMs - (spanMs - aheadMs),
  toMs: nowMs + aheadMs,
})

/** The framing that a user chose by dragging or pinching; null if now is no longer in it. */
export function framingOf(edges: { fromMs: number; toMs: number }, nowMs: number): Framing | null {
  const { fromMs, toMs } = edges
  return fromMs < nowMs && nowMs < toMs ? { spanMs: toMs - fromMs, aheadMs: toMs - nowMs } : null
}

const EASE_MS = 180

/** One step of a change from one amount to another, which takes about half a second. */
export function eased(from: number, to: number, passedMs: number): number {
  const rest = (to - from) * Math.exp(-passedMs / EASE_MS)
  return Math.abs(rest) < 1 ? to : to - rest
}
