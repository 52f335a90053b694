import type { IChartApiBase, ISeriesApi, Logical } from 'lightweight-charts'
import type { ChartColors } from '#features/chart/base/chart-colors.ts'
import { chartFont } from '#features/chart/base/chart-font.ts'
import type { PricePoint } from '#features/chart/base/line-points.ts'
import type { OrderMark, Plane } from '#features/chart/base/order-shapes.ts'
import { drawTip, type Tip } from '#features/chart/live/draw-tip.ts'
import { type LibraryCanvases, libraryCanvases } from '#features/chart/live/library-canvases.ts'
import { drawTags, type TagLook, tagsOf } from '#features/chart/marks/axis-tags.ts'
import {
  type DrawnOrder,
  drawnOrders,
  drawOrders,
  drawZones,
  entriesOf,
} from '#features/chart/marks/draw-orders.ts'
import { orderAt } from '#features/chart/marks/order-focus.ts'
import type { SettleStep } from '#features/chart/marks/settle-moment.ts'

/** What is drawn besides the line of the library. */
export interface LiveScene {
  marks: readonly OrderMark[]
  /** The order that is shaded and labelled. */
  focus: string | null
  /** How far the settlement of an order is that is shown now. */
  stepOf(id: string): SettleStep | null
  /** The position of a time on the axis, in points of the grid; fractions are between two points. */
  positionOf(timeMs: number): number
  /** The points of the line from the last one that the library has drawn, in runs; found when asked for. */
  end(): readonly (readonly PricePoint[])[]
  /** The newest tick. */
  newest: PricePoint | null
  /** Whether no price can have been missed between two times. */
  joins(fromMs: number, toMs: number): boolean
  /** The time until which the newest price is drawn. */
  untilMs: number
  /** False if no prices arrive. */
  fresh: boolean
  nowMs: number
}

export interface LiveLook extends Omit<TagLook, 'colors'> {
  colors(): ChartColors
  countdown(leftMs: number): string
}

/** The chart of the library, and the series whose price axis counts. */
export interface LiveHost {
  chart: IChartApiBase<number>
  series: ISeriesApi<'Line', number>
}

/** The library converts whole positions only; others are on the line through two of them. */
function planeOf(
  { chart, series }: LiveHost,
  { positionOf }: Pick<LiveScene, 'positionOf'>,
  size: { width: number; height: number },
): Plane | null {
  const scale = chart.timeScale()
  const zero = scale.logicalToCoordinate(0 as Logical)
  const one = scale.logicalToCoordinate(1 as Logical)
  if (zero === null || one === null) return null
  return {
    xOf: (timeMs) => zero + positionOf(timeMs) * (one - zero),
    yOf: (price) => series.priceToCoordinate(price),
    ...size,
  }
}

type Context = CanvasRenderingContext2D

function tipOf(
  { newest, joins, untilMs, fresh }: LiveScene,
  last: PricePoint | undefined,
  plane: Plane,
): Tip | null {
  const at = (timeMs: number, price: number) => {
    const y = plane.yOf(price)
    return y === null ? null : { x: plane.xOf(timeMs), y }
  }
  if (newest === null) return null
  // A tick that the grid already has is part of the line.
  const later = last === undefined || newest.timeMs > last.timeMs
  const end = last === undefined ? null : at(last.timeMs, last.price)
  const tick = later ? at(newest.timeMs, newest.price) : end
  // After a reload or a lost connection, what was in between is not known until the history has come.
  const from = last !== undefined && joins(last.timeMs, newest.timeMs) ? end : null
  const now = at(Math.max(untilMs, newest.timeMs), newest.price)
  return tick === null || now === null ? null : { from, tick, now, fresh }
}

function drawEnd(
  context: Context,
  end: readonly (readonly PricePoint[])[],
  plane: Plane,
  colors: ChartColors,
): void {
  context.strokeStyle = colors.price
  context.lineWidth = 2
  context.lineJoin = 'round'
  context.beginPath()
  for (const run of end) {
    for (const [i, { timeMs, price }] of run.entries()) {
      const y = plane.yOf(price)
      if (y === null) continue
      if (i === 0) context.moveTo(plane.xOf(timeMs), y)
      else context.lineTo(plane.xOf(timeMs), y)
    }
  }
  context.stroke()
}

/** The tags of the axis: those of open orders, and the newest price above them. */
function drawAxis(
  context: Context,
  orders: readonly DrawnOrder[],
  { newest, fresh }: LiveScene,
  { plane, look, width }: { plane: Plane; look: LiveLook; width: number },
): void {
  const y = newest === null ? null : plane.yOf(newest.price)
  const tag = newest === null || y === null ? null : { price: newest.price, y, fresh }
  const tags = tagsOf(entriesOf(orders), y, plane.height)
  const written = { ...look, colors: look.colors() }
  drawTags(context, { tags, newest: tag }, written, { x: plane.width, width })
}

/**
 * What moves on the live chart with every price and every second: the end of the line with its tip, the orders, and the
 * newest price at the axis. It has a canvas of its own, so that a price does not draw the whole chart again. Between
 * two drawings of the library, the view moves because the library's canvases are shifted.
 */
export class LiveLayer {
  readonly #host: LiveHost
  readonly #look: LiveLook
  readonly #canvas: HTMLCanvasElement
  readonly #container: HTMLElement
  /** Null if the library's markup is not the known one, undefined until it has a size. */
  #library: LibraryCanvases | null | undefined
  #drawn: readonly DrawnOrder[] = []

  constructor(container: HTMLElement, host: LiveHost, look: LiveLook) {
    this.#host = host
    this.#look = look
    this.#canvas = document.createElement('canvas')
    this.#canvas.dataset['liveLayer'] = ''
    this.#canvas.className = 'pointer-events-none absolute top-0 left-0 z-10'
    this.#container = container
    container.append(this.#canvas)
  }

  /** Whether what the library has drawn can be shifted. If not, it has to be drawn again for each movement. */
  canShift(): boolean {
    return this.#library !== undefined && this.#library !== null
  }

  /** Draws everything again, with the view so many CSS pixels further than the library has drawn it. */
  paint(scene: LiveScene, wantedPx: number): void {
    const { chart } = this.#host
    const { width, height } = chart.paneSize()
    const axis = chart.priceScale('right').width()
    const context = this.#context(width + axis, height)
    const plane = planeOf(this.#host, scene, { width, height })
    if (context === null || plane === null) return
    if (width > 0 && this.#library === undefined) this.#library = this.#takeOver(width)
    const shiftPx = this.canShift() ? wantedPx : 0
    const moved: Plane = { ...plane, xOf: (timeMs) => plane.xOf(timeMs) - shiftPx }
    for (const canvas of this.#library?.drawn ?? [])
      canvas.style.transform = shiftPx === 0 ? '' : `translateX(${-shiftPx}px)`
    const colors = this.#look.colors()
    context.save()
    context.beginPath()
    context.rect(0, 0, width, height)
    context.clip()
    const { newest, fresh, nowMs } = scene
    const price = fresh ? (newest?.price ?? null) : null
    const orders = drawnOrders({ ...scene, price, nowMs }, moved)
    this.#drawn = orders
    drawZones(context, orders, colors, moved)
    const end = scene.end()
    drawEnd(context, end, moved, colors)
    const tip = tipOf(scene, end.at(-1)?.at(-1), moved)
    if (tip !== null) drawTip(context, tip, colors)
    const countdown = (expiresAt: number): string => this.#look.countdown(expiresAt - nowMs)
    drawOrders(context, orders, { colors, countdown }, moved)
    context.restore()
    drawAxis(context, orders, scene, { plane: moved, look: this.#look, width: axis })
  }

  /** The open order whose line is at a point of the pane. */
  orderAt(point: { x: number; y: number }): string | null {
    return orderAt(
      this.#drawn.map(({ shape }) => shape),
      point,
    )
  }

  destroy(): void {
    this.#canvas.remove()
  }

  #takeOver(paneWidth: number): LibraryCanvases | null {
    const found = libraryCanvases(this.#container, paneWidth)
    for (const canvas of found?.drawn ?? []) canvas.style.willChange = 'transform'
    for (const canvas of found?.crosshairs ?? []) canvas.dataset['crosshair'] = ''
    return found
  }

  /** An empty canvas of this size, in CSS pixels; null where there is none. */
  #context(width: number, height: number): Context | null {
    const canvas = this.#canvas
    const context = canvas.getContext('2d')
    const scale = devicePixelRatio
    const [columns, rows] = [Math.round(width * scale), Math.round(height * scale)]
    if (canvas.width !== columns || canvas.height !== rows) {
      canvas.width = columns
      canvas.height = rows
      canvas.style.width = `${width}px`
      canvas.style.height = `${height}px`
    }
    context?.setTransform(scale, 0, 0, scale, 0, 0)
    // Every part sets this font after a save. It is parsed only where the font was another one before.
    if (context !== null) context.font = chartFont()
    context?.clearRect(0, 0, width, height)
    return context
  }
}
