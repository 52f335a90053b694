import { expect, it } from 'vitest'
import type { IndexInput } from '#contract/index-price.ts'
import { timeMs } from '#contract/scalars.ts'
import {
  findInputsFault,
  isFresh,
  inputsText,
  medianPrice,
  spreadBps,
  truncatedPrice,
} from '#rules/index-price.ts'
import { sha256 } from '#support/chained.ts'

const at = timeMs.parse(1_000)
const input = (venue: IndexInput['venue'], price: string): IndexInput => ({
  venue,
  tradeId: '7',
  price,
  receivedAt: at,
  tradedAt: null,
})
const INPUTS = [input('binance', '1.25'), input('kraken', '1.249'), input('okx', '1.30')]

it.each([
  ['61685.99', 2, 6_168_599],
  ['61685.9999', 2, 6_168_599],
  ['61685', 2, 6_168_500],
  ['0.00001', 5, 1],
  ['0.000009', 5, 0],
  ['999999999999.99', 8, Number.NaN],
])('cuts %s to %s decimals', (text, decimals, scaled) => {
  expect(truncatedPrice(text, decimals)).toBe(scaled)
})

it('takes the middle price, and of an even number the lower one', () => {
  expect(medianPrice([5, 1, 3])).toBe(3)
  expect(medianPrice([5, 1, 3, 4])).toBe(3)
  expect(medianPrice([10, 9, 2])).toBe(9)
  expect(medianPrice([])).toBeUndefined()
})

it('rounds a spread up, so that a limit is never exceeded unseen', () => {
  expect(spreadBps([10_000, 10_050])).toBe(50)
  expect(spreadBps([10_001, 10_052])).toBe(51)
  expect(spreadBps([7, 7])).toBe(0)
  expect(spreadBps([])).toBe(0)
  // In floating point the one is 50, and the other 51.
  expect(spreadBps([8_962_387_318_149_199, 9_007_199_254_739_945])).toBe(51)
  expect(spreadBps([8_962_387_318_150_000, 9_007_199_254_740_750])).toBe(50)
  expect(spreadBps([0, 1])).toBe(Number.POSITIVE_INFINITY)
  expect(spreadBps([1, Number.NaN])).toBe(Number.POSITIVE_INFINITY)
})

it('commits to every field of the inputs', () => {
  expect(inputsText(INPUTS)).toBe(
    'fairtick-inputs-1\nbinance|7|1.25|1000|\nkraken|7|1.249|1000|\nokx|7|1.30|1000|',
  )
  const [first] = INPUTS
  if (first === undefined) throw new Error('no inputs')
  const others: IndexInput[] = [
    { ...first, venue: 'bitstamp' },
    { ...first, tradeId: '8' },
    { ...first, price: '1.250' },
    { ...first, receivedAt: timeMs.parse(1_001) },
    { ...first, tradedAt: at },
  ]
  expect(new Set(others.map((other) => inputsText([other]))).size).toBe(others.length)
})

const stamped = (tradedAt: number, aheadMs: number): IndexInput => ({
  ...input('okx', '1.30'),
  tradedAt: timeMs.parse(tradedAt),
  aheadMs,
})

it('commits to the corrected stamps of prices that have them', () => {
  const inputs = [{ ...stamped(990, 0), venue: 'bybit' as const }, stamped(1_500, 620)]
  expect(inputsText(inputs)).toBe(
    'fairtick-inputs-2\nbybit|7|1.30|1000|990|0\nokx|7|1.30|1000|1500|620',
  )
  const others = [stamped(1_500, 620), stamped(1_500, 621), stamped(1_501, 620)]
  expect(new Set(others.map((other) => inputsText([other]))).size).toBe(others.length)
})

const LIMITS = { freshMs: 5_000, lateMs: 750 }
it.each<[string, boolean, IndexInput, number]>([
  ['that arrived at once', true, stamped(1_000, 0), 1_000],
  ['that was on its way as long as allowed', true, stamped(250, 0), 1_000],
  ['that was on its way for longer', false, stamped(249, 0), 1_000],
  ['that was on its way for longer by a clock that is ahead', false, stamped(1_249, 1_000), 1_000],
  ['that arrived before it was made', false, stamped(1_001, 0), 1_000],
  ['whose clock is ahead', true, stamped(2_250, 2_000), 1_000],
  ['whose clock is further ahead than can be corrected', false, stamped(2_900, 2_001), 1_000],
  ['that is made younger', false, stamped(200, -100), 1_000],
  ['as old as allowed', true, stamped(900, 0), 5_900],
  ['that is older', false, stamped(900, 0), 5_901],
  ['that is older by a clock that is ahead', false, stamped(1_200, 301), 5_900],
  ['that has not arrived', false, stamped(900, 0), 999],
  ['without a correction', false, { ...input('okx', '1.30'), tradedAt: at }, 1_000],
  ['without a stamp', false, { ...input('okx', '1.30'), aheadMs: 0 }, 1_000],
])('says whether a trade is fresh: one %s', (_, expected, trade, now) => {
  expect(isFresh(trade, now, LIMITS)).toBe(expected)
})

it('takes the arrival for the age where the terms are from before stamps decided', () => {
  const terms = { freshMs: 5_000 }
  expect(isFresh(input('okx', '1.30'), 6_000, terms)).toBe(true)
  expect(isFresh(input('okx', '1.30'), 6_001, terms)).toBe(false)
  expect(isFresh(input('okx', '1.30'), 999, terms)).toBe(false)
  expect(isFresh(stamped(0, 0), 5_000, terms)).toBe(true)
  expect(isFresh(stamped(0, 0), 5_001, terms)).toBe(false)
})

it('names what is wrong with the inputs of a tick', () => {
  const tools = { decimals: 2, sha256 }
  const tick = { price: 125, inputs: sha256(inputsText(INPUTS)) }
  expect(findInputsFault(tick, INPUTS, tools)).toBeNull()
  expect(findInputsFault(tick, INPUTS.toReversed(), tools)).toBe('order')
  expect(findInputsFault(tick, INPUTS.slice(1), tools)).toBe('hash')
  expect(findInputsFault({ ...tick, price: 124 }, INPUTS, tools)).toBe('price')
  expect(findInputsFault({ price: 125 }, INPUTS, tools)).toBe('hash')
})
