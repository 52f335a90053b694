import { WEEK_MS } from '#contract/time.ts'
import type { Product } from '#contract/product.ts'
import { CALENDARS, openSpans } from '#rules/calendar.ts'

/** From the opening to the closing, ms (UTC). */
type OpenSpan = readonly [from: number, to: number]

/** `weekly`: the spans of the next seven days, beginning with the present one while the market is open. */
export type TradingHours =
  | { kind: 'always' }
  | { kind: 'recording' }
  | { kind: 'weekly'; spans: readonly OpenSpan[] }

/**
 * When a product can be traded. The spans are moments and not hours of a day, so changes of the clock in New York and
 * at the user's place are part of them.
 */
export function tradingHours(
  product: Pick<Product, 'class' | 'replay'>,
  nowMs: number,
): TradingHours {
  if (product.replay !== null) return { kind: 'recording' }
  const calendar = CALENDARS[product.class]
  if (calendar === 'always') return { kind: 'always' }
  // No span is longer than a week, so the present one begins and the last one ends within this time.
  const spans = openSpans(calendar, nowMs - WEEK_MS, nowMs + 2 * WEEK_MS)
  return {
    kind: 'weekly',
    spans: spans.filter(([from, to]) => to > nowMs && from < nowMs + WEEK_MS),
  }
}
