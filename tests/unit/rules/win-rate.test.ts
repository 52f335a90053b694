import { describe, expect, it } from 'vitest'
import { breakEvenOf, wilsonInterval, winRateOf } from '#rules/win-rate.ts'

const ORDER = { stake: 10_000n, payout: 18_500n }
const of = (won: number, lost: number) => ({
  won,
  lost,
  stake: ORDER.stake * BigInt(won + lost),
  payout: ORDER.payout * BigInt(won + lost),
})

describe('the interval', () => {
  it.each([
    // By hand from the formula, and as tables of the Wilson interval have them.
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
    [1, 10, 0.0179, 0.4042],
    [5, 10, 0.2366, 0.7634],
    [50, 100, 0.4038, 0.5962],
    [540, 1_000, 0.509, 0.5707],
    [1, 1, 0.2065, 1],
  ])('of %i wins in %i orders reaches from %f to %f', (won, orders, low, high) => {
    const interval = wilsonInterval(won, orders)
    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
  })

  it.each([
    [1, 0],
    [0, 0],
    [-1, 5],
    [6, 5],
    [0.5, 5],
  ])('refuses %d of %d', (won, orders) => {
    expect(() => wilsonInterval(won, orders)).toThrow(RangeError)
  })
})

describe('the break-even rate', () => {
  it('is stakes over payouts, rounded up', () => {
    // 20 of 37 is 54.054 %.
    expect(breakEvenOf(of(1, 0))).toBe(5_406)
    expect(breakEvenOf({ stake: 10_000n, payout: 20_000n })).toBe(5_000)
    expect(breakEvenOf({ stake: 10_000n, payout: 10_000n })).toBe(10_000)
  })

  it('follows the larger stakes', () => {
    const small = { stake: 100n, payout: 200n }
    const large = { stake: 100_000n, payout: 160_000n }
    const both = { stake: small.stake + large.stake, payout: small.payout + large.payout }
    expect(breakEvenOf(both)).toBe(6_249)
  })
})

describe('a win rate', () => {
  it('is not known before an order won or lost', () => {
    expect(winRateOf({ won: 0, lost: 0, stake: 0n, payout: 0n })).toBeNull()
  })

  it('is compared as a whole interval, so that luck is not read as skill', () => {
    expect(winRateOf(of(7, 3))).toMatchObject({ rate: 7_000, compared: 'unclear' })
    expect(winRateOf(of(700, 300))).toMatchObject({ rate: 7_000, compared: 'above' })
    expect(winRateOf(of(480, 520))).toMatchObject({ rate: 4_800, compared: 'below' })
    expect(winRateOf(of(48, 52))).toMatchObject({ rate: 4_800, compared: 'unclear' })
  })

  it('rounds the ends of the interval outwards', () => {
    expect(winRateOf(of(1, 9))).toEqual({
      rate: 1_000,
      low: 178,
      high: 4_042,
      breakEven: 5_406,
      compared: 'below',
    })
  })
})
