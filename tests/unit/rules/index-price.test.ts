import { expect, it } from 'vitest'
import type { IndexInput } from '#contract/index-price.ts'
import { timeMs } from '#contract/scalars.ts'
import {
  findInputsFault,
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

it('names what is wrong with the inputs of a tick', () => {
  const tools = { decimals: 2, sha256 }
  const tick = { price: 125, inputs: sha256(inputsText(INPUTS)) }
  expect(findInputsFault(tick, INPUTS, tools)).toBeNull()
  expect(findInputsFault(tick, INPUTS.toReversed(), tools)).toBe('order')
  expect(findInputsFault(tick, INPUTS.slice(1), tools)).toBe('hash')
  expect(findInputsFault({ ...tick, price: 124 }, INPUTS, tools)).toBe('price')
  expect(findInputsFault({ price: 125 }, INPUTS, tools)).toBe('hash')
})
