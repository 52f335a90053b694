import type {
  ISeriesApi,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts'
import type { BarTimes } from '#features/chart/bars/bar-times.ts'
import type { LastPrice } from '#features/chart/base/line-points.ts'
import {
  type OrderMark,
  type OrderShape,
  type Plane,
  rangeOf,
  shapeOf,
} from '#features/chart/base/order-shapes.ts'
import { drawTags, type TagLook, tagsOf } from '#features/chart/marks/axis-tags.ts'
import {
  type DrawnOrder,
  drawnOrders,
  drawOrders,
  drawZones,
  entriesOf,
} from '#features/chart/marks/draw-orders.ts'
import { orderAt } from '#features/chart/marks/order-focus.ts'
import { createShownOrders, type ShownOrders } from '#features/chart/marks/shown-orders.ts'

interface MarksLook extends Omit<TagLook, 'colors'> {
  colors(): TagLook['colors']
}

export interface MarksHost {
  times: Pick<BarTimes, 'positionOf'>
  look: MarksLook
  /** The server's time, in ms. */
  now(): number
  reducedMotion: boolean
}

/** The user's orders on a chart of bars, and the newest price at its axis. */
export interface OrderMarks {
  /** Attaches to another series when the chart's style changes. */
  attach(series: ISeriesApi<SeriesType>): void
  set(marks: readonly OrderMark[]): void
  setFocused(id: string | null): void
  setLast(last: LastPrice | null): void
  /** The pointer is at a point of the pane, or has left it. Returns the order under it. */
  point(at: { x: number; y: number } | null): string | null
  stop(): void
}

type PaneView = NonNullable<ReturnType<NonNullable<ISeriesPrimitive<Time>['paneViews']>>[number]>
type Target = Parameters<NonNullable<ReturnType<PaneView['renderer']>>['draw']>[0]
type Size = Pick<Plane, 'width' | 'height'>

const view = (
  zOrder: 'bottom' | 'normal' | 'top',
  draw: (context: CanvasRenderingContext2D, size: Size) => void,
): PaneView => ({
  zOrder: () => zOrder,
  renderer: () => ({
    draw: (target: Target) =>
      target.useMediaCoordinateSpace(({ context, mediaSize }) => draw(context, mediaSize)),
  }),
})

/** Where the marks are drawn; null until the series has been attached. */
type Attached = () => SeriesAttachedParameter<Time> | null

/** The chart can only convert whole positions; others are on the line through two of them. */
function planeOf(attached: Attached, { positionOf }: MarksHost['times'], size: Size): Plane | null {
  const host = attached()
  const scale = host?.chart.timeScale()
  const zero = scale?.logicalToCoordinate(0 as Logical) ?? null
  const one = scale?.logicalToCoordinate(1 as Logical) ?? null
  if (zero === null || one === null) return null
  return {
    xOf: (timeMs) => zero + positionOf(timeMs) * (one - zero),
    yOf: (price) => host?.series.priceToCoordinate(price) ?? null,
    ...size,
  }
}

type Scene = () => { orders: ShownOrders; last: LastPrice | null }

/** What the library calls to draw the pane and its axis, with the orders as they are at that moment. */
function createViews({ times, look, now }: MarksHost, scene: Scene, attached: Attached) {
  const drawing =
    (draw: (context: CanvasRenderingContext2D, drawn: DrawnOrder[], plane: Plane) => void) =>
    (context: CanvasRenderingContext2D, size: Size): void => {
      const plane = planeOf(attached, times, size)
      if (plane === null) return
      const { orders, last } = scene()
      const { stepOf } = orders
      const price = last?.live === true ? last.price : null
      const focus = orders.focus()
      const all = { marks: orders.all(), focus, stepOf, price, nowMs: now() }
      // Results are shown in their moment only: bars have no room for all of them.
      const drawn = drawnOrders(all, plane).filter(
        ({ shape, step }) => shape.mark.exit === null || step !== null,
      )
      draw(context, drawn, plane)
    }
  const zones = drawing((context, drawn, plane) => drawZones(context, drawn, look.colors(), plane))
  const lines = drawing((context, drawn, plane) =>
    drawOrders(context, drawn, { colors: look.colors(), countdown: () => null }, plane),
  )
  const axis = drawing((context, drawn, { width, height, yOf }) => {
    const { last } = scene()
    const y = last === null ? null : yOf(last.price)
    const newest = last === null || y === null ? null : { price: last.price, y, fresh: last.live }
    const tags = tagsOf(entriesOf(drawn), y, height)
    drawTags(context, { tags, newest }, { ...look, colors: look.colors() }, { x: 0, width })
  })
  return { pane: [view('bottom', zones), view('top', lines)], axis: [view('normal', axis)] }
}

export function createOrderMarks(host: MarksHost): OrderMarks {
  const orders = createShownOrders(() => host.reducedMotion)
  let last: LastPrice | null = null
  let request = 0
  let attached: SeriesAttachedParameter<Time> | null = null
  const views = createViews(
    host,
    () => ({ orders, last }),
    () => attached,
  )
  const primitive: ISeriesPrimitive<Time> = {
    attached: (parameters) => {
      attached = parameters
    },
    detached: () => {
      attached = null
    },
    paneViews: () => views.pane,
    priceAxisPaneViews: () => views.axis,
    autoscaleInfo: () => rangeOf(orders.all()),
  }
  const shapes = (): OrderShape[] => {
    const size = { width: Number.POSITIVE_INFINITY, height: 0 }
    const plane = planeOf(() => attached, host.times, size)
    return plane === null ? [] : orders.all().map((mark) => shapeOf(mark, plane))
  }
  /** A settlement is drawn frame by frame; all else when it changes. */
  const frame = (): void => {
    attached?.requestUpdate()
    request = orders.isSettling() ? requestAnimationFrame(frame) : 0
  }
  const start = (): void => {
    if (request === 0) frame()
  }
  return {
    attach: (series) => series.attachPrimitive(primitive),
    set: (marks) => {
      orders.set(marks)
      start()
    },
    setFocused: (id) => {
      orders.want(id)
      start()
    },
    setLast: (next) => {
      last = next
      start()
    },
    point: (at) => {
      const id = at === null ? null : orderAt(shapes(), at)
      if (orders.hover(id)) start()
      return id
    },
    stop: () => cancelAnimationFrame(request),
  }
}
