/** Which bars of a chart follow each other, so that lines through them may be joined. */
import type { Candle } from '#contract/product.ts'
import { secondsOf } from '#features/chart/bars/bar-times.ts'
import { PRICE_HOLDS_MS } from '#features/chart/base/known-spans.ts'
import { unjoined } from '#features/chart/base/line-points.ts'
import { knownRuns } from '#data/known-runs.ts'

/** Whether the price of a bar holds until the next one: no interval of a minute or more is missing between them. */
export const isFollowed = (before: Candle, after: Candle, barMs: number): boolean =>
  after[0] - (before[0] + barMs) < PRICE_HOLDS_MS

export const barRuns = (bars: readonly Candle[], barMs: number): Candle[][] =>
  knownRuns(bars, (before, after) => isFollowed(before, after, barMs))

const CLOSE = 4

/** The line of closes, which is not drawn across a missing interval. */
export const lineOfCloses = (bars: readonly Candle[], barMs: number) =>
  unjoined(
    barRuns(bars, barMs).map((run) =>
      run.map((bar) => ({ time: secondsOf(bar), value: bar[CLOSE] })),
    ),
  )
