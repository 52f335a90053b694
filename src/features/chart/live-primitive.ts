import type {
  AutoscaleInfo,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  Logical,
  SeriesAttachedParameter,
} from 'lightweight-charts'
import type { ChartColors } from '#features/chart/chart-colors.ts'
import { drawOrders, drawTip, drawZones, type Tip } from '#features/chart/draw-orders.ts'
import { type OrderMark, rangeOf } from '#features/chart/order-marks.ts'
import { type Plane, shapeOf } from '#features/chart/order-shapes.ts'
import type { PricePoint } from '#features/chart/tick-grid.ts'

/** What the primitive draws besides the line of the grid. */
export interface LiveScene {
  marks: readonly OrderMark[]
  /** The position of a time on the axis, in points of the grid; fractions are between two points. */
  positionOf(timeMs: number): number
  /** The last point of the line. */
  last: PricePoint | null
  /** The newest tick. */
  newest: PricePoint | null
  /** The time until which the newest price is drawn. */
  untilMs: number
  /** False if no prices arrive. */
  fresh: boolean
  nowMs: number
}

export interface LiveLook {
  colors(): ChartColors
  price(scaled: number): string
  countdown(leftMs: number): string
}

type Host = SeriesAttachedParameter<number>
type PaneView = NonNullable<ReturnType<NonNullable<ISeriesPrimitive<number>['paneViews']>>[number]>
type Target = Parameters<NonNullable<ReturnType<PaneView['renderer']>>['draw']>[0]

/** The library converts whole positions only; others are on the line through two of them. */
function planeOf(
  host: Host,
  scene: LiveScene,
  size: { width: number; height: number },
): Plane | null {
  const scale = host.chart.timeScale()
  const zero = scale.logicalToCoordinate(0 as Logical)
  const one = scale.logicalToCoordinate(1 as Logical)
  if (zero === null || one === null) return null
  return {
    xOf: (timeMs) => zero + scene.positionOf(timeMs) * (one - zero),
    yOf: (price) => host.series.priceToCoordinate(price),
    ...size,
  }
}

function tipOf({ last, newest, untilMs, fresh }: LiveScene, plane: Plane): Tip | null {
  const at = (timeMs: number, price: number) => {
    const y = plane.yOf(price)
    return y === null ? null : { x: plane.xOf(timeMs), y }
  }
  if (newest === null) return null
  // A tick that the grid already has is part of the line.
  const later = last === null || newest.timeMs > last.timeMs
  const from = last === null ? null : at(last.timeMs, last.price)
  const tick = later ? at(newest.timeMs, newest.price) : from
  const now = at(Math.max(untilMs, newest.timeMs), newest.price)
  return tick === null || now === null ? null : { from, tick, now, fresh }
}

type AxisLabel = ISeriesPrimitiveAxisView

/** The labels of the price axis: one per entry of an open order, and the newest price. */
function createLabels(
  scene: () => LiveScene,
  { colors, price: write }: LiveLook,
  yOf: (price: number) => number | null,
): () => AxisLabel[] {
  const label = (
    price: () => number | null,
    look: { text(): string; back(): string },
  ): AxisLabel => ({
    coordinate: () => yOf(price() ?? 0) ?? -1,
    text: look.text,
    textColor: () => colors().surface,
    backColor: look.back,
    visible: () => price() !== null,
  })
  const newestPrice = (): number | null => scene().newest?.price ?? null
  const newest = label(newestPrice, {
    text: () => write(newestPrice() ?? 0),
    back: () => (scene().fresh ? colors().price : colors().quiet),
  })
  const entries = (marks: readonly OrderMark[]): AxisLabel[] =>
    marks.flatMap(({ entry, exit, direction }) => {
      if (entry === null || exit !== null) return []
      const text = write(entry.price)
      return [label(() => entry.price, { text: () => text, back: () => colors()[direction] })]
    })
  let labelled: readonly OrderMark[] = []
  let labels = [newest]
  // The same objects for the same orders: the library moves labels apart that would overlap, and remembers where.
  return () => {
    const { marks } = scene()
    if (marks !== labelled) labels = [...entries(marks), newest]
    labelled = marks
    return labels
  }
}

/** Draws zones below the line, and its tip, orders and labels of the price axis above it. */
export function createLivePrimitive(
  scene: () => LiveScene,
  look: LiveLook,
): ISeriesPrimitive<number> {
  let host: Host | null = null
  const layer = (
    zOrder: 'bottom' | 'normal',
    draw: (context: CanvasRenderingContext2D, plane: Plane) => void,
  ): PaneView => ({
    zOrder: () => zOrder,
    renderer: () => ({
      draw: (target: Target) =>
        target.useMediaCoordinateSpace(({ context, mediaSize }) => {
          const plane = host === null ? null : planeOf(host, scene(), mediaSize)
          if (plane !== null) draw(context, plane)
        }),
    }),
  })
  const shapes = (plane: Plane) => scene().marks.map((mark) => shapeOf(mark, plane))
  const layers = [
    layer('bottom', (context, plane) => drawZones(context, shapes(plane), look.colors())),
    layer('normal', (context, plane) => {
      const { nowMs } = scene()
      const tip = tipOf(scene(), plane)
      if (tip !== null) drawTip(context, tip, look.colors())
      const countdown = (expiresAt: number): string => look.countdown(expiresAt - nowMs)
      drawOrders(context, shapes(plane), { colors: look.colors(), countdown }, plane)
    }),
  ]
  return {
    attached: (parameters) => {
      host = parameters
    },
    detached: () => {
      host = null
    },
    paneViews: () => layers,
    priceAxisViews: createLabels(
      scene,
      look,
      (price) => host?.series.priceToCoordinate(price) ?? null,
    ),
    autoscaleInfo: (): AutoscaleInfo | null => {
      const { marks, newest } = scene()
      return rangeOf(marks, newest?.price)
    },
  }
}
