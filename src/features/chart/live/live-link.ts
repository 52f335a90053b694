import { MismatchDirection } from 'lightweight-charts'
import type { LinkedChart } from '#features/chart/host/chart-link.ts'
import type { LiveParts } from '#features/chart/live/live-drawing.ts'
import type { Follower } from '#features/chart/live/live-follow.ts'

/** The drawn price at a time, or the one before it. */
function priceAt({ chart, line, past }: LiveParts, timeMs: number): number | null {
  const index = chart.timeScale().timeToIndex(timeMs, true)
  if (index === null) return null
  for (const series of [line, past]) {
    const point = series.dataByIndex(index, MismatchDirection.NearestLeft)
    if (point !== null && 'value' in point) return point.value
  }
  return null
}

/** What the live line does for the chart beside it. In each frame it looks itself for what it has to show. */
export const linkedLive = (parts: LiveParts, follower: Follower): LinkedChart => ({
  edges: () => follower.edges(),
  show: () => {},
  point: (timeMs) => {
    const price = timeMs === null ? null : priceAt(parts, timeMs)
    if (timeMs === null || price === null) parts.chart.clearCrosshairPosition()
    else parts.chart.setCrosshairPosition(price, timeMs, parts.line)
  },
})
