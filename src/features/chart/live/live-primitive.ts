import type {
  AutoscaleInfo,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  SeriesAttachedParameter,
} from 'lightweight-charts'
import { drawZones } from '#features/chart/live/draw-orders.ts'
import {
  type LiveHost,
  type LiveLook,
  type LiveScene,
  planeOf,
} from '#features/chart/live/live-layer.ts'
import { type OrderMark, rangeOf } from '#features/chart/base/order-shapes.ts'
import { type Plane, shapeOf } from '#features/chart/base/order-shapes.ts'

type PaneView = NonNullable<ReturnType<NonNullable<ISeriesPrimitive<number>['paneViews']>>[number]>
type Target = Parameters<NonNullable<ReturnType<PaneView['renderer']>>['draw']>[0]
type AxisLabel = ISeriesPrimitiveAxisView

/** The labels of the price axis: one per entry of an open order. */
function createLabels(
  scene: () => LiveScene,
  { colors, price: write }: LiveLook,
  yOf: (price: number) => number | null,
): () => AxisLabel[] {
  const label = (
    price: () => number | null,
    look: Pick<AxisLabel, 'text' | 'textColor' | 'backColor'>,
  ): AxisLabel => ({
    coordinate: () => yOf(price() ?? 0) ?? -1,
    visible: () => price() !== null,
    ...look,
  })
  const newestPrice = (): number | null => scene().newest?.price ?? null
  // Drawn by the layer; here it keeps its place, so that the labels of entries move out of its way.
  const newest = label(newestPrice, {
    text: () => write(newestPrice() ?? 0),
    textColor: () => 'transparent',
    backColor: () => 'transparent',
  })
  const entries = (marks: readonly OrderMark[]): AxisLabel[] =>
    marks.flatMap(({ entry, exit, direction }) => {
      if (entry === null || exit !== null) return []
      const text = write(entry.price)
      const look = {
        text: () => text,
        textColor: () => colors().surface,
        backColor: () => colors()[direction],
      }
      return [label(() => entry.price, look)]
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

/** Draws zones below the line and the labels of entries, and tells whenever the library draws the pane. */
export function createLivePrimitive(
  scene: () => LiveScene,
  look: LiveLook,
  drawn: () => void,
): ISeriesPrimitive<number> {
  let host: LiveHost | null = null
  const below = (context: CanvasRenderingContext2D, plane: Plane): void => {
    const shapes = scene().marks.map((mark) => shapeOf(mark, plane))
    drawZones(context, shapes, look.colors())
  }
  const zones: PaneView = {
    zOrder: () => 'bottom',
    renderer: () => ({
      draw: (target: Target) =>
        target.useMediaCoordinateSpace(({ context, mediaSize }) => {
          const plane = host === null ? null : planeOf(host, scene(), mediaSize)
          if (plane !== null) below(context, plane)
        }),
    }),
  }
  const line: PaneView = { zOrder: () => 'normal', renderer: () => ({ draw: drawn }) }
  return {
    attached: ({ chart, series }: SeriesAttachedParameter<number>) => {
      host = { chart, series: series as LiveHost['series'] }
    },
    detached: () => {
      host = null
    },
    paneViews: () => [zones, line],
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
