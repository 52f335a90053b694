import { chartFont } from '#features/chart/base/chart-font.ts'
import type { ChartColors } from '#features/chart/base/chart-colors.ts'
import {
  type DrawingShape,
  type Point,
  shownText,
} from '#features/chart/drawings/drawing-shapes.ts'
import type { Draft } from '#features/chart/drawings/drawings.ts'

type Context = CanvasRenderingContext2D

/** Orders have solid and dashed lines in the colours of results, and round ends. Nothing of that is used here. */
const DASH_DOT = [8, 3, 2, 3]
const END_PX = 5
const SELECTED_END_PX = 9

/** What is painted of one drawing. */
export interface Painted {
  drawing: Draft
  shape: DrawingShape
  selected: boolean
}

/** A square: ends of orders are round. */
function square(context: Context, at: Point, selected: boolean, colors: ChartColors): void {
  const size = selected ? SELECTED_END_PX : END_PX
  context.fillStyle = selected ? colors.surface : colors.ink
  context.fillRect(at.x - size / 2, at.y - size / 2, size, size)
  if (selected) context.strokeRect(at.x - size / 2, at.y - size / 2, size, size)
}

function line(context: Context, from: Point, to: Point): void {
  context.setLineDash(DASH_DOT)
  context.beginPath()
  context.moveTo(from.x, from.y)
  context.lineTo(to.x, to.y)
  context.stroke()
  context.setLineDash([])
}

function paintNote(context: Context, { drawing, shape, selected }: Painted, colors: ChartColors) {
  if (shape.kind !== 'note' || drawing.kind !== 'note') return
  square(context, shape.at, selected, colors)
  const { x, y, width, height } = shape.box
  if (drawing.text === '') return
  context.fillStyle = colors.surface
  context.fillRect(x, y, width, height)
  context.strokeRect(x, y, width, height)
  context.fillStyle = colors.ink
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(shownText(drawing.text), x + width / 2, y + height / 2 + 0.5)
}

function paintOne(context: Context, painted: Painted, colors: ChartColors, width: number): void {
  const { shape, selected } = painted
  context.lineWidth = selected ? 2 : 1.25
  if (shape.kind === 'note') return paintNote(context, painted, colors)
  const ends =
    shape.kind === 'trend'
      ? [shape.from, shape.to]
      : [
          { x: END_PX, y: shape.y },
          { x: width - END_PX, y: shape.y },
        ]
  const [from, to] = ends
  if (from === undefined || to === undefined) return
  line(context, from, to)
  for (const end of ends) square(context, end, selected, colors)
}

/** Paints drawings in the colour of text, which no price, indicator or order has. */
export function paintDrawings(
  context: Context,
  all: readonly Painted[],
  colors: ChartColors,
  width: number,
): void {
  context.save()
  context.font = chartFont()
  context.strokeStyle = colors.ink
  for (const painted of all) paintOne(context, painted, colors, width)
  context.restore()
}
