/**
 * Strict parser of recorded market data in CSV: ticks or bars of one product, or what is wrong with the file, by line.
 */
import { INTERVAL_MS, type CandleTick } from '#rules/candles.ts'
import { priceOf, RowFault, sizeOf, timeOf } from '#rules/recorded-cells.ts'

/** The decimals of the product. Prices must not exceed them; sizes are rounded to them. */
export interface RecordingRules {
  priceDecimals: number
  sizeDecimals: number
}

/** What a recording holds: single prices, or the four prices of each interval. */
export type RecordingKind = 'ticks' | 'bars'

/**
 * A parsed recording. Points are in file order with non-decreasing times. A bar becomes four points inside its
 * interval.
 */
export interface Recording {
  kind: RecordingKind
  points: CandleTick[]
  /** Rows whose size or volume had more decimals than the product and was rounded. Sizes decide nothing. */
  roundedSizes: number
}

/** Rows with the same fault. */
export interface RecordingProblem {
  /** The first such line, counted from 1. */
  line: number
  reason: string
  /** How many further lines have this fault. */
  more: number
}

const problemText = ({ line, reason, more }: RecordingProblem): string => {
  const others = more === 1 ? '1 more line' : `${more} more lines`
  return `line ${line}: ${reason}${more === 0 ? '' : ` (and ${others} like it)`}`
}

/** What is wrong with a recording: the first line of each kind of fault, the reason, and the count of the others. */
export class RecordingFault extends Error {
  readonly problems: readonly RecordingProblem[]

  constructor(problems: readonly RecordingProblem[]) {
    super(problems.map(problemText).join('\n'))
    this.problems = problems
  }
}

const fault = (line: number, reason: string): RecordingFault =>
  new RecordingFault([{ line, reason, more: 0 }])

const HEADERS = {
  ticks: 'time_ms,price,size',
  bars: 'time_ms,open,high,low,close,volume',
} as const satisfies Record<RecordingKind, string>

interface RecordedBar {
  timeMs: number
  open: number
  high: number
  low: number
  close: number
  volume: number
}

/** Reads the cells of one row. */
type RowReader<T> = (cells: readonly string[], before: { timeMs: number } | undefined) => T

interface Sizes {
  rounded: number
}

function fieldReader({ priceDecimals, sizeDecimals }: RecordingRules, sizes: Sizes) {
  return {
    price: (text: string | undefined, name: string) => priceOf(text ?? '', priceDecimals, name),
    size: (text: string | undefined, name: string) => {
      const { size, rounded } = sizeOf(text ?? '', sizeDecimals, name)
      if (rounded) sizes.rounded += 1
      return size
    },
  }
}
type FieldReader = ReturnType<typeof fieldReader>

const tickReader =
  (read: FieldReader): RowReader<CandleTick> =>
  ([time = '', price, size]) => ({
    timeMs: timeOf(time),
    price: read.price(price, 'price'),
    size: read.size(size, 'size'),
  })

/** Parses one bar. Two ticks may have the same time, but two bars may not, because their points would overlap. */
const barReader =
  (read: FieldReader): RowReader<RecordedBar> =>
  (cells, before) => {
    const timeMs = timeOf(cells[0] ?? '')
    const open = read.price(cells[1], 'open')
    const high = read.price(cells[2], 'high')
    const low = read.price(cells[3], 'low')
    const close = read.price(cells[4], 'close')
    if (high < Math.max(open, close) || low > Math.min(open, close)) {
      throw new RowFault('range', 'open and close do not lie between low and high')
    }
    if (timeMs === before?.timeMs) {
      throw new RowFault('second bar', `a second bar of ${timeMs}; keep one of them`)
    }
    return { timeMs, open, high, low, close, volume: read.size(cells[5], 'volume') }
  }

const CELLS = /(?<=^|,)(?:\s*"((?:[^"]|"")*)"\s*|([^",]*))(?=,|$)/g

/** The cells of a line, trimmed and without quotes. */
const cellsOf = (line: string): string[] =>
  (line.includes('"')
    ? Array.from(line.matchAll(CELLS), ([, quoted, bare = '']) => quoted ?? bare)
    : line.split(',')
  ).map((cell) => cell.trim())

interface Table {
  lines: readonly string[]
  /** The index of the line with the names of the columns. */
  headerAt: number
  columns: number
}

function readRows<T extends { timeMs: number }>(table: Table, read: RowReader<T>): T[] {
  const { lines, headerAt, columns } = table
  const rows: T[] = []
  const problems = new Map<string, RecordingProblem>()
  for (const [index, line] of lines.entries()) {
    if (index <= headerAt || /^[\s,]*$/.test(line)) continue
    try {
      const cells = cellsOf(line)
      if (cells.length !== columns) {
        throw new RowFault('columns', `${cells.length} columns, not ${columns}`)
      }
      const before = rows.at(-1)
      const row = read(cells, before)
      if (before !== undefined && row.timeMs < before.timeMs) {
        const reason = `time ${row.timeMs} goes back from ${before.timeMs}; sort the rows by time`
        throw new RowFault('order', reason)
      }
      rows.push(row)
    } catch (error) {
      if (!(error instanceof RowFault)) throw error
      const known = problems.get(error.kind)
      if (known !== undefined) known.more += 1
      else problems.set(error.kind, { line: index + 1, reason: error.message, more: 0 })
    }
  }
  if (problems.size > 0) throw new RecordingFault([...problems.values()])
  if (rows.length === 0) throw fault(headerAt + 1, 'the file has no rows')
  return rows
}

/**
 * Converts a bar to four points, a quarter of the interval apart: open, the extreme opposite to the close, the other
 * extreme, close. The volume is split evenly, with the remainder in the last point.
 */
export function walkBar(bar: RecordedBar, barMs: number): CandleTick[] {
  const bounds = bar.close < bar.open ? [bar.high, bar.low] : [bar.low, bar.high]
  const part = Math.floor(bar.volume / 4)
  return [bar.open, ...bounds, bar.close].map((price, i) => ({
    timeMs: bar.timeMs + Math.floor((i * barMs) / 4),
    price,
    size: i === 3 ? bar.volume - 3 * part : part,
  }))
}

/** The interval of the bars is the shortest distance between two of them; a single bar lasts a minute. */
function barLength(bars: readonly RecordedBar[]): number {
  let least = Number.POSITIVE_INFINITY
  for (const [i, bar] of bars.entries()) {
    const before = bars[i - 1]
    if (before !== undefined && bar.timeMs > before.timeMs) {
      least = Math.min(least, bar.timeMs - before.timeMs)
    }
  }
  return Number.isFinite(least) ? least : INTERVAL_MS['1m']
}

const WANTED = `${HEADERS.ticks} or ${HEADERS.bars}`

/** Why the first line does not name the columns of a recording. */
function headerFault(line: string): string {
  if (line.trim() === '') return `the file is empty; its first line must be ${WANTED}`
  if (/[\0\uFFFD]/.test(line)) return 'this is not a text in UTF-8; save the file as CSV in UTF-8'
  const mark = [';', '\t', '|'].find((sign) => kindOf(line.replaceAll(sign, ',')) !== undefined)
  if (mark !== undefined) {
    const name = mark === '\t' ? 'tabs' : `"${mark}"`
    return `columns are separated by ${name}; use commas, and a point before the decimals`
  }
  if (/^\W*\d/.test(line)) return `the header is missing; put a first line with ${WANTED}`
  const found = line.length > 100 ? `${line.slice(0, 100)}…` : line
  return `columns must be ${WANTED}, not "${found}"`
}

const kindOf = (header: string): RecordingKind | undefined => {
  const names = cellsOf(header).join(',').toLowerCase()
  return (['ticks', 'bars'] as const).find((kind) => HEADERS[kind] === names)
}

/** The lines of a file, and its header. Spreadsheets put a byte order mark and a line with the separator before it. */
function tableOf(text: string): { lines: string[]; headerAt: number; header: string } {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const headerAt = /^"?sep=.?"?$/i.test(lines[0] ?? '') ? 1 : 0
  return { lines, headerAt, header: lines[headerAt] ?? '' }
}

/** What a file holds by its header, of which `text` is at least the start. Undefined if it is no recording. */
export const recordingKind = (text: string): RecordingKind | undefined =>
  kindOf(tableOf(text).header)

/**
 * Parses a recording by its header, `time_ms,price,size` or `time_ms,open,high,low,close,volume`. Throws RecordingFault
 * with all kinds of faults of the file.
 */
export function parseRecording(text: string, rules: RecordingRules): Recording {
  const { lines, headerAt, header } = tableOf(text)
  const kind = kindOf(header)
  if (kind === undefined) throw fault(headerAt + 1, headerFault(header))
  const sizes: Sizes = { rounded: 0 }
  const read = fieldReader(rules, sizes)
  const table = { lines, headerAt, columns: HEADERS[kind].split(',').length }
  if (kind === 'ticks') {
    const points = readRows(table, tickReader(read))
    return { kind, points, roundedSizes: sizes.rounded }
  }
  const bars = readRows(table, barReader(read))
  const barMs = barLength(bars)
  const points = bars.flatMap((bar) => walkBar(bar, barMs))
  return { kind, points, roundedSizes: sizes.rounded }
}
