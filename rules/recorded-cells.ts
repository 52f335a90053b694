/** The cells of recorded market data: times, prices and sizes, or what is wrong with a text. */

/** A row that cannot be played. Rows of the same `kind` are reported once. */
export class RowFault extends Error {
  readonly kind: string

  constructor(kind: string, reason: string) {
    super(reason)
    this.kind = kind
  }
}

/** Recordings of markets are from these years. In this span no time of one unit is a time of another one. */
const YEARS = [1971, 2100] as const
const EARLIEST_MS = Date.UTC(YEARS[0], 0)
const LATEST_MS = Date.UTC(YEARS[1], 0)
const OTHER_UNITS = [
  ['seconds', 1_000],
  ['microseconds', 1 / 1_000],
  ['nanoseconds', 1 / 1_000_000],
] as const

const isTime = (ms: number): boolean => ms >= EARLIEST_MS && ms < LATEST_MS

/** What is wrong with a text in the column of times. */
function timeFault(text: string): RowFault {
  const column = 'the column is in milliseconds since 1970-01-01 UTC'
  if (text === '') return new RowFault('no time', `time_ms is empty; ${column}`)
  const value = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  const unit = OTHER_UNITS.find(([, factor]) => isTime(value * factor))?.[0]
  if (unit !== undefined) return new RowFault(unit, `${text} looks like ${unit}; ${column}`)
  if (isTime(value)) {
    return new RowFault('fraction', `time_ms ${text} has a part of a millisecond; round the times`)
  }
  if (/^\d+(\.\d+)?e\+?\d+$/i.test(text)) {
    return new RowFault('exponent', `time_ms ${text} is shortened; write all of its digits`)
  }
  if (/\d[-/.:]\d+[-/.:]\d/.test(text))
    return new RowFault('date', `"${text}" is a date; ${column}`)
  const years = `from ${YEARS[0]} to ${YEARS[1] - 1}`
  return new RowFault('time', `time_ms "${text}" is not a time ${years}; ${column}`)
}

/** The time of a row. Throws `RowFault` and names the unit that the text seems to be in. */
export function timeOf(text: string): number {
  const ms = /^\d+(\.0*)?$/.test(text) ? Number(text) : Number.NaN
  if (!isTime(ms)) throw timeFault(text)
  return ms
}

/** Scales a price to an integer: `12.5` with 2 decimals is 1250. A price is never rounded. */
export function priceOf(text: string, decimals: number, name: string): number {
  const refuse = (kind: string, reason: string): RowFault => new RowFault(`${name} ${kind}`, reason)
  const [, sign = '', whole = '', digits = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(text) ?? []
  if (whole === '') {
    const rule = 'write digits with a point before the decimals, or leave the row out'
    throw refuse('text', `${name} "${text}" is not a plain number; ${rule}`)
  }
  const fraction = digits.replace(/0+$/, '')
  const isZero = /^0*$/.test(whole + fraction)
  if (sign !== '' || isZero) {
    throw refuse('sign', `${name} ${text} is not positive; leave such rows out`)
  }
  if (fraction.length > decimals) {
    const rule = `more than the product's ${decimals} decimals`
    throw refuse('decimals', `${name} ${text} has ${rule}; round the file first`)
  }
  const value = Number(whole + fraction.padEnd(decimals, '0'))
  if (!Number.isSafeInteger(value)) throw refuse('size', `${name} ${text} is too large`)
  return value
}

/** Programs write small numbers as `1e-05`. */
const NUMBER = /^(\d*)\.?(\d*)(?:e([-+]?\d{1,2}))?$/i

/** Scales a size to an integer. Sizes decide nothing, so that further decimals are rounded. */
export function sizeOf(
  text: string,
  decimals: number,
  name: string,
): { size: number; rounded: boolean } {
  const [match, before = '', after = '', exponent = '0'] = NUMBER.exec(text) ?? []
  if (match === undefined || before + after === '') {
    const rule = 'write a number without a sign, and 0 if it is not known'
    throw new RowFault(name, `${name} "${text}" is not a plain number; ${rule}`)
  }
  const point = before.length + Number(exponent)
  const all = ('0'.repeat(Math.max(0, -point)) + before + after).padEnd(point, '0')
  const [whole, digits] = [all.slice(0, Math.max(0, point)), all.slice(Math.max(0, point))]
  const rest = digits.slice(decimals)
  const up = rest >= '5' ? 1 : 0
  const size = Number(whole + digits.slice(0, decimals).padEnd(decimals, '0')) + up
  if (!Number.isSafeInteger(size)) throw new RowFault(name, `${name} ${text} is too large`)
  return { size, rounded: /[1-9]/.test(rest) }
}
