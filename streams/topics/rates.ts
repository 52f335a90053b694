/** The fund's published rates, newest first: each change carries one more, and none ever changes. */
import type { FundRate } from '#contract/fund.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'

const KEPT = 100

/** ISO days order as text. */
const newestFirst = (a: FundRate, b: FundRate): number =>
  a.from < b.from ? 1 : a.from > b.from ? -1 : 0

export const ratesFold: Fold<FundRate[], FundRate, readonly FundRate[]> = {
  snapshot: (rates) => rates.toSorted(newestFirst).slice(0, KEPT),
  delta: (state, rate) => {
    const others = state.filter(({ from }) => from !== rate.from)
    return [rate, ...others].sort(newestFirst).slice(0, KEPT)
  },
}
