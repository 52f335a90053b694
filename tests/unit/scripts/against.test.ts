import { describe, expect, it } from 'vitest'
import { requireCommit, slowdown, timedFigures } from '../../../bench/support/against.ts'

const pairsOf = (...pairs: [number, number][]) => pairs.map(([before, now]) => ({ before, now }))

describe('how many times slower a commit is', () => {
  it('is the geometric mean of its pairs with its interval by Student', () => {
    const { mean, low, high } = slowdown(pairsOf([10, 12], [10, 13], [10, 14]), false)
    // The logarithms are 0.2604 on average, with a standard error of 0.0445, times 4.303.
    expect([mean, low, high].map((each) => Number(each.toFixed(4)))).toEqual([
      1.2974, 1.0713, 1.5713,
    ])
  })

  it('is more than one for a rate that became smaller', () => {
    const { mean, low } = slowdown(pairsOf([200, 100], [210, 100], [190, 100]), true)
    expect(mean).toBeCloseTo(2, 1)
    expect(low).toBeGreaterThan(1.7)
  })

  it('has an interval around one for equal commits', () => {
    const { low, high } = slowdown(pairsOf([10, 11], [11, 10], [10, 10.5], [10.5, 10]), false)
    expect(low).toBeLessThan(1)
    expect(high).toBeGreaterThan(1)
  })
})

describe('the figures of a benchmark that are compared', () => {
  it('are its times and rates, without limits, ratios and counts', () => {
    const output = [
      'figure load 0.70 runnable',
      'figure order-16-rate 983 orders/s',
      'figure order-16-rate-spread 881 orders/s to 1165',
      'figure order-16-limit-rate 851 orders/s',
      'figure order-16-ratio 1.21 x',
      'figure order-16-p50-more -3.00 ms',
      'figure order-16-p99 34.57 ms',
      'figure order-16-server-cpu 634 us/order',
      'figure order-ledger-faults 0.00 rows',
    ].join('\n')
    expect([...timedFigures(output)]).toEqual([
      ['order-16-rate', { value: 983, isRate: true }],
      ['order-16-p99', { value: 34.57, isRate: false }],
      ['order-16-server-cpu', { value: 634, isRate: false }],
    ])
  })
})

it('refuses a commit that the repository does not have', () => {
  expect(() => requireCommit('no-such-commit', process.cwd())).toThrow("not 'no-such-commit'")
  expect(() => requireCommit('--help', process.cwd())).toThrow("not '--help'")
  expect(() => requireCommit('HEAD', process.cwd())).not.toThrow()
})
