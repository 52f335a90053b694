import type { OrderMark, OrderShape } from '#features/chart/base/order-shapes.ts'

/**
 * The order that is shaded and labelled: the one that the user points at, or else the open one that ends next. Null
 * without open orders.
 */
export function focusOf(marks: readonly OrderMark[], wanted: string | null): string | null {
  const open = marks.filter(({ exit }) => exit === null)
  if (wanted !== null && open.some(({ id }) => id === wanted)) return wanted
  const [first, ...others] = open
  return (
    others.reduce((next, each) => (each.expiresAt < (next?.expiresAt ?? 0) ? each : next), first)
      ?.id ?? null
  )
}

/** A pointer is on a line within this distance. */
const REACH_PX = 8

/** The open order whose entry line is at a point; null for none. */
export function orderAt(
  shapes: readonly OrderShape[],
  { x, y }: { x: number; y: number },
): string | null {
  let found: string | null = null
  let nearest = REACH_PX
  for (const { mark, entry } of shapes) {
    if (entry === null || mark.exit !== null || x < entry.x1 || x > entry.x2) continue
    const away = Math.abs(y - entry.y)
    if (away > nearest) continue
    nearest = away
    found = mark.id
  }
  return found
}
