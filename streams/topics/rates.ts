/**
 * The state of the rates topic: the fund's published rates, newest first. Each delta adds one rate, and rates never
 * change.
 */
import type { FundRate } from '#contract/fund.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'

const KEPT = 100

/** ISO days can be compared as text. */
const newestFirst = (a: FundRate, b: FundRate): number =>
  a.from < b.from ? 1 : a.from > b.from ? -1 : 0

/** Folds the rates topic. At most 100 rates are retained. */
export const ratesFold: Fold<FundRate[], FundRate, readonly FundRate[]> = {
  snapshot: (rates) => rates.toSorted(newestFirst).slice(0, KEPT),
  delta: (state, rate) => {
    const others = state.filter(({ from }) => from !== rate.from)
    return [rate, ...others].sort(newestFirst).slice(0, KEPT)
  },
}
