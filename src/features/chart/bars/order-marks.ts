import type {
  IPriceLine,
  ISeriesApi,
  ISeriesPrimitive,
  Logical,
  SeriesAttachedParameter,
  SeriesType,
  Time,
} from 'lightweight-charts'
import type { BarStore } from '#features/chart/bars/bar-store.ts'
import type { ChartColors } from '#features/chart/base/chart-colors.ts'
import { type OrderMark, rangeOf } from '#features/chart/base/order-shapes.ts'

type Place = (timeMs: number) => number | null
const DASH = [4, 3]
const DOT_RADIUS = 4

function drawMark(
  context: CanvasRenderingContext2D,
  at: { x: number | null; entryX: number | null; entryY: number | null; height: number },
): void {
  if (at.x !== null) {
    context.setLineDash(DASH)
    context.beginPath()
    context.moveTo(at.x, 0)
    context.lineTo(at.x, at.height)
    context.stroke()
    context.setLineDash([])
    context.fillRect(at.x - 3, 0, 6, 6)
  }
  if (at.entryX === null || at.entryY === null) return
  context.beginPath()
  context.arc(at.entryX, at.entryY, DOT_RADIUS, 0, 2 * Math.PI)
  context.fill()
}

/** Draws each position's entry as a dot and its expiry as a vertical dashed line. */
function createPrimitive(
  marks: () => readonly OrderMark[],
  colors: () => ChartColors,
  store: BarStore,
): ISeriesPrimitive<Time> {
  let host: SeriesAttachedParameter<Time> | null = null
  // The chart can only convert whole bar positions; times between two bars are interpolated here.
  const place: Place = (timeMs) => {
    const position = store.positionOf(timeMs)
    if (position < 0 || host === null) return null
    const scale = host.chart.timeScale()
    const left = scale.logicalToCoordinate(Math.floor(position) as Logical)
    const right = scale.logicalToCoordinate((Math.floor(position) + 1) as Logical)
    return left === null || right === null ? null : left + (right - left) * (position % 1)
  }
  const views = [
    {
      renderer: () => ({
        draw: (target: Parameters<Draw>[0]) =>
          target.useMediaCoordinateSpace(({ context, mediaSize }) => {
            for (const mark of marks()) {
              const color = mark.direction === 'up' ? colors().up : colors().down
              context.strokeStyle = color
              context.fillStyle = color
              drawMark(context, {
                x: place(mark.expiresAt),
                entryX: mark.entry && place(mark.entry.timeMs),
                entryY: mark.entry && (host?.series.priceToCoordinate(mark.entry.price) ?? null),
                height: mediaSize.height,
              })
            }
          }),
      }),
    },
  ]
  return {
    attached: (parameters) => {
      host = parameters
    },
    detached: () => {
      host = null
    },
    paneViews: () => views,
    autoscaleInfo: () => rangeOf(marks()),
  }
}

type PaneView = NonNullable<ReturnType<NonNullable<ISeriesPrimitive<Time>['paneViews']>>[number]>
type Draw = NonNullable<ReturnType<PaneView['renderer']>>['draw']

export interface OrderMarks {
  /** Attaches to another series when the chart's style changes. */
  attach(series: ISeriesApi<SeriesType>): void
  set(marks: readonly OrderMark[]): void
}

export function createOrderMarks(colors: () => ChartColors, store: BarStore): OrderMarks {
  let marks: readonly OrderMark[] = []
  let host: ISeriesApi<SeriesType> | null = null
  let lines: IPriceLine[] = []
  const primitive = createPrimitive(() => marks, colors, store)
  const draw = (): void => {
    for (const line of lines) host?.removePriceLine(line)
    lines = marks.flatMap((mark) =>
      host === null || mark.entry === null
        ? []
        : [
            host.createPriceLine({
              price: mark.entry.price,
              color: mark.direction === 'up' ? colors().up : colors().down,
              lineWidth: 1,
              lineStyle: 2,
              axisLabelVisible: true,
              title: mark.title,
            }),
          ],
    )
  }
  return {
    attach: (series) => {
      lines = []
      host = series
      series.attachPrimitive(primitive)
      draw()
    },
    set: (next) => {
      marks = next.filter(({ exit }) => exit === null)
      draw()
    },
  }
}
