/** What a typed price means beside the price now: which way it has to be reached. Pure. */
import type { AlertDirection } from '#contract/alerts.ts'

export type AlertWish =
  /** Nothing yet, or zero: a price that starts with it is still being typed. */
  | { kind: 'empty' }
  /** Not a price of this product. */
  | { kind: 'unreadable' }
  /** No price has come yet, so nothing can be said. */
  | { kind: 'no_price' }
  | { kind: 'same' }
  | { kind: 'ready'; direction: AlertDirection; price: number }

/** Scaled integers stay exact up to here. */
const DIGITS = /^\d{1,15}$/

/** The product's scaled integer of a plain decimal; null: not a price of this product. */
export function scaledPrice(text: string, decimals: number): number | null {
  const [whole = '', fraction = '', more] = text.split('.')
  const digits = whole + fraction.padEnd(decimals, '0')
  if (whole === '' || more !== undefined || fraction.length > decimals) return null
  return DIGITS.test(digits) ? Number.parseInt(digits, 10) : null
}

/** `text`: as the field (i18n/amount-input.ts) gives it, a plain decimal or what could not be read. */
export function wishOf(text: string, decimals: number, last: number | null): AlertWish {
  const price = text === '' ? 0 : scaledPrice(text, decimals)
  if (price === null) return { kind: 'unreadable' }
  if (price === 0) return { kind: 'empty' }
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
