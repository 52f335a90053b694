import { WEEK_MS } from '#contract/time.ts'
import type { Product } from '#contract/product.ts'
import { CALENDARS, openSpans } from '#rules/calendar.ts'
import { type Closings, type Span, withoutSpans } from '#rules/closings.ts'

/** `weekly`: the spans of the next seven days, beginning with the present one while the market is open. */
export type TradingHours =
  | { kind: 'always' }
  | { kind: 'recording' }
  | { kind: 'weekly'; spans: readonly Span[] }

/** What of the spans a calendar covers and does not close. */
function openBy({ covers, closed }: Closings, spans: readonly Span[]): Span[] {
  const covered = spans.flatMap(([from, to]) =>
    covers.map((each): Span => [Math.max(from, each[0]), Math.min(to, each[1])]),
  )
  return withoutSpans(covered, closed).filter(([from, to]) => from < to)
}

/**
 * When a product can be traded. The spans are moments and not hours of a day, so changes of the clock in New York and
 * at the user's place are part of them. `closings`: the published ones, if the product follows them.
 */
export function tradingHours(
  product: Pick<Product, 'class' | 'replay'>,
  nowMs: number,
  closings: Closings | null = null,
): TradingHours {
  if (product.replay !== null) return { kind: 'recording' }
  const calendar = CALENDARS[product.class]
  if (calendar === 'always') return { kind: 'always' }
  // No span is longer than a week, so the present one begins and the last one ends within this time.
  const weekly = openSpans(calendar, nowMs - WEEK_MS, nowMs + 2 * WEEK_MS)
  const spans = closings === null ? weekly : openBy(closings, weekly)
  return {
    kind: 'weekly',
    spans: spans.filter(([from, to]) => to > nowMs && from < nowMs + WEEK_MS),
  }
}
