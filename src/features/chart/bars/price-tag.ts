import { type IPriceLine, type ISeriesApi, LineStyle, type SeriesType } from 'lightweight-charts'
import type { ChartColors } from '#features/chart/base/chart-colors.ts'

/** The newest price of the product as a dotted line, whatever bars are visible. Its tag is one of the order marks. */
export interface PriceTag {
  /** Draws it on this series from now on. The line on the one before goes with that series. */
  attach(series: ISeriesApi<SeriesType>): void
  /** A scaled integer; null while it is not known. */
  set(price: number | null): void
}

export function createPriceTag(colors: () => ChartColors): PriceTag {
  let on: ISeriesApi<SeriesType> | null = null
  let line: IPriceLine | null = null
  let price: number | null = null
  const draw = (): void => {
    if (price === null || on === null) return
    const look = {
      price,
      color: colors().price,
      lineWidth: 1,
      lineStyle: LineStyle.Dotted,
      axisLabelVisible: false,
    } as const
    if (line === null) line = on.createPriceLine(look)
    else line.applyOptions(look)
  }
  return {
    attach: (series) => {
      on = series
      line = null
      draw()
    },
    set: (next) => {
      price = next
      draw()
    },
  }
}
