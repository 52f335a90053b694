import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { DealerQuote } from '#contract/dealer-quote.ts'
import { timeMs } from '#contract/scalars.ts'
import { checkDealer, dealerQuotes } from '#rules/dealer-check.ts'
import { findQuoteFault, isBelow, isNarrow, middlePrice, quoteText } from '#rules/dealer-quote.ts'
import { checkReceipt, LOOK_UP } from '#rules/receipt-check.ts'
import { dealerReceipt } from '#support/dealer-receipts.ts'
import { liveReceipt } from '#support/live-receipts.ts'
import { ordinaryLog, settledReceipt, tools } from '#support/settled-receipt.ts'

const sha256 = (text: string): string => hash('sha256', text)
const QUOTE: DealerQuote = {
  dealer: 'oanda',
  instrument: 'EUR_USD',
  bid: '1.08341',
  ask: '1.08354',
  receivedAt: timeMs.parse(1_764_057_600_120),
  quotedAt: timeMs.parse(1_764_057_600_047),
  aheadMs: 3,
}

describe('the middle of a quote', () => {
  it.each([
    ['1.08341', '1.08354', 5, 108_347],
    ['1.08341', '1.08353', 5, 108_347],
    ['1.08341', '1.08353', 4, 10_834],
    ['0.1', '0.3', 0, 0],
    ['150.1', '150.2', 3, 150_150],
    // Sums of floating-point numbers are off by a digit here.
    ['0.1', '0.2', 12, 150_000_000_000],
    ['1.005', '1.005', 3, 1_005],
    ['0.000000000001', '0.000000000002', 12, 1],
    ['4052.123456789012', '4052.123456789014', 12, 4_052_123_456_789_013],
    ['9007199254.740991', '9007199254.740991', 6, 9_007_199_254_740_991],
  ])('of %s and %s with %i decimals is %i', (bid, ask, decimals, price) => {
    expect(middlePrice({ bid, ask }, decimals)).toBe(price)
  })

  it('is no number beyond 2^53', () => {
    const sides = { bid: '9007199254.740992', ask: '9007199254.740992' }
    expect(middlePrice(sides, 6)).toBeNaN()
  })
})

it('compares prices exactly', () => {
  expect(isBelow('9.9', '10.1')).toBe(true)
  expect(isBelow('10.10', '10.1')).toBe(false)
  expect(isBelow('999999999999.999999999998', '999999999999.999999999999')).toBe(true)
})

it.each([
  ['100', '100.2', 20, true],
  ['100', '100.200000000001', 20, false],
  ['100', '100', 0, true],
  ['100', '99.999', 20, false],
  ['0', '0', 100_000, false],
])('calls %s and %s within %i basis points: %s', (bid, ask, spreadBps, isSo) => {
  expect(isNarrow({ bid, ask }, { spreadBps })).toBe(isSo)
})

it('has a text of all that the price follows from, to whose hash the tick commits', () => {
  const text = quoteText(QUOTE)
  expect(text).toBe(
    'fairtick-dealer-1\noanda|EUR_USD|1.08341|1.08354|1764057600120|1764057600047|3',
  )
  const tick = { price: 108_347, inputs: sha256(text) }
  const how = { decimals: 5, sha256 }
  expect(findQuoteFault(tick, QUOTE, how)).toBeNull()
  expect(findQuoteFault({ ...tick, price: 108_348 }, QUOTE, how)).toBe('price')
  expect(findQuoteFault(tick, { ...QUOTE, aheadMs: 4 }, how)).toBe('hash')
  expect(findQuoteFault({ price: 108_347 }, QUOTE, how)).toBe('hash')
})

describe('the receipt of an order on a dealer', () => {
  it('holds, and says that no one can look the prices up', async () => {
    const report = await checkReceipt(dealerReceipt(), tools)
    expect(report.verdict).toBe('holds')
    expect(report.steps.map(({ step }) => step)).toContain('dealer')
    expect(report.steps.map(({ step }) => step)).not.toContain('venues')
    expect(report.absent).toContain(LOOK_UP)
    expect(dealerQuotes(dealerReceipt()).map(({ spot }) => spot)).toEqual(['entry', 'exit'])
  })

  it('says so also where no price decided, and other receipts never do', async () => {
    const { order, ...rest } = dealerReceipt()
    const without = { ...rest, order: { ...order, entry: null, exit: null } }
    expect(checkDealer(without, { sha256 })).toBeNull()
    expect((await checkReceipt(without, tools)).absent).toContain(LOOK_UP)
    for (const receipt of [liveReceipt(), settledReceipt(ordinaryLog(100_010))]) {
      const report = await checkReceipt(receipt, tools)
      expect(report.absent).not.toContain(LOOK_UP)
      expect(report.steps.map(({ step }) => step)).not.toContain('dealer')
    }
  })
})
