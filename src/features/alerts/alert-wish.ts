/** What a typed price means compared with the market's price: the direction in which it has to be reached. Pure. */
import type { AlertDirection } from '#contract/alerts.ts'
import { scaledPrice } from '#forms/amounts.ts'

export type AlertWish =
  /** Nothing yet, or zero, which may be the start of a price such as 0.5. */
  | { kind: 'empty' }
  /** Not a price of this product. */
  | { kind: 'unreadable' }
  /** No price has arrived yet, so the direction is unknown. */
  | { kind: 'no_price' }
  | { kind: 'same' }
  /** The market has reached it since it was typed. */
  | { kind: 'reached' }
  | { kind: 'ready'; direction: AlertDirection; price: number }

interface Prices {
  /** The newest; null before the first. */
  last: number | null
  /** The newest when the price was typed, which fixes the direction; null if there was none. */
  typedAt: number | null
}

/** `text` is what the field (i18n/amount-input.ts) returns: a plain decimal, or the input that could not be parsed. */
export function wishOf(text: string, decimals: number, { last, typedAt }: Prices): AlertWish {
  const price = text === '' ? 0 : scaledPrice(text, decimals)
  if (price === null) return { kind: 'unreadable' }
  if (price === 0) return { kind: 'empty' }
  if (last === null) return { kind: 'no_price' }
  if (price === last) return { kind: 'same' }
  const from = typedAt === null || typedAt === price ? last : typedAt
  if (price > from !== price > last) return { kind: 'reached' }
  return { kind: 'ready', direction: price > from ? 'at_or_above' : 'at_or_below', price }
}

/** The offered steps, in basis points of the current price. */
export const STEPS_BPS = [-100, -50, 50, 100] as const

/** The price one step away, at least one smallest price step apart. */
export function stepFrom(last: number, bps: number): number {
  const moved = Math.round((last * (10_000 + bps)) / 10_000)
  if (moved !== last) return moved
  return Math.max(1, last + Math.sign(bps))
}
