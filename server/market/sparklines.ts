/** The small charts of the product list: the close of each of the last 48 half hours. */
import { type Bar, INTERVAL_MS, openTimeOf } from '#rules/candles.ts'

/** Points per small chart, one per half hour. */
export const SPARKLINE_POINTS = 48
const STEP_MS = INTERVAL_MS['30m']

/** The closes, oldest first. A half hour without a tick repeats the previous close. Empty before the first bar. */
export function sparklineOf(bars: readonly Bar[], nowMs: number): number[] {
  const newest = openTimeOf(nowMs, STEP_MS)
  const oldest = newest - (SPARKLINE_POINTS - 1) * STEP_MS
  const firstInside = bars.findIndex(({ openTime }) => openTime >= oldest)
  const inside = firstInside < 0 ? [] : bars.slice(firstInside)
  const before = firstInside < 0 ? bars.at(-1) : bars[firstInside - 1]
  let close = before?.close ?? inside[0]?.open
  if (close === undefined) return []
  const closes = new Map(inside.map((bar) => [bar.openTime, bar.close]))
  const line: number[] = []
  for (let at = oldest; at <= newest; at += STEP_MS) {
    close = closes.get(at) ?? close
    line.push(close)
  }
  return line
}
