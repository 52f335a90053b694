/** What the user chose to see on a chart, stored on the device. */
import { atom } from 'jotai/vanilla'
import { createContext, use } from 'react'
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

export const MAIN_CHOICES = {
  kindAtom: storedAtom<ChartKind>({
    key: 'chartStyle',
    initial: 'live',
    read: (text) => CHART_KINDS.find((kind) => kind === text),
  }),
  viewAtom: storedAtom<LiveView>({
    key: 'chartView',
    initial: '1m',
    read: (text) => LIVE_VIEWS.find((view) => view === text),
  }),
  intervalAtom: storedAtom<BarInterval>({
    key: 'chartInterval',
    initial: '1m',
    read: (text) => BAR_INTERVALS.find((each) => each === text),
  }),
  indicatorsAtom: storedAtom<readonly IndicatorName[]>({
    key: 'chartIndicators',
    initial: ['ma'],
    ...json(indicators),
  }),
}

type ChartChoices = typeof MAIN_CHOICES

const second = z.object({
  kind: z.enum(CHART_KINDS),
  view: z.enum(LIVE_VIEWS),
  interval: z.enum(BAR_INTERVALS),
  indicators,
})
interface Second extends Omit<z.infer<typeof second>, 'indicators'> {
  indicators: readonly IndicatorName[]
}

const secondAtom = storedAtom<Second>({
  key: 'secondChart',
  initial: { kind: 'live', view: '1m', interval: '1m', indicators: ['ma'] },
  ...json(second),
})

const ofSecond = <Name extends keyof Second>(name: Name) =>
  atom(
    (get) => get(secondAtom)[name],
    (get, set, value: Second[Name]) => set(secondAtom, { ...get(secondAtom), [name]: value }),
  )

/** Of the chart beside the main one, unless both show the same. */
export const SECOND_CHOICES: ChartChoices = {
  kindAtom: ofSecond('kind'),
  viewAtom: ofSecond('view'),
  intervalAtom: ofSecond('interval'),
  indicatorsAtom: ofSecond('indicators'),
}

export const ChoicesContext = createContext<ChartChoices>(MAIN_CHOICES)
export const useChoices = (): ChartChoices => use(ChoicesContext)

/** Overlays share the price's pane, so at most one is active. Studies have panes of their own. */
export function toggled(names: readonly IndicatorName[], name: IndicatorName): IndicatorName[] {
  if (names.includes(name)) return names.filter((other) => other !== name)
  const isOverlay = (one: IndicatorName): boolean => OVERLAYS.some((overlay) => overlay === one)
  return [...names.filter((other) => !isOverlay(name) || !isOverlay(other)), name]
}
