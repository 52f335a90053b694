import { chartFont } from '#features/chart/base/chart-font.ts'
import type { ChartColors } from '#features/chart/base/chart-colors.ts'
import type { OrderShape } from '#features/chart/base/order-shapes.ts'

type Context = CanvasRenderingContext2D

const DASH = [4, 3]
const ENTRY_RADIUS = 4
const EXIT_RADIUS = 7
const FLAG = { height: 16, pad: 5, gap: 2 } as const
const ZONE_ALPHA = 0.65

const inkOf = ({ mark }: OrderShape, colors: ChartColors): string =>
  mark.direction === 'up' ? colors.up : colors.down

/** The zones in which orders win; drawn below the line of prices. */
export function drawZones(
  context: Context,
  shapes: readonly OrderShape[],
  colors: ChartColors,
): void {
  context.save()
  context.globalAlpha = ZONE_ALPHA
  for (const { zone, mark } of shapes) {
    if (zone === null) continue
    context.fillStyle = mark.direction === 'up' ? colors.upSoft : colors.downSoft
    context.fillRect(zone.x1, zone.y1, zone.x2 - zone.x1, zone.y2 - zone.y1)
  }
  context.restore()
}

/** The middle of a pixel: a thin line elsewhere is spread over two, which is faint. */
const crisp = (at: number): number => Math.floor(at) + 0.5

function drawEntry(context: Context, shape: OrderShape, colors: ChartColors): void {
  const { entry, mark } = shape
  if (entry === null) return
  const settled = mark.exit !== null
  context.lineWidth = settled ? 1 : 1.5
  context.setLineDash(settled ? DASH : [])
  context.beginPath()
  context.moveTo(Math.max(0, entry.x1), crisp(entry.y))
  context.lineTo(entry.x2, crisp(entry.y))
  context.stroke()
  context.setLineDash([])
  context.beginPath()
  context.arc(entry.x1, entry.y, ENTRY_RADIUS, 0, 2 * Math.PI)
  context.fill()
  context.strokeStyle = colors.surface
  context.stroke()
  if (settled) return
  // On the side on which the order loses, so that the label does not hide a winning line.
  const below = mark.direction === 'up'
  context.textBaseline = below ? 'top' : 'bottom'
  context.textAlign = 'left'
  const x = Math.max(4, entry.x1 + 8)
  const y = entry.y + (below ? 4 : -4)
  context.lineWidth = 3
  context.strokeText(mark.title, x, y)
  context.fillText(mark.title, x, y)
}

/** One below the other, so that flags of orders that end together can be read. */
function drawExpiry(
  context: Context,
  { shape, row, text }: { shape: OrderShape; row: number; text: string },
  colors: ChartColors,
  size: { width: number; height: number },
): void {
  const { expiry } = shape
  if (expiry === null) return
  const ink = inkOf(shape, colors)
  if (!expiry.beyond) {
    context.strokeStyle = ink
    context.lineWidth = 1.5
    context.setLineDash(DASH)
    context.beginPath()
    context.moveTo(crisp(expiry.x), 0)
    context.lineTo(crisp(expiry.x), size.height)
    context.stroke()
    context.setLineDash([])
  }
  const label = expiry.beyond ? `${text} ›` : text
  const width = context.measureText(label).width + 2 * FLAG.pad
  const left = Math.max(0, Math.min(expiry.x - width / 2, size.width - width))
  const top = FLAG.gap + row * (FLAG.height + FLAG.gap)
  context.fillStyle = ink
  context.fillRect(left, top, width, FLAG.height)
  context.fillStyle = colors.surface
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  context.fillText(label, left + FLAG.pad, top + FLAG.height / 2 + 0.5)
}

/** A tick for won, a cross for lost, two bars for a draw: the shape says what the colour says. */
function drawGlyph(context: Context, result: OrderShape['mark']['result']): void {
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

function drawExit(context: Context, { exit, mark }: OrderShape, colors: ChartColors): void {
  if (exit === null) return
  const inks = { won: colors.up, lost: colors.down, draw: colors.quiet } as const
  context.save()
  context.translate(exit.x, exit.y)
  context.beginPath()
  context.arc(0, 0, EXIT_RADIUS, 0, 2 * Math.PI)
  context.fillStyle = mark.result === null ? colors.quiet : inks[mark.result]
  context.fill()
  context.strokeStyle = colors.surface
  context.lineWidth = 1.5
  context.stroke()
  drawGlyph(context, mark.result)
  context.restore()
}

/** Entries, expiry markers with their countdowns, and the dots of settled orders; drawn above the line of prices. */
export function drawOrders(
  context: Context,
  shapes: readonly OrderShape[],
  look: { colors: ChartColors; countdown(expiresAt: number): string },
  size: { width: number; height: number },
): void {
  context.save()
  context.font = chartFont()
  let row = 0
  for (const shape of shapes) {
    context.strokeStyle = inkOf(shape, look.colors)
    context.fillStyle = inkOf(shape, look.colors)
    drawEntry(context, shape, look.colors)
    const text = look.countdown(shape.mark.expiresAt)
    drawExpiry(context, { shape, row, text }, look.colors, size)
    if (shape.expiry !== null) row += 1
    drawExit(context, shape, look.colors)
  }
  context.restore()
}

/** The newest price, which is between two points of the grid, and the way to it from the last point. */
export interface Tip {
  from: { x: number; y: number } | null
  /** The tick itself, and its price until now. */
  tick: { x: number; y: number }
  now: { x: number; y: number }
  fresh: boolean
}

export function drawTip(context: Context, tip: Tip, colors: ChartColors): void {
  const ink = tip.fresh ? colors.price : colors.quiet
  context.save()
  context.strokeStyle = ink
  context.fillStyle = ink
  context.lineWidth = 2
  context.beginPath()
  if (tip.from !== null) context.moveTo(tip.from.x, tip.from.y)
  context.lineTo(tip.tick.x, tip.tick.y)
  context.lineTo(tip.now.x, tip.now.y)
  context.stroke()
  context.beginPath()
  context.arc(tip.now.x, tip.now.y, 4, 0, 2 * Math.PI)
  context.fill()
  context.strokeStyle = colors.surface
  context.lineWidth = 1.5
  context.stroke()
  context.restore()
}
