import { z } from 'zod'
import { INTERVALS, type Interval, interval } from '#contract/product.ts'
import { CHART_STYLES, type ChartStyle } from '#features/chart/chart-options.ts'
import { type IndicatorName, OVERLAYS, STUDIES } from '#features/chart/indicators.ts'
import { readJson, storedAtom } from '#lib/stored.ts'

const indicators = z.array(z.enum([...OVERLAYS, ...STUDIES]))

export const intervalAtom = storedAtom<Interval>({
  key: 'chartInterval',
  initial: INTERVALS[0],
  read: (text) => interval.safeParse(text).data,
})

export const styleAtom = storedAtom<ChartStyle>({
  key: 'chartStyle',
  initial: 'candles',
  read: (text) => CHART_STYLES.find((style) => style === text),
})

export const indicatorsAtom = storedAtom<readonly IndicatorName[]>({
  key: 'chartIndicators',
  initial: ['ma'],
  read: readJson((value) => indicators.safeParse(value)),
  write: JSON.stringify,
})

/** Overlays share the price's pane, so at most one is active. Studies have panes of their own. */
export function toggled(names: readonly IndicatorName[], name: IndicatorName): IndicatorName[] {
  if (names.includes(name)) return names.filter((other) => other !== name)
  const isOverlay = (one: IndicatorName): boolean => OVERLAYS.some((overlay) => overlay === one)
  return [...names.filter((other) => !isOverlay(name) || !isOverlay(other)), name]
}
