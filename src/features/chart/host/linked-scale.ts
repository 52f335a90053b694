import type { IChartApiBase, Time } from 'lightweight-charts'
import type { Edges, LinkedChart, LinkEnd } from '#features/chart/host/chart-link.ts'

interface Options {
  container: HTMLElement
  chart: IChartApiBase<Time>
  link: LinkEnd
  /** Between times and positions on the scale of the chart. */
  times: { positionOf(timeMs: number): number; timeAt(position: number): number }
  point(timeMs: number | null): void
}

/** A span that differs by less of a bar is the same. */
const SAME = 0.01

/** A chart of bars as one of two that are linked. Like each chart of the library, it tells when its span changes. */
export interface LinkedScale extends LinkedChart {
  /** The user asked this chart to go somewhere, other than by a gesture. */
  lead(): void
  /** Takes over the span of the other chart, if this one follows it. */
  follow(): void
  stop(): void
}

export function linkScale({ container, chart, link, times, point }: Options): LinkedScale {
  const scale = chart.timeScale()
  const controller = new AbortController()
  const options = { signal: controller.signal, capture: true, passive: true }
  for (const kind of ['pointerdown', 'wheel']) container.addEventListener(kind, link.lead, options)
  const edges = (): Edges | null => {
    const range = scale.getVisibleLogicalRange()
    return range && { fromMs: times.timeAt(range.from), toMs: times.timeAt(range.to) }
  }
  const show = ({ fromMs, toMs }: Edges): void => {
    const range = scale.getVisibleLogicalRange()
    const from = times.positionOf(fromMs)
    const to = times.positionOf(toMs)
    const isShown =
      range !== null && Math.abs(range.from - from) < SAME && Math.abs(range.to - to) < SAME
    if (!isShown && from < to) scale.setVisibleLogicalRange({ from, to })
  }
  const follow = (): void => {
    const led = link.led()
    if (led !== null) show(led)
  }
  scale.subscribeVisibleLogicalRangeChange(() => {
    link.moved()
    // A new bar has moved it.
    follow()
  })
  return { edges, show, point, follow, lead: link.lead, stop: () => controller.abort() }
}
