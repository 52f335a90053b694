import type { ChartColors } from '#features/chart/base/chart-colors.ts'

/** The newest price, which is between two points of the grid, and the way to it from the last point. */
export interface Tip {
  from: { x: number; y: number } | null
  /** The tick itself, and its price until now. */
  tick: { x: number; y: number }
  now: { x: number; y: number }
  fresh: boolean
}

export function drawTip(context: CanvasRenderingContext2D, tip: Tip, colors: ChartColors): void {
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
