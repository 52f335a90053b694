import type { MouseEventParams } from 'lightweight-charts'
import { readColors, watchColors } from '#features/chart/base/chart-colors.ts'
import { liveLine, liveOptions, type LiveWriters } from '#features/chart/base/chart-options.ts'
import type {
  BoardEvents,
  DrawingBoard,
  HandState,
} from '#features/chart/drawings/drawing-board.ts'
import {
  drawAgain,
  type Drawn,
  drawNext,
  drawWhole,
  endOf,
  isOutdated,
  type LiveParts,
  type LiveTimes,
} from '#features/chart/live/live-drawing.ts'
import {
  createKnownSpans,
  type KnownSpan,
  MISSED_AFTER_MS,
  PRICE_HOLDS_MS,
} from '#features/chart/base/known-spans.ts'
import { Follower, type FollowerOptions } from '#features/chart/live/live-follow.ts'
import type { Engine } from '#features/chart/host/engine.ts'
import type { PaneSize } from '#features/chart/host/chart-pointer.ts'
import { type LiveLegend, liveLegend } from '#features/chart/live/live-legend.ts'
import { linkedLive } from '#features/chart/live/live-link.ts'
import { LiveLayer, type LiveScene } from '#features/chart/live/live-layer.ts'
import { createBoard, createParts } from '#features/chart/live/live-parts.ts'
import { createLivePrimitive } from '#features/chart/live/live-primitive.ts'
import { createShownOrders, type ShownOrders } from '#features/chart/marks/shown-orders.ts'
import type { OrderMark } from '#features/chart/base/order-shapes.ts'
import type { PricePoint } from '#features/chart/base/line-points.ts'

export interface LiveChartOptions
  extends Omit<FollowerOptions, 'nextExpiry' | 'isPointed' | 'canSlide' | 'now'> {
  writers: LiveWriters
  /** The server's time, in ms; 0 while it is not known. */
  now(): number
  onLegend(data: LiveLegend | null): void
  /** The order whose line the pointer is on; null for none. */
  onHoverOrder(id: string | null): void
  board: BoardEvents
}

const STALE_AFTER_MS = 3_000
const LEGEND_EVERY_MS = 500
/** More than a frame, so that never two frames in a row draw the chart: the page has time for a finger between them. */
const REST_MS = 20
/** A drawing that the library has not made by then will not be made: the chart is not visible. */
const DRAWN_WITHIN_MS = 100
/** Prices are forgotten in batches: when a quarter more than needed is there. */
const TRIM_SHARE = 1.25

/** The engine that draws the live line. */
export class LiveChart implements Engine {
  readonly linked: Engine['linked']
  readonly #options: LiveChartOptions
  readonly #parts: LiveParts
  readonly #follower: Follower
  readonly #layer: LiveLayer
  readonly #board: DrawingBoard<number>
  readonly #unwatch: () => void
  #colors = readColors()
  readonly #known = createKnownSpans()
  readonly #orders: ShownOrders
  #last: PricePoint | null = null
  #drawn: Drawn | null = null
  /** All prices until then are known. */
  #settledMs = 0
  #changedFrom = Number.POSITIVE_INFINITY
  #ordersChanged = false
  /** What the layer shows: whether a price came since, the cell of the present, and the shift of the view. */
  #painted = { isOld: true, cell: 0, slidPx: 0 }
  #pointedMs: number | null = null
  #toldAt = 0
  /** When the library was told to draw, and whether it has not done so yet. Page ms. */
  #asked = { at: 0, isOpen: false }
  #request: number

  constructor(options: LiveChartOptions) {
    this.#options = options
    this.#parts = createParts(options, this.#colors, this.#known)
    const { chart, line, span } = this.#parts
    const { price, countdown, orders } = options.writers
    const look = { colors: () => this.#colors, price, countdown, orders }
    this.#orders = createShownOrders(() => options.reducedMotion)
    this.#layer = new LiveLayer(options.container, { chart, series: line }, look)
    const primitive = createLivePrimitive(
      () => this.#scene(),
      price,
      () => this.#drawnByLibrary(),
    )
    this.#board = createBoard(options, this.#parts, {
      first: () => this.#drawn?.first ?? 0,
      colors: () => this.#colors,
    })
    this.#board.attach(line)
    // Above the drawings.
    line.attachPrimitive(primitive)
    this.#follower = new Follower(chart, {
      ...options,
      nextExpiry: this.#orders.nextExpiry,
      isPointed: () => this.#pointedMs !== null,
      canSlide: () => this.#layer.canShift(),
      now: () => ({
        nowMs: this.#nowMs(),
        first: this.#drawn?.first ?? 0,
        stepMs: span.stepMs,
      }),
    })
    this.linked = linkedLive(this.#parts, this.#follower)
    chart.subscribeCrosshairMove(({ time, point }: MouseEventParams<number>) => {
      const isOwn = !options.link.isPointedFor()
      const id = point === undefined || !isOwn ? null : this.#layer.orderAt(point)
      if (isOwn) options.link.point(time ?? null)
      if (this.#orders.hover(id)) options.onHoverOrder(id)
      options.container.toggleAttribute('data-pointed', point !== undefined)
      this.#pointedMs = time ?? null
      this.#toldAt = 0
    })
    this.#unwatch = watchColors(() => this.#recolor())
    this.#request = requestAnimationFrame(this.#frame)
  }

  /** Adds past prices. All prices within `spans` are then known. */
  merge(points: readonly PricePoint[], spans: readonly KnownSpan[]): void {
    for (const point of points) this.#put(point)
    for (const span of spans) {
      this.#known.add(span)
      this.#redrawFrom(span.fromMs)
    }
    this.#settledMs = Math.max(this.#settledMs, ...spans.map(({ toMs }) => toMs))
  }

  /** Adds the newest price, as of a server time: no other price until then will follow. */
  add(point: PricePoint, asOf: number): void {
    this.#put(point)
    const settled = this.#settledMs
    // There was no tick after the newest one.
    this.#known.add({ fromMs: Math.min(point.timeMs, asOf), toMs: asOf })
    if (asOf - settled <= MISSED_AFTER_MS) this.#known.add({ fromMs: settled, toMs: asOf })
    else this.#redrawFrom(settled)
    this.#settledMs = Math.max(settled, asOf)
    // The library draws in the next frame: of a price that came between two frames, the one in which all else shows it.
    this.#show(performance.now())
  }

  setLast(last: PricePoint | null): void {
    this.#last = last
    this.#painted.isOld = true
  }

  setOrders(marks: readonly OrderMark[]): void {
    this.#orders.set(marks)
    this.#ordersChanged = true
  }

  setFocused(id: string | null): void {
    this.#orders.want(id)
    this.#painted.isOld = true
  }

  setDrawings(state: HandState): void {
    this.#board.set(state)
  }

  readonly follow = (): void => this.#follower.reset()
  readonly fit = this.follow
  readonly priceAt = (y: number): number | null => this.#parts.line.coordinateToPrice(y)
  readonly pane = (): PaneSize => this.#parts.chart.paneSize()

  destroy(): void {
    cancelAnimationFrame(this.#request)
    this.#follower.stop()
    this.#board.stop()
    this.#unwatch()
    this.#layer.destroy()
    this.#parts.chart.remove()
  }

  #put(point: PricePoint): void {
    const changed = this.#parts.grid.add(point)
    if (changed !== null) this.#changedFrom = Math.min(this.#changedFrom, changed)
  }

  #redrawFrom(timeMs: number): void {
    const cell = Math.floor(timeMs / this.#parts.span.stepMs)
    this.#changedFrom = Math.min(this.#changedFrom, cell)
  }

  #nowMs(): number {
    const newest = this.#parts.grid.newest()?.timeMs ?? 0
    return Math.min(Math.max(this.#options.now(), this.#settledMs), newest + PRICE_HOLDS_MS)
  }

  #times(): LiveTimes {
    return { nowMs: this.#nowMs(), settledMs: this.#settledMs }
  }

  #scene(): LiveScene {
    const { span } = this.#parts
    const now = this.#nowMs()
    const drawn = this.#drawn
    return {
      marks: this.#orders.all(),
      focus: this.#orders.focus(),
      stepOf: this.#orders.stepOf,
      positionOf: (timeMs) => timeMs / span.stepMs - (drawn?.first ?? 0),
      end: () => (drawn === null ? [] : endOf(this.#parts, drawn, this.#settledMs)),
      newest: this.#last,
      joins: this.#known.joins,
      untilMs: Math.min(now, this.#settledMs + STALE_AFTER_MS),
      fresh: now - this.#settledMs < STALE_AFTER_MS,
      nowMs: Math.max(this.#options.now(), now),
    }
  }

  readonly #frame = (atMs: number): void => {
    this.#request = requestAnimationFrame(this.#frame)
    if (this.#parts.grid.newest() === null) return
    this.#show(atMs)
    // Of a drawing that the library still has to make, the layer would know only half.
    const draws = this.#asked.isOpen
    if (!draws && this.#isLayerOld()) this.#paint()
    const age = atMs - this.#toldAt
    // The legend is laid out in the next frame: it has its turn while neither this frame nor that one draws the chart.
    if (age < LEGEND_EVERY_MS || (draws && age < 2 * LEGEND_EVERY_MS)) return
    this.#toldAt = atMs
    this.#tell()
  }

  /** Lets the library draw if what it has drawn is no longer right. The layer shows all else. */
  #show(atMs: number): void {
    const { at, isOpen } = this.#asked
    if (atMs - at < (isOpen ? DRAWN_WITHIN_MS : REST_MS)) return
    const isDue = this.#follower.isDue(atMs)
    const changed = { ...this.#times(), changedFrom: this.#changedFrom }
    const isOld = this.#ordersChanged || isOutdated(this.#parts, this.#drawn, changed)
    if (!isDue && !isOld) return
    this.#draw()
    if (isDue) this.#follower.move()
    else if (this.#drawn !== null) drawAgain(this.#parts, this.#drawn)
    this.#ordersChanged = false
    this.#asked = { at: atMs, isOpen: true }
  }

  /** The library has drawn the pane: because it was told to, or for a finger or a new size. */
  #drawnByLibrary(): void {
    this.#asked.isOpen = false
    this.#paint()
  }

  #cell(): number {
    return Math.floor(this.#nowMs() / this.#parts.span.stepMs)
  }

  #isLayerOld(): boolean {
    const { isOld, cell, slidPx } = this.#painted
    if (this.#orders.isSettling()) return true
    return isOld || cell !== this.#cell() || slidPx !== this.#follower.slidPx()
  }

  #paint(): void {
    const slidPx = this.#follower.slidPx()
    this.#layer.paint(this.#scene(), slidPx)
    this.#painted = { isOld: false, cell: this.#cell(), slidPx }
  }

  /** Draws what has changed: the end, or everything if older prices came or too many are there. */
  #draw(): void {
    const { stepMs, keepMs } = this.#parts.span
    const times = this.#times()
    const before = this.#drawn
    const changedFrom = this.#changedFrom
    this.#changedFrom = Number.POSITIVE_INFINITY
    const isWhole =
      before === null ||
      changedFrom <= before.last ||
      times.nowMs - before.first * stepMs > keepMs * TRIM_SHARE
    const drawn = isWhole ? drawWhole(this.#parts, times) : drawNext(this.#parts, before, times)
    this.#drawn = drawn
    if (isWhole && before !== null) this.#follower.shift(before.first - drawn.first)
  }

  #tell(): void {
    const looked = { last: this.#last, pointedMs: this.#pointedMs, settledMs: this.#settledMs }
    this.#options.onLegend(liveLegend(this.#parts, this.#drawn, looked))
  }

  #recolor(): void {
    const { chart, past, line } = this.#parts
    const { writers } = this.#options
    this.#colors = readColors()
    chart.applyOptions(liveOptions(this.#colors, writers))
    for (const series of [past, line]) series.applyOptions(liveLine(this.#colors, writers))
  }
}
