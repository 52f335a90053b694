/** What a study's own pane has besides its lines: its name, its values, and levels that everyone looks for. */
import {
  type ISeriesApi,
  type ISeriesPrimitive,
  LineStyle,
  type SeriesType,
  type Time,
} from 'lightweight-charts'
import { indicatorTitle } from '#features/chart/bars/indicator-text.ts'
import type { IndicatorName, IndicatorValues } from '#features/chart/bars/indicators.ts'
import type { ChartColors } from '#features/chart/base/chart-colors.ts'
import { chartFont } from '#features/chart/base/chart-font.ts'

export interface StudyText {
  name: IndicatorName
  /** The values of the bar under the crosshair, or of the last one. */
  values(): IndicatorValues | undefined
  write(value: number): string
  colors(): ChartColors
}

const AT = { x: 8, y: 4, gap: 8 } as const

/** The name in the colour of quiet text, and each value in the colour of its line. */
export function studyTexts({
  name,
  values,
  write,
  colors,
}: StudyText): { text: string; ink: string }[] {
  const { quiet, series, ink } = colors()
  const shown = Object.values(values() ?? {}).map((value, i) => ({
    text: value === null ? '–' : write(value),
    ink: series[i % series.length] ?? ink,
  }))
  return [{ text: indicatorTitle(name), ink: quiet }, ...shown]
}

type PaneView = NonNullable<ReturnType<NonNullable<ISeriesPrimitive<Time>['paneViews']>>[number]>
type Target = Parameters<NonNullable<ReturnType<PaneView['renderer']>>['draw']>[0]

function draw(context: CanvasRenderingContext2D, study: StudyText): void {
  context.save()
  context.font = chartFont()
  context.textAlign = 'left'
  context.textBaseline = 'top'
  context.strokeStyle = study.colors().surface
  context.lineWidth = 3
  context.lineJoin = 'round'
  let { x }: { x: number } = AT
  for (const { text, ink } of studyTexts(study)) {
    context.fillStyle = ink
    // Lines are behind it.
    context.strokeText(text, x, AT.y)
    context.fillText(text, x, AT.y)
    x += context.measureText(text).width + AT.gap
  }
  context.restore()
}

/** Writes it in the pane of a series. The library draws what is on top again with each movement of the crosshair. */
export function nameStudy(series: ISeriesApi<SeriesType>, study: StudyText): void {
  const view: PaneView = {
    zOrder: () => 'top',
    renderer: () => ({
      draw: (target: Target) =>
        target.useMediaCoordinateSpace(({ context }) => draw(context, study)),
    }),
  }
  const views = [view]
  series.attachPrimitive({ paneViews: () => views })
}

/** Above and below these levels, an RSI is called overbought and oversold. */
const RSI_LEVELS = [30, 70] as const

type Seen = ReturnType<NonNullable<ISeriesPrimitive<Time>['autoscaleInfo']>>

/** Draws levels that are in view whatever the values are. Returns a function that gives them another colour. */
export function addLevels(series: ISeriesApi<SeriesType>, color: string): (color: string) => void {
  const look = {
    color,
    lineWidth: 1,
    lineStyle: LineStyle.Dashed,
    axisLabelVisible: false,
  } as const
  const lines = RSI_LEVELS.map((price) => series.createPriceLine({ ...look, price }))
  const [low, high] = RSI_LEVELS
  series.applyOptions({
    autoscaleInfoProvider: (original: () => Seen) => {
      const { minValue, maxValue } = original()?.priceRange ?? { minValue: low, maxValue: high }
      const priceRange = { minValue: Math.min(low, minValue), maxValue: Math.max(high, maxValue) }
      return { priceRange }
    },
  })
  return (next) => {
    for (const line of lines) line.applyOptions({ color: next })
  }
}
