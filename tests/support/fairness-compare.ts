/**
 * Compares what every rule earns on every product with the odds page. Many comparisons have some large deviations by
 * chance, so one beyond three standard errors is repeated once on a second sample that was fixed before.
 */
import { SERIES_VERSION, simulatedSeries } from '#rules/simulation.ts'
import { SIMULATION_PARAMETERS, type SimulationParameters } from '#rules/simulation-parameters.ts'
import type { BiasedWalk } from '#support/biased-walks.ts'
import { sha256 } from '#support/chained.ts'
import {
  addTally,
  emptyTally,
  playSample,
  standardErrors,
  type Tally,
} from '#support/fairness-play.ts'
import { RULES } from '#support/fairness-rules.ts'

/** A comparison beyond this is repeated on a second sample. */
export const REPEATED_BEYOND = 3
/** A comparison beyond this is unfair at once: among 540, one in 3,000 runs reaches it by chance. */
export const UNFAIR_BEYOND = 5
/** Orders that are decided, below which a comparison is counted but not judged. */
const MIN_DECIDED = 30

/** One rule on one product, or on all of them. */
export interface Comparison {
  /** The product, or `all`. */
  symbol: string
  rule: string
  first: Tally
  /** The second sample, null if the first was within the bound. */
  second: Tally | null
}

/** The deviation of the first sample in standard errors; 0 if there were too few orders to judge. */
export const deviation = ({ first }: Comparison): number =>
  first.decided < MIN_DECIDED ? 0 : standardErrors(first)

/** Whether the deviation is too large for chance: very large, or large twice on the same side. */
export function isUnfair(comparison: Comparison): boolean {
  const once = deviation(comparison)
  if (Math.abs(once) > UNFAIR_BEYOND) return true
  const again = comparison.second === null ? 0 : standardErrors(comparison.second)
  return Math.min(Math.abs(once), Math.abs(again)) > REPEATED_BEYOND && once * again > 0
}

/** What to compare. */
export interface CompareWish {
  /** Runs of different names use different prices. */
  name: string
  /** Stretches per product. */
  scenes: number
  /** Replaces the published series by a control. */
  walk?: BiasedWalk
}

function compareProduct(
  [symbol, parameters]: readonly [string, SimulationParameters],
  { name, scenes, walk }: CompareWish,
): Comparison[] {
  const sample = { parameters, scenes, ...(walk === undefined ? {} : { source: walk.source }) }
  const firsts = playSample({ ...sample, name: `${name} first` })
  const comparisons = [...firsts].map(([rule, first]): Comparison & { index: number } => ({
    symbol,
    rule: RULES[rule]?.name ?? '',
    first,
    second: null,
    index: rule,
  }))
  const large = comparisons.filter((each) => Math.abs(deviation(each)) > REPEATED_BEYOND)
  if (large.length === 0) return comparisons
  const rules = large.map(({ index }) => index)
  const seconds = playSample({ ...sample, name: `${name} second`, rules })
  return comparisons.map((each) => ({ ...each, second: seconds.get(each.index) ?? null }))
}

/** Compares every rule on every product of the published series. */
export const compareAll = (wish: CompareWish): Comparison[] =>
  [...SIMULATION_PARAMETERS].flatMap((entry) => compareProduct(entry, wish))

/** Compares every rule on the product of a control. */
export function compareControl(walk: BiasedWalk, name: string): Comparison[] {
  const parameters = SIMULATION_PARAMETERS.get(walk.symbol)
  if (parameters === undefined) throw new Error(`${walk.symbol} is not simulated`)
  return compareProduct([walk.symbol, parameters], { name, scenes: walk.scenes, walk })
}

/** Adds up the products, one comparison per rule. These have the most orders, and are judged by the larger bound. */
export const byRule = (comparisons: readonly Comparison[]): Comparison[] =>
  RULES.map(({ name }) => ({
    symbol: 'all',
    rule: name,
    first: comparisons
      .filter(({ rule }) => rule === name)
      .map(({ first }) => first)
      .reduce(addTally, emptyTally()),
    second: null,
  }))

/** Identifies the series and the rules that a report was made from. */
export function seriesDigest(): string {
  const ticks = [...SIMULATION_PARAMETERS.values()].map((parameters) => {
    const epoch = { seed: '5eed'.repeat(16), startsAt: 0, endsAt: 120_000 }
    const next = simulatedSeries({ ...epoch, startPrice: parameters.anchor, parameters })
    return Array.from({ length: 60 }, () => next())
  })
  const names = RULES.map(({ name }) => name)
  return sha256(JSON.stringify([SERIES_VERSION, names, ticks])).slice(0, 16)
}
