/** Forged inputs of live prices: other trades than the ticks commit to, and ticks that commit to other trades. */
import type { IndexInput, TickInputs } from '#contract/index-price.ts'
import { timeMs } from '#contract/scalars.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import type { Tick } from '#rules/spot.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import { other } from '#support/honest-receipts.ts'
import { LIVE, LIVE_TERMS, liveInputs, liveReceipt } from '#support/live-receipts.ts'
import { ordinaryLog, settledReceipt, T0, TERMS } from '#support/settled-receipt.ts'

type Inputs = readonly IndexInput[]
/** The receipt with other inputs of the exit, which nothing commits to. */
const altered =
  (change: (exit: TickInputs) => TickInputs[]): (() => SettledReceipt) =>
  () =>
    other(liveReceipt(), ({ venues = [] }) => {
      const [entry, exit] = venues
      if (entry === undefined || exit === undefined) throw new Error('no inputs')
      return { venues: [entry, ...change(exit)] }
    })
const alteredInput = (change: Partial<IndexInput>) =>
  altered((exit) => [
    { ...exit, inputs: exit.inputs.map((each, n) => (n === 2 ? { ...each, ...change } : each)) },
  ])
/** As a server has it whose ticks commit to other inputs from the start. */
const committing =
  (change: (inputs: Inputs, tick: Tick) => IndexInput[]): (() => SettledReceipt) =>
  () =>
    settledReceipt(ordinaryLog(100_010), {
      ...LIVE,
      inputsOf: (tick) => change(liveInputs(tick), tick),
    })
const ofVenue = (
  inputs: Inputs,
  venue: IndexInput['venue'],
  change: (input: IndexInput) => Partial<IndexInput>,
): IndexInput[] =>
  inputs.map((each) => (each.venue === venue ? { ...each, ...change(each) } : each))
const withTerms = (terms: string) => (): SettledReceipt =>
  settledReceipt(ordinaryLog(100_010), { ...LIVE, terms })

const ENTRY = 'venues record 6'
const EXIT = 'venues record 35'
const accepted = (acceptedAt: number) => (): SettledReceipt =>
  settledReceipt(ordinaryLog(100_010), { ...LIVE, signing: { acceptedAt } })
const unsigned = (): SettledReceipt => {
  const { signing: _, ...rest } = LIVE
  return settledReceipt(ordinaryLog(100_010), rest)
}

const ROWS: readonly (readonly [name: string, fails: string, make: () => SettledReceipt])[] = [
  ['a digit of a trade is altered', EXIT, alteredInput({ price: '1.00013' })],
  ['the id of a trade is altered', EXIT, alteredInput({ tradeId: '700000036' })],
  ['the stamp of a trade is made up', EXIT, alteredInput({ tradedAt: timeMs.parse(1) })],
  [
    'the trades are in another order',
    EXIT,
    altered((exit) => [{ ...exit, inputs: exit.inputs.toReversed() }]),
  ],
  ['the trades of the exit are left out', EXIT, altered(() => [])],
  ['the trades are of another tick', EXIT, altered((exit) => [{ ...exit, seq: 34 }])],
  [
    'all trades are left out',
    ENTRY,
    () => {
      const { venues: _, ...receipt } = liveReceipt()
      return receipt
    },
  ],
  [
    'the ticks of a live order commit to nothing',
    ENTRY,
    () => {
      const { inputsOf: _, ...rest } = LIVE
      return settledReceipt(ordinaryLog(100_010), rest)
    },
  ],
  [
    'the price is not the one in the middle',
    ENTRY,
    committing((inputs) => ofVenue(inputs, 'bybit', () => ({ price: '1.00001' }))),
  ],
  [
    'the price was rounded and not cut off',
    ENTRY,
    committing((inputs, { price }) =>
      ofVenue(inputs, 'bybit', () => ({ price: `${((price - 1) / 100_000).toFixed(5)}7` })),
    ),
  ],
  [
    'a venue that the terms do not name moved the price',
    ENTRY,
    committing((inputs) => ofVenue(inputs, 'binance', () => ({ venue: 'bitstamp' }))),
  ],
  [
    'a venue counts twice',
    ENTRY,
    committing((inputs) => [...inputs, ...inputs.filter(({ venue }) => venue === 'okx')]),
  ],
  [
    'a trade arrived after its tick',
    ENTRY,
    committing((inputs, tick) =>
      ofVenue(inputs, 'okx', () => ({
        receivedAt: timeMs.parse(tick.timeMs + 1),
        tradedAt: timeMs.parse(tick.timeMs),
      })),
    ),
  ],
  [
    'a trade was too old to count',
    ENTRY,
    committing((inputs, tick) =>
      ofVenue(inputs, 'okx', () => ({
        receivedAt: timeMs.parse(tick.timeMs - 4_500),
        tradedAt: timeMs.parse(tick.timeMs - 5_001),
      })),
    ),
  ],
  [
    'a trade arrived too late to count',
    ENTRY,
    committing((inputs, tick) =>
      ofVenue(inputs, 'okx', () => ({ tradedAt: timeMs.parse(tick.timeMs - 900 - 751) })),
    ),
  ],
  [
    'a trade of a venue whose clock is ahead arrived too late to count',
    ENTRY,
    committing((inputs, tick) =>
      ofVenue(inputs, 'bybit', () => ({ tradedAt: timeMs.parse(tick.timeMs + 1_250 - 751) })),
    ),
  ],
  [
    'a trade arrived before it was made',
    ENTRY,
    committing((inputs, tick) =>
      ofVenue(inputs, 'okx', () => ({ tradedAt: timeMs.parse(tick.timeMs - 899) })),
    ),
  ],
  [
    'a clock is corrected by more than is allowed',
    ENTRY,
    committing((inputs, tick) =>
      ofVenue(inputs, 'bybit', () => ({
        tradedAt: timeMs.parse(tick.timeMs + 2_001 - 80),
        aheadMs: 2_001,
      })),
    ),
  ],
  [
    'the clock of a venue is set back in place of ahead',
    ENTRY,
    committing((inputs, tick) =>
      ofVenue(inputs, 'okx', () => ({
        tradedAt: timeMs.parse(tick.timeMs - 3_000),
        aheadMs: -2_000,
      })),
    ),
  ],
  [
    'a trade has no stamp',
    ENTRY,
    committing((inputs) => ofVenue(inputs, 'okx', () => ({ tradedAt: null }))),
  ],
  [
    'the trades are in the format from before stamps decided',
    ENTRY,
    committing((inputs) => inputs.map((input) => ({ ...input, aheadMs: undefined }))),
  ],
  [
    'the venues were too far apart for a price',
    ENTRY,
    committing((inputs) => ofVenue(inputs, 'okx', () => ({ price: '1.00502' }))),
  ],
  [
    'the terms need more venues than there were',
    ENTRY,
    withTerms(LIVE_TERMS.replace('"needed":3', '"needed":4')),
  ],
  ['the order was accepted when its start could be foreseen', 'terms', accepted(T0 - 999)],
  ['the order starts with its acceptance', 'terms', unsigned],
  ['the terms do not say how the price is made', ENTRY, withTerms(TERMS)],
  [
    'the terms have other decimals',
    ENTRY,
    withTerms(LIVE_TERMS.replace('"decimals":5', '"decimals":4')),
  ],
]

/** A scaled price as a venue writes it, exact for all whole numbers. */
const exactText = (price: bigint): string => {
  const digits = String(price)
  return `${digits.slice(0, -5)}.${digits.slice(-5)}`
}
const HIGH = 8_970_000_000_000_000
/** Prices whose products with 10,000 no floating-point number holds; the trades beside the middle one are given. */
const high = (lowest: bigint, highest: bigint) => (): SettledReceipt => {
  const log = ordinaryLog(HIGH + 10).map((each) =>
    each.kind === 'tick' && each.price === 100_000 ? { ...each, price: HIGH } : each,
  )
  const texts = (price: number) => [lowest, BigInt(price), highest].map(exactText)
  const inputsOf = (tick: Tick): IndexInput[] =>
    liveInputs(tick).map((input, n) => ({ ...input, price: texts(tick.price)[n] ?? '' }))
  return settledReceipt(log, { ...LIVE, inputsOf })
}
const HIGHEST = BigInt(Number.MAX_SAFE_INTEGER)
/** A little more than 50 basis points, which floating-point numbers round to 50. */
const APART = [8_962_387_318_149_199n, 9_007_199_254_739_945n] as const

const HIGH_FORGERIES: readonly ForgedReceipt[] = [
  {
    name: 'the highest price of a venue is beyond whole numbers',
    fails: ENTRY,
    make: high(BigInt(HIGH), HIGHEST + 1n),
    twin: high(BigInt(HIGH), HIGHEST),
  },
  {
    name: 'venues with high prices were too far apart by less than a rounding error',
    fails: ENTRY,
    make: high(...APART),
    twin: high(APART[0], APART[1] - 1n),
  },
]

/** The kinds with altered inputs. */
export const VENUE_FORGERIES: readonly ForgedReceipt[] = [
  ...ROWS.map(([name, fails, make]) => ({ name, fails, make, twin: liveReceipt })),
  ...HIGH_FORGERIES,
]
