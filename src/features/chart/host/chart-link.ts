/** Two charts beside each other that show the same time: the span that is in view, and the moment under the pointer. */
import { createContext, use } from 'react'

/** The first and the last time in view, in ms. */
export interface Edges {
  fromMs: number
  toMs: number
}

/** What a chart does for the one beside it. */
export interface LinkedChart {
  /** Null while it has nothing to show. */
  edges(): Edges | null
  show(edges: Edges): void
  /** Shows the crosshair at a time as if the pointer were there; null for none. */
  point(timeMs: number | null): void
}

export interface LinkEnd {
  /** The user moves this chart: from now on the other one follows it. */
  lead(): void
  /** What this chart has to show, because it follows the other one; null if it does not. */
  led(): Edges | null
  /** Another span is in view here. */
  moved(): void
  /** The time under the pointer; null when it has left this chart. */
  point(timeMs: number | null): void
  /** Whether the crosshair here is that of the other chart's pointer. */
  isPointedFor(): boolean
  leave(): void
}

/** Of a chart that is alone. */
const LOOSE: LinkEnd = {
  lead: () => {},
  led: () => null,
  moved: () => {},
  point: () => {},
  isPointedFor: () => false,
  leave: () => {},
}

export interface ChartLink {
  join(chart: () => LinkedChart | null): LinkEnd
  /** Charts that are not linked show what they like. */
  setOn(on: boolean): void
}

type Joined = () => LinkedChart | null

export function createChartLink(): ChartLink {
  let charts: readonly Joined[] = []
  let isOn = false
  /** The first chart leads until the user moves the other one. */
  let moved: Joined | null = null
  let pointed: Joined | null = null
  const leader = (): Joined | undefined => charts.find((each) => each === moved) ?? charts[0]
  const others = (chart: Joined): (LinkedChart | null)[] =>
    charts.filter((each) => each !== chart).map((each) => each())
  const pass = (): void => {
    const from = leader()
    const edges = isOn ? (from?.()?.edges() ?? null) : null
    if (from === undefined || edges === null) return
    for (const other of others(from)) other?.show(edges)
  }
  return {
    setOn: (on) => {
      isOn = on
      pass()
    },
    join: (chart) => {
      charts = [...charts, chart]
      return {
        lead: () => {
          moved = chart
        },
        led: () => (isOn && leader() !== chart ? (leader()?.()?.edges() ?? null) : null),
        moved: () => {
          if (leader() === chart) pass()
        },
        point: (timeMs) => {
          if (!isOn || (timeMs === null && pointed !== chart)) return
          pointed = timeMs === null ? null : chart
          for (const other of others(chart)) other?.point(timeMs)
        },
        isPointedFor: () => isOn && pointed !== null && pointed !== chart,
        leave: () => {
          if (pointed === chart) pointed = null
          charts = charts.filter((each) => each !== chart)
        },
      }
    },
  }
}

export const LinkContext = createContext<ChartLink | null>(null)

/** Begins a link of the page's chart with the one beside it, if there is one. */
export function useJoin(): ChartLink['join'] {
  const link = use(LinkContext)
  return link?.join ?? alone
}

const alone = (): LinkEnd => LOOSE
