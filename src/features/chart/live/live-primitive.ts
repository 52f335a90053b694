import type {
  AutoscaleInfo,
  ISeriesPrimitive,
  ISeriesPrimitiveAxisView,
  SeriesAttachedParameter,
} from 'lightweight-charts'
import { rangeOf } from '#features/chart/base/order-shapes.ts'
import type { LiveHost, LiveScene } from '#features/chart/live/live-layer.ts'

type PaneView = NonNullable<ReturnType<NonNullable<ISeriesPrimitive<number>['paneViews']>>[number]>

/**
 * Makes room for what the layer draws: the price axis is as wide as the newest price and includes the entries of open
 * orders. It also tells whenever the library draws the pane.
 */
export function createLivePrimitive(
  scene: () => LiveScene,
  write: (scaled: number) => string,
  drawn: () => void,
): ISeriesPrimitive<number> {
  let series: LiveHost['series'] | null = null
  const price = (): number | null => scene().newest?.price ?? null
  const line: PaneView = { zOrder: () => 'normal', renderer: () => ({ draw: drawn }) }
  const views = [line]
  const newest: ISeriesPrimitiveAxisView = {
    coordinate: () => series?.priceToCoordinate(price() ?? 0) ?? -1,
    visible: () => price() !== null,
    text: () => write(price() ?? 0),
    textColor: () => 'transparent',
    backColor: () => 'transparent',
  }
  const labels = [newest]
  return {
    attached: (attached: SeriesAttachedParameter<number>) => {
      series = attached.series as LiveHost['series']
    },
    detached: () => {
      series = null
    },
    paneViews: () => views,
    priceAxisViews: () => labels,
    autoscaleInfo: (): AutoscaleInfo | null => {
      const { marks, newest: last } = scene()
      return rangeOf(marks, last?.price)
    },
  }
}
