import type { Anchor, Draft, Drawing, Part } from '#features/chart/drawings/drawings.ts'
import type { Plane } from '#features/chart/base/order-shapes.ts'

/** A plane that can also be read backwards, and knows how wide a text is. */
export interface DrawingPlane extends Plane {
  timeOf(x: number): number
  /** Null while the price axis is not known. */
  priceOf(y: number): number | null
  textWidth(text: string): number
}

export interface Point {
  x: number
  y: number
}

/** A drawing in CSS pixels. */
export type DrawingShape =
  | { kind: 'level'; y: number }
  | { kind: 'trend'; from: Point; to: Point }
  | { kind: 'note'; at: Point; box: { x: number; y: number; width: number; height: number } }

/** The longest part of a note that is written on the chart. */
const SHOWN_LETTERS = 24
const NOTE = { height: 20, pad: 6, gap: 8 } as const

const letters = new Intl.Segmenter()

/** The text of a note as the chart writes it: its beginning. */
export function shownText(text: string): string {
  const all = Array.from(letters.segment(text), ({ segment }) => segment)
  if (all.length <= SHOWN_LETTERS) return text
  const beginning = all.slice(0, SHOWN_LETTERS - 1).join('')
  return `${beginning.trimEnd()}…`
}

function pointOf({ timeMs, price }: Anchor, plane: Plane): Point | null {
  const y = plane.yOf(price)
  return y === null ? null : { x: plane.xOf(timeMs), y }
}

/** The box is beside its point: to the right of it, or to the left where there is no room. */
function boxOf(at: Point, text: string, plane: DrawingPlane) {
  const width = plane.textWidth(shownText(text)) + 2 * NOTE.pad
  const right = at.x + NOTE.gap
  const x =
    right + width <= plane.width || at.x - NOTE.gap < width ? right : at.x - NOTE.gap - width
  return { x, y: at.y - NOTE.height / 2, width, height: NOTE.height }
}

/** Null while the price axis is not known. */
export function drawingShapeOf(one: Draft, plane: DrawingPlane): DrawingShape | null {
  if (one.kind === 'level') {
    const y = plane.yOf(one.price)
    return y === null ? null : { kind: 'level', y }
  }
  if (one.kind === 'note') {
    const at = pointOf(one.at, plane)
    return at === null ? null : { kind: 'note', at, box: boxOf(at, one.text, plane) }
  }
  const from = pointOf(one.from, plane)
  const to = pointOf(one.to, plane)
  return from === null || to === null ? null : { kind: 'trend', from, to }
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** The distance from a point to the line between two others. */
function toSegment(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const square = dx * dx + dy * dy
  if (square === 0) return distance(point, from)
  const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / square
  const share = Math.min(1, Math.max(0, along))
  return distance(point, { x: from.x + share * dx, y: from.y + share * dy })
}

/** A finger is not exact. Together with the other side of a line this makes a target of 28 px. */
const REACH_PX = 14
const END_REACH_PX = 22

/** Which part of a shape is at a point; null for none. The ends of a trend line come before its middle. */
export function partAt(shape: DrawingShape, point: Point): Part | null {
  if (shape.kind === 'level') return Math.abs(point.y - shape.y) <= REACH_PX ? 'whole' : null
  if (shape.kind === 'note') {
    const { x, y, width, height } = shape.box
    const inBox =
      point.x >= x && point.x <= x + width && Math.abs(point.y - y - height / 2) <= REACH_PX
    return inBox || distance(point, shape.at) <= REACH_PX ? 'whole' : null
  }
  const [toFrom, toTo] = [distance(point, shape.from), distance(point, shape.to)]
  const end = toFrom < toTo ? 'from' : 'to'
  const isShort = distance(shape.from, shape.to) < 2 * END_REACH_PX
  if (Math.min(toFrom, toTo) <= (isShort ? REACH_PX : END_REACH_PX)) return end
  return toSegment(point, shape.from, shape.to) <= REACH_PX ? 'whole' : null
}

/** The drawing at a point: the one drawn last, because it is above the others. */
export function drawingAt(
  drawings: readonly Drawing[],
  point: Point,
  plane: DrawingPlane,
): { drawing: Drawing; part: Part } | null {
  for (const drawing of [...drawings].reverse()) {
    const shape = drawingShapeOf(drawing, plane)
    const part = shape === null ? null : partAt(shape, point)
    if (part !== null) return { drawing, part }
  }
  return null
}

/** The time and price at a point; null while the price axis is not known. */
export function anchorAt({ x, y }: Point, plane: DrawingPlane): Anchor | null {
  const price = plane.priceOf(y)
  return price === null
    ? null
    : { timeMs: Math.max(0, Math.round(plane.timeOf(x))), price: Math.max(1, Math.round(price)) }
}
