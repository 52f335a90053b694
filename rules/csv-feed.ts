/**
 * Strict parser of recorded market data in CSV: ticks or bars of one product, or the first faulty line with its reason.
 */
import { INTERVAL_MS, type CandleTick } from '#rules/candles.ts'

/** The decimals of the product, which the recording must not exceed. */
export interface RecordingRules {
  priceDecimals: number
  sizeDecimals: number
}

/**
 * A parsed recording. Points are in file order with non-decreasing times. A bar becomes four points inside its
 * interval.
 */
export interface Recording {
  kind: 'ticks' | 'bars'
  points: CandleTick[]
}

/** The first faulty line of a recording (counted from 1) and the reason. */
export class RecordingFault extends Error {
  readonly line: number
  readonly reason: string

  constructor(line: number, reason: string) {
    super(`line ${line}: ${reason}`)
    this.line = line
    this.reason = reason
  }
}

const HEADERS = {
  ticks: 'time_ms,price,size',
  bars: 'time_ms,open,high,low,close,volume',
} as const

interface RecordedBar {
  timeMs: number
  open: number
  high: number
  low: number
  close: number
  volume: number
}

/**
 * Scales a decimal to an integer: `12.5` with 2 decimals is 1250. More decimals than the product has are an error,
 * unless they are zeros, and are never rounded.
 */
function scaled(text: string, decimals: number, name: string): number {
  const [, whole = '', digits = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const fraction = digits.replace(/0+$/, '')
  if (whole === '') throw new Error(`${name} "${text}" is not a plain number`)
  if (fraction.length > decimals) {
    const rule = `more than the product's ${decimals} decimals`
    throw new Error(`${name} ${text} has ${rule}; round the file first`)
  }
  const value = Number(whole + fraction.padEnd(decimals, '0'))
  if (!Number.isSafeInteger(value)) throw new Error(`${name} ${text} is too large`)
  return value
}

function fieldReader(rules: RecordingRules, cells: readonly string[]) {
  const cell = (index: number): string => cells[index] ?? ''
  const price = (index: number, name: string): number => {
    const value = scaled(cell(index), rules.priceDecimals, name)
    if (value === 0) throw new Error(`${name} ${cell(index)} is not positive`)
    return value
  }
  const size = (index: number, name: string): number =>
    scaled(cell(index), rules.sizeDecimals, name)
  return { timeMs: scaled(cell(0), 0, 'time_ms'), price, size }
}

function tickOf(rules: RecordingRules, cells: readonly string[]): CandleTick {
  const read = fieldReader(rules, cells)
  return { timeMs: read.timeMs, price: read.price(1, 'price'), size: read.size(2, 'size') }
}

/** Parses one bar. Two ticks may have the same time, but two bars may not, because their points would overlap. */
function barOf(
  rules: RecordingRules,
  cells: readonly string[],
  before: { timeMs: number } | undefined,
): RecordedBar {
  const read = fieldReader(rules, cells)
  const open = read.price(1, 'open')
  const high = read.price(2, 'high')
  const low = read.price(3, 'low')
  const close = read.price(4, 'close')
  if (high < Math.max(open, close) || low > Math.min(open, close)) {
    throw new Error('open and close do not lie between low and high')
  }
  if (read.timeMs === before?.timeMs) throw new Error(`a second bar of ${read.timeMs}`)
  return { timeMs: read.timeMs, open, high, low, close, volume: read.size(5, 'volume') }
}

function readRows<T extends { timeMs: number }>(
  lines: readonly string[],
  columns: number,
  read: (cells: readonly string[], before: { timeMs: number } | undefined) => T,
): T[] {
  const rows: T[] = []
  lines.forEach((line, index) => {
    if (index === 0 || line === '') return
    try {
      const cells = line.split(',')
      if (cells.length !== columns) throw new Error(`${cells.length} columns, not ${columns}`)
      const row = read(cells, rows.at(-1))
      const before = rows.at(-1)?.timeMs ?? 0
      if (row.timeMs < before) throw new Error(`time ${row.timeMs} goes back from ${before}`)
      rows.push(row)
    } catch (error) {
      throw new RecordingFault(index + 1, error instanceof Error ? error.message : String(error))
    }
  })
  if (rows.length === 0) throw new RecordingFault(1, 'the file has no rows')
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

/**
 * Parses a recording by its header, `time_ms,price,size` or `time_ms,open,high,low,close,volume`. Throws RecordingFault
 * for the first faulty line.
 */
export function parseRecording(text: string, rules: RecordingRules): Recording {
  const lines = text.split(/\r?\n/)
  const header = lines[0]?.trim()
  if (header === HEADERS.ticks) {
    return { kind: 'ticks', points: readRows(lines, 3, (cells) => tickOf(rules, cells)) }
  }
  if (header === HEADERS.bars) {
    const bars = readRows(lines, 6, (cells, before) => barOf(rules, cells, before))
    const barMs = barLength(bars)
    return { kind: 'bars', points: bars.flatMap((bar) => walkBar(bar, barMs)) }
  }
  throw new RecordingFault(1, `columns must be ${HEADERS.ticks} or ${HEADERS.bars}`)
}
