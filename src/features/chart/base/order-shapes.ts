import type { AutoscaleInfo } from 'lightweight-charts'

/** An order as a chart draws it. */
export interface OrderMark {
  id: string
  direction: 'up' | 'down'
  /** Formatted text: an arrow, which says the direction, and the stake. */
  title: string
  /** Null until the entry tick is known. */
  entry: { timeMs: number; price: number } | null
  expiresAt: number
  /** The deciding tick of a settled order; null while the order is open. */
  exit: { timeMs: number; price: number } | null
  result: 'won' | 'lost' | 'draw' | null
}

/** Where times and prices are on the chart, in CSS pixels from its top left corner. */
export interface Plane {
  xOf(timeMs: number): number
  /** Null while the price axis is not known. */
  yOf(price: number): number | null
  width: number
  height: number
}

/** What is drawn of one order. Every part is null while it is not known or has no place. */
export interface OrderShape {
  mark: OrderMark
  /** Where the price must be at the expiry for the order to win. */
  zone: { x1: number; x2: number; y1: number; y2: number } | null
  /** From the entry to the expiry, at the entry price. */
  entry: { x1: number; x2: number; y: number } | null
  /** `beyond` is true if the expiry is right of the chart; `x` is then the right edge. */
  expiry: { x: number; beyond: boolean } | null
  /** The tick that decided the order. */
  exit: { x: number; y: number } | null
}

function entryOf({ entry, exit, expiresAt }: OrderMark, plane: Plane): OrderShape['entry'] {
  if (entry === null) return null
  const y = plane.yOf(entry.price)
  const x1 = plane.xOf(entry.timeMs)
  const x2 = Math.min(plane.width, plane.xOf(exit?.timeMs ?? expiresAt))
  return y === null || x2 < 0 ? null : { x1, x2, y }
}

function exitOf({ exit }: OrderMark, plane: Plane): OrderShape['exit'] {
  const y = exit === null ? null : plane.yOf(exit.price)
  if (exit === null || y === null) return null
  const x = plane.xOf(exit.timeMs)
  return x < 0 || x > plane.width ? null : { x, y }
}

/** The side of the entry line on which an order wins, from its entry to its end. */
export function zoneOf(
  { direction }: OrderMark,
  { x1, x2, y }: NonNullable<OrderShape['entry']>,
  { height }: Plane,
): NonNullable<OrderShape['zone']> {
  const up = direction === 'up'
  return { x1: Math.max(0, x1), x2, y1: up ? 0 : y, y2: up ? y : height }
}

/** The shapes of an order at its own entry and exit ticks, never at a price of the grid. */
export function shapeOf(mark: OrderMark, plane: Plane): OrderShape {
  const entry = entryOf(mark, plane)
  const exit = exitOf(mark, plane)
  if (mark.exit !== null) return { mark, zone: null, entry, expiry: null, exit }
  const x = plane.xOf(mark.expiresAt)
  const beyond = x > plane.width
  const zone = entry === null ? null : zoneOf(mark, entry, plane)
  return { mark, zone, entry, expiry: x < 0 ? null : { x: Math.min(x, plane.width), beyond }, exit }
}

/** Keeps the entries of open orders, and another price, visible when prices move away from them. */
export function rangeOf(marks: readonly OrderMark[], other?: number): AutoscaleInfo | null {
  const prices = marks.flatMap(({ entry, exit }) =>
    entry === null || exit !== null ? [] : [entry.price],
  )
  if (other !== undefined) prices.push(other)
  if (prices.length === 0) return null
  return { priceRange: { minValue: Math.min(...prices), maxValue: Math.max(...prices) } }
}
