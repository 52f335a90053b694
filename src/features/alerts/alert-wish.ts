/** What a typed price means beside the price now: which way it has to be reached. Pure. */
import type { AlertDirection } from '#contract/alerts.ts'
import { scaledPrice } from '#features/alerts/price-input.ts'

export type AlertWish =
  | { kind: 'empty' }
  /** No price has come yet, so nothing can be said. */
  | { kind: 'no_price' }
  | { kind: 'same' }
  | { kind: 'ready'; direction: AlertDirection; price: number }

export function wishOf(text: string, decimals: number, last: number | null): AlertWish {
  const price = scaledPrice(text, decimals)
  if (price === null) return { kind: 'empty' }
  if (last === null) return { kind: 'no_price' }
  if (price === last) return { kind: 'same' }
  return { kind: 'ready', direction: price > last ? 'at_or_above' : 'at_or_below', price }
}

/** Offered steps, in basis points of the price now. */
export const STEPS_BPS = [-100, -50, 50, 100] as const

/** The price a step away, at least its smallest step apart. */
export function stepFrom(last: number, bps: number): number {
  const moved = Math.round((last * (10_000 + bps)) / 10_000)
  if (moved !== last) return moved
  return Math.max(1, last + Math.sign(bps))
}
