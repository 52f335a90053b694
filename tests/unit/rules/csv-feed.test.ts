import { describe, expect, it } from 'vitest'
import { parseRecording, RecordingFault, recordingKind, walkBar } from '#rules/csv-feed.ts'

const RULES = { priceDecimals: 2, sizeDecimals: 3 }
const ticks = (...rows: string[]): string => ['time_ms,price,size', ...rows, ''].join('\n')
const bars = (...rows: string[]): string =>
  ['time_ms,open,high,low,close,volume', ...rows].join('\r\n')

/** 2025-01-01, as milliseconds and in the other units that vendors write. */
const T = 1_735_689_600_000

describe('ticks', () => {
  it('are scaled, and keep file order within a millisecond', () => {
    const text = ticks(`${T + 5},1.5,0.25`, `${T + 5},1.49,0`, `${T + 6},2,1`)
    expect(parseRecording(text, RULES)).toEqual({
      kind: 'ticks',
      points: [
        { timeMs: T + 5, price: 150, size: 250 },
        { timeMs: T + 5, price: 149, size: 0 },
        { timeMs: T + 6, price: 200, size: 1_000 },
      ],
      roundedSizes: 0,
    })
  })
  it.each([
    ['a byte order mark', `\uFEFFtime_ms,price,size\n${T},1.5,1`],
    ['lines that end as on Windows', `time_ms,price,size\r\n${T},1.5,1\r\n`],
    ['lines that end as on old Macs', `time_ms,price,size\r${T},1.5,1\r`],
    ['quotes', `"time_ms","price","size"\n"${T}","1.5","1"`],
    ['spaces and capitals', ` Time_ms, Price ,Size \n ${T} , 1.5 ,\t1 `],
    ['a line with the separator', `sep=,\ntime_ms,price,size\n${T},1.5,1`],
    ['empty rows of a spreadsheet', `time_ms,price,size\n,,\n${T},1.5,1\n , ,\n`],
    ['zeros beyond the decimals', `time_ms,price,size\n${T}.0,1.500000,1.`],
  ])('are read with %s', (_, text) => {
    expect(parseRecording(text, RULES).points).toEqual([{ timeMs: T, price: 150, size: 1_000 }])
  })
  it('may have sizes of any number of decimals, which are rounded and counted', () => {
    const sizes = ['0.00049999', '0.0005', '210.50617544', '1e-05', '2.5E+1', '9', '.5']
    const { points, roundedSizes } = parseRecording(
      ticks(...sizes.map((size, i) => `${T + i},1.5,${size}`)),
      RULES,
    )
    expect(points.map(({ size }) => size)).toEqual([0, 1, 210_506, 0, 25_000, 9_000, 500])
    expect(roundedSizes).toBe(4)
  })
})

describe('bars', () => {
  it('are walked low first when they rise and high first when they fall', () => {
    const { kind, points } = parseRecording(
      bars(`${T},10,12,9,11,1`, `${T + 60_000},11,12,9,10,1`),
      RULES,
    )
    expect(kind).toBe('bars')
    expect(points.map(({ price }) => price)).toEqual([1000, 900, 1200, 1100, 1100, 1200, 900, 1000])
    expect(points.map(({ timeMs }) => timeMs - T)).toEqual([
      0, 15_000, 30_000, 45_000, 60_000, 75_000, 90_000, 105_000,
    ])
  })
  it('keep their whole volume', () => {
    const bar = { timeMs: 0, open: 1, high: 2, low: 1, close: 2, volume: 7 }
    expect(walkBar(bar, 60_000).map(({ size }) => size)).toEqual([1, 1, 1, 4])
  })
})

const faultOf = (text: string): RecordingFault | undefined => {
  try {
    parseRecording(text, RULES)
  } catch (error) {
    if (error instanceof RecordingFault) return error
    throw error
  }
  return undefined
}

describe('a bad file', () => {
  it.each([
    [
      'a word for a number',
      ticks(`${T},1.5,0`, `${T},abc,0`),
      3,
      /price "abc" is not a plain numb/,
    ],
    ['an exponent', ticks(`${T},1e3,0`), 2, /not a plain number; write digits/],
    ['an empty price', ticks(`${T},,0`), 2, /price "" is not a plain number/],
    ['groups', ticks(`${T},"1,500.00",0`), 2, /price "1,500.00" is not a plain number/],
    [
      'a negative price',
      ticks(`${T},-1.5,0`),
      2,
      /price -1.5 is not positive; leave such rows out/,
    ],
    ['a price of zero', ticks(`${T},0.00,0`), 2, /not positive/],
    ['too many decimals', ticks(`${T},1.505,0`), 2, /more than the product's 2 decimals/],
    [
      'a negative size',
      ticks(`${T},1.5,-2`),
      2,
      /size "-2" is not a plain number; .* without a sign/,
    ],
    ['an empty size', ticks(`${T},1.5,`), 2, /size "" .* 0 if it is not known/],
    [
      'time going back',
      ticks(`${T},1.5,0`, `${T - 1},1.5,0`),
      3,
      /goes back from .*; sort the rows/,
    ],
    ['a missing column', ticks(`${T},1.5`), 2, /2 columns, not 3/],
    ['a column too many', ticks(`${T},1.5,0,1`), 2, /4 columns, not 3/],
    ['no rows', ticks(), 1, /no rows/],
    ['a close above the high', bars(`${T},10,10,9,11,0`), 2, /between low and high/],
    ['two bars of one moment', bars(`${T},10,10,9,9,0`, `${T},9,9,9,9,0`), 3, /; keep one of them/],
    ['another header', `time,price\n${T},2`, 1, /columns must be .*, not "time,price"/],
    ['no header', `${T},1.5,0\n`, 1, /the header is missing; put a first line/],
    [
      'semicolons',
      `time_ms;price;size\n${T};1,5;0`,
      1,
      /separated by ";"; use commas, and a point/,
    ],
    ['tabs', `time_ms\tprice\tsize\n`, 1, /separated by tabs; use commas/],
    ['nothing', '', 1, /the file is empty/],
    ['a byte order mark alone', '\uFEFF', 1, /the file is empty/],
    ['UTF-16', '\uFFFD\uFFFDt\0i\0m\0e\0', 1, /not a text in UTF-8/],
    ['bytes', '\x1f\uFFFD\b', 1, /not a text in UTF-8/],
  ])('is named with its line and reason: %s', (_, text, line, reason) => {
    const [problem] = faultOf(text)?.problems ?? []
    expect(problem?.line).toBe(line)
    expect(problem?.reason).toMatch(reason)
  })

  it.each([
    ['1735689600', /1735689600 looks like seconds; the column is in milliseconds/],
    ['1735689600.25', /looks like seconds/],
    ['1735689600000000', /1735689600000000 looks like microseconds; the column is in milliseconds/],
    ['1735689600000000000', /looks like nanoseconds/],
    [`${T}.5`, /has a part of a millisecond/],
    ['1.7356896e12', /is shortened; write all of its digits/],
    ['2025-01-01T00:00:00Z', /is a date; the column is in milliseconds/],
    ['01/02/2025 10:00', /is a date/],
    ['5', /is not a time from 1971 to 2099/],
    ['45658.5', /is not a time from 1971 to 2099/],
    [`-${T}`, /is not a time/],
    ['', /time_ms is empty/],
    ['9'.repeat(400), /is not a time/],
  ])('says what is wrong with the time %s', (time, reason) => {
    expect(faultOf(ticks(`${time},1.5,0`))?.problems[0]?.reason).toMatch(reason)
  })

  it('names the line where the unit changes, and each kind of fault once', () => {
    const text = ticks(
      `${T},1.5,0`,
      `${T}000,1.5,0`,
      `${T + 1}000,1.5,0`,
      `${T + 1},x,0`,
      `${T + 2}000,1.5,0`,
    )
    expect(faultOf(text)?.message.split('\n')).toEqual([
      `line 3: ${T}000 looks like microseconds; the column is in milliseconds since ` +
        '1970-01-01 UTC (and 2 more lines like it)',
      'line 5: price "x" is not a plain number; write digits with a point before the decimals, ' +
        'or leave the row out',
    ])
  })
})

it('tells ticks from bars by the start of a file', () => {
  expect(recordingKind('\uFEFF"time_ms","price","size"\r\n1')).toBe('ticks')
  expect(recordingKind('time_ms,open,high,low,close,volume\n')).toBe('bars')
  expect(recordingKind('time_ms;price;size\n')).toBeUndefined()
})
