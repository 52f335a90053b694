/**
 * `npm run fairness`: plays the direction rules on some millions of simulated orders and writes docs/FAIRNESS.md. The
 * seed is fixed, so that everyone gets the same page.
 */
import { writeFileSync } from 'node:fs'
import { SERIES_VERSION } from '#rules/simulation.ts'
import { BIASED_WALKS } from '../tests/support/biased-walks.ts'
import {
  byRule,
  compareAll,
  compareControl,
  type Comparison,
  deviation,
  isUnfair,
  REPEATED_BEYOND,
  seriesDigest,
  UNFAIR_BEYOND,
} from '../tests/support/fairness-compare.ts'
import { SCENE_HOURS } from '../tests/support/fairness-scene.ts'

const NAME = 'report'
/** Stretches per product. */
const SCENES = 160
/** The pattern that earned most on version 1. */
const KNOWN_LUNCH = 'against a move after 40 flat ticks'

const percent = (share: number, digits = 2): string => `${(share * 100).toFixed(digits)} %`
const largest = (comparisons: readonly Comparison[]): Comparison | undefined =>
  comparisons.toSorted((a, b) => Math.abs(deviation(b)) - Math.abs(deviation(a)))[0]

/** Orders, win rate, result per order, odds page, standard error and deviation, as cells of a table. */
function cells({ first }: Comparison, z: number): string {
  const { orders, decided, won, result, odds, variance } = first
  if (decided === 0) return `${orders} | – | – | – | – | –`
  return [
    orders,
    percent(won / decided),
    percent(result / orders),
    percent(odds / orders),
    percent(Math.sqrt(variance) / orders),
    z.toFixed(1),
  ].join(' | ')
}

const HEADER = 'Orders | Win rate | Result per order | Odds page | Standard error | Deviation (SE)'
const table = (name: string, rows: readonly string[]): string =>
  [`| ${name} | ${HEADER} |`, `| --- |${' ---: |'.repeat(6)}`, ...rows].join('\n')

function productTable(comparisons: readonly Comparison[]): string {
  const symbols = [...new Set(comparisons.map(({ symbol }) => symbol))]
  return table(
    'Product and worst rule',
    symbols.map((symbol) => {
      const worst = largest(comparisons.filter((each) => each.symbol === symbol))
      if (worst === undefined) throw new Error(symbol)
      return `| ${symbol}, ${worst.rule} | ${cells(worst, deviation(worst))} |`
    }),
  )
}

function repeatedText(comparisons: readonly Comparison[]): string {
  const repeated = comparisons.filter(({ second }) => second !== null)
  if (repeated.length === 0) return 'No comparison had to be repeated.'
  const rows = repeated.map((each) => {
    const again: Comparison = { ...each, first: each.second ?? each.first, second: null }
    return `| ${each.symbol}, ${each.rule} (first ${deviation(each).toFixed(1)}) | ${cells(again, deviation(again))} |`
  })
  return `The second sample of those beyond ${REPEATED_BEYOND} standard errors:\n\n${table('Repeated', rows)}`
}

function controlTable(): string {
  const rows = BIASED_WALKS.flatMap((walk) => {
    const comparisons = compareControl(walk, NAME)
    const found = largest(comparisons.filter(isUnfair))
    if (found === undefined) throw new Error(`${walk.name} is not detected on ${walk.symbol}`)
    const known = comparisons.filter(
      ({ rule }) => walk.source === BIASED_WALKS[0]?.source && rule === KNOWN_LUNCH,
    )
    return [found, ...known].map(
      (each) => `| ${walk.symbol}, ${walk.name}: ${each.rule} | ${cells(each, deviation(each))} |`,
    )
  })
  return table('Control and rule', rows)
}

function page(): string {
  const comparisons = compareAll({ name: NAME, scenes: SCENES })
  const rules = byRule(comparisons)
  const unfair = [...comparisons, ...rules].filter(isUnfair)
  if (unfair.length > 0) throw new Error(`unfair: ${unfair.map(({ rule }) => rule).join(', ')}`)
  const beyond = (bound: number): number =>
    comparisons.filter((each) => Math.abs(deviation(each)) > bound).length
  const orders = comparisons.reduce((sum, { first }) => sum + first.orders, 0)
  const chance = (share: number): string => (comparisons.length * share).toFixed(1)
  const known = comparisons.filter(
    ({ symbol, rule }) => rule === KNOWN_LUNCH && (symbol === 'NG' || symbol === 'UKOIL'),
  )
  return `# Fairness of the prices

<!-- Written by npm run fairness. Series version ${SERIES_VERSION}, digest ${seriesDigest()}. Do not edit. -->

Most of this page is about simulated prices; [live prices](#live-prices) have a section of their own.

Can a pattern in the simulated prices be traded? This page answers with ${orders.toLocaleString('en')} simulated
orders. No rule that was tried earns more, or less, than the odds page says by more than chance explains.

## Method

- Each product plays ${SCENES} stretches of ${SCENE_HOURS} hours of the published series
  (\`rules/simulation.ts\`). A stretch starts at 0.6 to 1.6 times the product's anchor, and each hour starts
  from the last price of the hour before, as on the server.
- ${rules.length} rules (\`tests/support/fairness-rules.ts\`) choose up, down or no order at each tick, from
  what is published up to that tick. An order starts at that tick. Its entry is the next tick and its exit
  is the last tick at its end, as the settlement rule says. Seven of ten orders have the shortest duration, the
  others one of the longer ones. Orders of one rule do not overlap.
- A result is compared with what \`rules/odds.ts\` states for even chances at the same payout rate. Equal prices
  return the stake.
- There are ${comparisons.length} comparisons, one per product and rule, and some are far off by chance. A
  comparison beyond ${REPEATED_BEYOND} standard errors is repeated once on a second sample of the same size,
  which is fixed in advance. It is unfair if the second is beyond ${REPEATED_BEYOND} on the same side, or if the
  first is beyond ${UNFAIR_BEYOND}. All products together are judged per rule by the bound of ${UNFAIR_BEYOND}.

## Result

Of ${comparisons.length} comparisons, ${beyond(2)} are beyond 2 standard errors and ${beyond(3)} beyond 3. By
chance ${chance(0.0455)} and ${chance(0.0027)} are expected.
${repeatedText(comparisons)}

The largest deviation per product:

${productTable(comparisons)}

All products together, per rule:

${table(
  'Rule',
  rules.map((each) => `| ${each.rule} | ${cells(each, deviation(each))} |`),
)}

## Controls

The same procedure must detect walks with a planted bias. The first walk is version 1 of the series, without its
pull towards the anchor: it rounded a hidden fractional price, so a move after many flat ticks tended to be
reversed. The second pulls the price towards the anchor so that half of a deviation is gone after five days. The
third drifts along its recent moves by six hundredths of a step.

${controlTable()}

The same rule on the present series:

${table(
  'Product and rule',
  known.map((each) => `| ${each.symbol}, ${each.rule} | ${cells(each, deviation(each))} |`),
)}

## Why it holds

The walk keeps no fraction: its state is the published price. Each step is a symmetric random number, rounded by
chance to the grid in a way that mirrors itself, and its size depends on the hour's first price and on squares
of earlier steps, never on their direction. So at every tick each continuation is exactly as likely as its
mirror image, up to the end of the hour. An order that crosses the hour is exact as well while the price is
within a quarter of the anchor. Beyond that, steps of the next hour are relative to its first price, and a fall
is about a tenth of a percentage point more likely than a rise for the most volatile product and the longest
duration. The margin of the odds page is two points or more.

## Live prices

Live prices have no series that could be played: they are what venues trade. What is proved of them, and what is not:

- Each price is the middle one of the newest trades of at least three venues, never an average, and never smoothed
  over time. A reader recomputes it from the trades that the receipt lists ([VERIFY.md](VERIFY.md#live-prices)).
- Anyone can look the listed trades up at their venues. No reader does that by itself, because it needs no network.
- One venue of three, or two of five, cannot move the price beyond the prices of the others, whatever it reports.
- It is not proved that no trade was withheld. The server hears the venues before anyone else sees the price, and
  could call a venue silent. It could then choose among the real prices of the last seconds, though only for every
  user alike.
- The time of a trade is its venue's stamp, from which the server takes what that venue's clock is ahead. A trade that
  arrives more than 0.5 to 1 s after it was made does not count, so what a late venue has yet to report is at most
  that old; or 2 s older, for minutes, if the venue's clock was ahead and has just been set right. A server that lies
  about arrivals is not found by that.
- Only trades of the open order book count: no negotiated ones, as far as the venue marks them.
- While fewer than three venues have a fresh trade, or they are too far apart, there is no price: no orders are
  taken, and orders whose entry or exit is in such a gap are void by the rule, for everyone alike.
- Where a product's source is one dealer's quotes, none of this holds: no one else can look a quote up. It is
  proved only that the quote was logged before its price was shown ([VERIFY.md](VERIFY.md#a-dealers-prices)).
- Candles from before the log are a venue's public ones. They decide nothing, and the chart says so.

## What this does not show

- Other rules than these were not played. The symmetry above is the argument for them; the rules are a check of
  it.
- A person who holds the master seed can compute the prices in advance: up to five years ahead, or from half a
  minute before each hour if the hour mixes in public randomness ([SECURITY.md](SECURITY.md)). These rules use
  published prices only.
- Recorded prices are not covered: anyone who has the file knows the outcome.
- A fair series still loses money in the long run, by the margin that the odds page states.

\`npm run faults -- fairness\` repeats the comparison with another seed; \`npm run fairness\` writes this page
again.
`
}

writeFileSync(new URL('../docs/FAIRNESS.md', import.meta.url), page())
