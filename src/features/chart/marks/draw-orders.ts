import type { ChartColors } from '#features/chart/base/chart-colors.ts'
import { chartFont, widthOf } from '#features/chart/base/chart-font.ts'
import {
  type OrderMark,
  type OrderShape,
  type Plane,
  shapeOf,
  zoneOf,
} from '#features/chart/base/order-shapes.ts'
import type { Entry } from '#features/chart/marks/axis-tags.ts'
import { inkOf, type Moment, type Tone, toneOf } from '#features/chart/marks/order-tone.ts'
import type { SettleStep } from '#features/chart/marks/settle-moment.ts'

type Context = CanvasRenderingContext2D

const DASH = [4, 3]
const ENTRY = { radius: 4, thin: 2.5, focused: 2.5, line: 1 } as const
const EXIT_RADIUS = 7
const FLAG = { height: 16, pad: 5, gap: 2 } as const
const PILL = { height: 18, pad: 7, gap: 8, edge: 4 } as const
/** So faint that the line of prices can be seen through it. */
const ZONE_ALPHA = 0.13

/** An order as it is drawn now. */
export interface DrawnOrder {
  shape: OrderShape
  tone: Tone
  /** It is shaded and labelled; all others are thin lines. */
  focused: boolean
  /** How far its settlement is; null if that was before or is still to come. */
  step: SettleStep | null
}

export interface OrderScene extends Moment {
  marks: readonly OrderMark[]
  focus: string | null
  stepOf(id: string): SettleStep | null
}

export const drawnOrders = (scene: OrderScene, plane: Plane): DrawnOrder[] =>
  scene.marks.map((mark) => ({
    shape: shapeOf(mark, plane),
    tone: toneOf(mark, scene),
    focused: mark.id === scene.focus,
    step: mark.exit === null ? null : scene.stepOf(mark.id),
  }))

/** The entries of open orders, which have tags at the axis. */
export const entriesOf = (orders: readonly DrawnOrder[]): Entry[] =>
  orders.flatMap(({ shape: { mark, entry }, tone }) =>
    mark.exit !== null || mark.entry === null || entry === null
      ? []
      : [{ price: mark.entry.price, y: entry.y, tone }],
  )

/** Where the focused order wins, and the corridor of an order that is being settled; drawn below all else. */
export function drawZones(
  context: Context,
  orders: readonly DrawnOrder[],
  colors: ChartColors,
  plane: Plane,
): void {
  // A settlement has the chart to itself: two areas would blend into a colour that means nothing.
  const settling = orders.some(({ step }) => step !== null)
  context.save()
  for (const { shape, tone, focused, step } of orders) {
    const { zone, entry, mark } = shape
    context.fillStyle = inkOf(tone, colors)
    if (focused && !settling && zone !== null) {
      context.globalAlpha = ZONE_ALPHA
      context.fillRect(zone.x1, zone.y1, zone.x2 - zone.x1, zone.y2 - zone.y1)
    }
    if (step === null || entry === null) continue
    const { x1, x2, y1, y2 } = zoneOf(mark, entry, plane)
    context.globalAlpha = step.alpha
    context.fillRect(x1, y1, (x2 - x1) * step.fill, y2 - y1)
  }
  context.restore()
}

/** The middle of a pixel: a thin line elsewhere is spread over two, which is faint. */
const crisp = (at: number): number => Math.floor(at) + 0.5

function drawEntry(context: Context, order: DrawnOrder, colors: ChartColors): void {
  const { entry, mark } = order.shape
  if (entry === null) return
  const strong = order.focused || order.step !== null
  context.lineWidth = strong ? ENTRY.focused : ENTRY.line
  context.setLineDash(mark.exit !== null && !strong ? DASH : [])
  context.beginPath()
  context.moveTo(Math.max(0, entry.x1), crisp(entry.y))
  context.lineTo(entry.x2, crisp(entry.y))
  context.stroke()
  context.setLineDash([])
  context.beginPath()
  context.arc(entry.x1, entry.y, strong ? ENTRY.radius : ENTRY.thin, 0, 2 * Math.PI)
  context.fill()
  context.lineWidth = 1
  context.strokeStyle = colors.surface
  context.stroke()
}

/** On the line, before the entry: there it hides no price that the order depends on. */
function drawPill(
  context: Context,
  { entry, mark }: OrderShape,
  { ink, colors, plane }: { ink: string; colors: ChartColors; plane: Plane },
): void {
  if (entry === null) return
  const width = widthOf(context, mark.title) + 2 * PILL.pad
  const left = Math.max(PILL.edge, entry.x1 - PILL.gap - width)
  const half = PILL.height / 2
  const middle = Math.min(plane.height - half, Math.max(half, entry.y))
  context.fillStyle = ink
  context.beginPath()
  context.roundRect(left, middle - half, width, PILL.height, half)
  context.fill()
  context.fillStyle = colors.surface
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.fillText(mark.title, left + PILL.pad, middle + 0.5)
}

function drawExpiry(
  context: Context,
  { expiry }: OrderShape,
  text: string | null,
  { ink, colors, plane }: { ink: string; colors: ChartColors; plane: Plane },
): void {
  if (expiry === null) return
  if (!expiry.beyond) {
    context.strokeStyle = ink
    context.lineWidth = 1.5
    context.setLineDash(DASH)
    context.beginPath()
    context.moveTo(crisp(expiry.x), 0)
    context.lineTo(crisp(expiry.x), plane.height)
    context.stroke()
    context.setLineDash([])
  }
  if (text === null) return
  const label = expiry.beyond ? `${text} ›` : text
  const width = widthOf(context, label) + 2 * FLAG.pad
  const left = Math.max(0, Math.min(expiry.x - width / 2, plane.width - width))
  context.fillStyle = ink
  context.fillRect(left, FLAG.gap, width, FLAG.height)
  context.fillStyle = colors.surface
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.fillText(label, left + FLAG.pad, FLAG.gap + FLAG.height / 2 + 0.5)
}

/** A tick for won, a cross for lost, two bars for a draw: the shape says what the colour says. */
function drawGlyph(context: Context, result: OrderMark['result']): void {
  context.beginPath()
  if (result === 'won') {
    context.moveTo(-3.5, 0)
    context.lineTo(-1, 3)
    context.lineTo(3.5, -2.5)
  } else if (result === 'lost') {
    context.moveTo(-3, -3)
    context.lineTo(3, 3)
    context.moveTo(3, -3)
    context.lineTo(-3, 3)
  } else {
    context.moveTo(-3, -2)
    context.lineTo(3, -2)
    context.moveTo(-3, 2)
    context.lineTo(3, 2)
  }
  context.stroke()
}

function drawExit(context: Context, { shape, tone, step }: DrawnOrder, colors: ChartColors): void {
  const { exit, mark } = shape
  if (exit === null) return
  const scale = step?.scale ?? 1
  context.save()
  context.translate(exit.x, exit.y)
  context.scale(scale, scale)
  context.beginPath()
  context.arc(0, 0, EXIT_RADIUS, 0, 2 * Math.PI)
  context.fillStyle = inkOf(tone, colors)
  context.fill()
  context.strokeStyle = colors.surface
  context.lineWidth = 1.5
  context.stroke()
  drawGlyph(context, mark.result)
  context.restore()
}

export interface OrdersLook {
  colors: ChartColors
  /** The text of the flag at an expiry; null for none. */
  countdown(expiresAt: number): string | null
}

/** Lines of entries, the labels of the focused order, and the marks of results; drawn above the line of prices. */
export function drawOrders(
  context: Context,
  orders: readonly DrawnOrder[],
  { colors, countdown }: OrdersLook,
  plane: Plane,
): void {
  context.save()
  context.font = chartFont()
  // What is labelled is above the thin lines.
  for (const labelled of [false, true]) {
    for (const order of orders) {
      if (order.focused !== labelled) continue
      const ink = inkOf(order.tone, colors)
      context.strokeStyle = ink
      context.fillStyle = ink
      drawEntry(context, order, colors)
      if (labelled) {
        const text = countdown(order.shape.mark.expiresAt)
        drawExpiry(context, order.shape, text, { ink, colors, plane })
        drawPill(context, order.shape, { ink, colors, plane })
      }
      drawExit(context, order, colors)
    }
  }
  context.restore()
}
