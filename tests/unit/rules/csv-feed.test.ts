import { describe, expect, it } from 'vitest'
import { parseRecording, RecordingFault, walkBar } from '#rules/csv-feed.ts'

const RULES = { priceDecimals: 2, sizeDecimals: 3 }
const ticks = (...rows: string[]): string => ['time_ms,price,size', ...rows, ''].join('\n')
const bars = (...rows: string[]): string =>
  ['time_ms,open,high,low,close,volume', ...rows].join('\r\n')

describe('ticks', () => {
  it('are scaled, and keep file order within a millisecond', () => {
    const { kind, points } = parseRecording(ticks('5,1.5,0.25', '5,1.49,0', '6,2,1'), RULES)
    expect(kind).toBe('ticks')
    expect(points).toEqual([
      { timeMs: 5, price: 150, size: 250 },
      { timeMs: 5, price: 149, size: 0 },
      { timeMs: 6, price: 200, size: 1_000 },
    ])
  })
})

describe('bars', () => {
  it('are walked low first when they rise and high first when they fall', () => {
    const { kind, points } = parseRecording(
      bars('60000,10,12,9,11,1', '120000,11,12,9,10,1'),
      RULES,
    )
    expect(kind).toBe('bars')
    expect(points.map(({ price }) => price)).toEqual([1000, 900, 1200, 1100, 1100, 1200, 900, 1000])
    expect(points.map(({ timeMs }) => timeMs)).toEqual([
      60_000, 75_000, 90_000, 105_000, 120_000, 135_000, 150_000, 165_000,
    ])
  })
  it('keep their whole volume', () => {
    const bar = { timeMs: 0, open: 1, high: 2, low: 1, close: 2, volume: 7 }
    expect(walkBar(bar, 60_000).map(({ size }) => size)).toEqual([1, 1, 1, 4])
  })
})

describe('a bad row', () => {
  const faultOf = (text: string): RecordingFault | undefined => {
    try {
      parseRecording(text, RULES)
    } catch (error) {
      if (error instanceof RecordingFault) return error
    }
    return undefined
  }
  it.each([
    ['a word for a number', ticks('5,1.5,0', '6,abc,0'), 3, /price "abc" is not a plain number/],
    ['an exponent', ticks('5,1e3,0'), 2, /not a plain number/],
    ['a negative price', ticks('5,-1.5,0'), 2, /not a plain number/],
    ['a price of zero', ticks('5,0.00,0'), 2, /not positive/],
    ['too many decimals', ticks('5,1.505,0'), 2, /more than the product's 2 decimals/],
    ['too many decimals of size', ticks('5,1.5,0.0001'), 2, /more than the product's 3 decimals/],
    ['time going back', ticks('5,1.5,0', '4,1.5,0'), 3, /goes back from 5/],
    ['a missing column', ticks('5,1.5'), 2, /2 columns, not 3/],
    ['a column too many', ticks('5,1.5,0,1'), 2, /4 columns, not 3/],
    ['another header', 'time,price\n1,2', 1, /columns must be/],
    ['no rows', ticks(), 1, /no rows/],
    ['a close above the high', bars('5,10,10,9,11,0'), 2, /between low and high/],
    ['two bars of one moment', bars('5,10,10,9,9,0', '5,9,9,9,9,0'), 3, /a second bar of 5/],
    ['a fraction of a millisecond', ticks('5.5,1.5,0'), 2, /time_ms 5.5/],
  ])('%s is named with its line and reason', (_, text, line, reason) => {
    const fault = faultOf(text)
    expect(fault?.line).toBe(line)
    expect(fault?.reason).toMatch(reason)
  })
})
