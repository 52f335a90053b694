/** What the user chose to see on the chart, stored on the device. */
import { z } from 'zod/mini'
import { INTERVALS, type Interval } from '#contract/product.ts'
import { type IndicatorName, OVERLAYS, STUDIES } from '#features/chart/bars/indicators.ts'
import { LIVE_VIEWS, type LiveView } from '#features/chart/live/live-views.ts'
import { json, storedAtom } from '#device/stored-atom.ts'

/** The live line, or bars as candles or as a line of their closes. */
export const CHART_KINDS = ['live', 'candles', 'line'] as const
export type ChartKind = (typeof CHART_KINDS)[number]

/** Bars of one second are the past of the live line, and too many for candles. */
export type BarInterval = Exclude<Interval, '1s'>
export const BAR_INTERVALS = INTERVALS.filter((each): each is BarInterval => each !== '1s')

const indicators = z.array(z.enum([...OVERLAYS, ...STUDIES]))

export const kindAtom = storedAtom<ChartKind>({
  key: 'chartStyle',
  initial: 'live',
  read: (text) => CHART_KINDS.find((kind) => kind === text),
})

export const viewAtom = storedAtom<LiveView>({
  key: 'chartView',
  initial: '1m',
  read: (text) => LIVE_VIEWS.find((view) => view === text),
})

export const intervalAtom = storedAtom<BarInterval>({
  key: 'chartInterval',
  initial: '1m',
  read: (text) => BAR_INTERVALS.find((each) => each === text),
})

export const indicatorsAtom = storedAtom<readonly IndicatorName[]>({
  key: 'chartIndicators',
  initial: ['ma'],
  ...json(indicators),
})

/** Overlays share the price's pane, so at most one is active. Studies have panes of their own. */
export function toggled(names: readonly IndicatorName[], name: IndicatorName): IndicatorName[] {
  if (names.includes(name)) return names.filter((other) => other !== name)
  const isOverlay = (one: IndicatorName): boolean => OVERLAYS.some((overlay) => overlay === one)
  return [...names.filter((other) => !isOverlay(name) || !isOverlay(other)), name]
}
