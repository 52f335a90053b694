/** Days as a person picks them on this device, and the moments that they mean. */
import { type TimeMs, timeMs } from '#contract/scalars.ts'

/** ISO days (2026-11-21) of the device's own calendar, both inclusive; null: open on that side. */
export interface DayRange {
  from: string | null
  to: string | null
}

export const ALL_DAYS: DayRange = { from: null, to: null }

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** Midnight at the begin of a day, `after` days later: days may have 23 or 25 hours. */
function midnight(day: string | null, after: number): TimeMs | undefined {
  const [, year, month, date] = DAY.exec(day ?? '') ?? []
  if (year === undefined || month === undefined || date === undefined) return undefined
  const moment = new Date(Number(year), Number(month) - 1, Number(date) + after)
  return timeMs.safeParse(moment.getTime()).data
}

/** From the first moment of `from` to before the first moment after `to`; what is no day is left out. */
export function momentsOf(range: DayRange): { from?: TimeMs; to?: TimeMs } {
  const from = midnight(range.from, 0)
  const to = midnight(range.to, 1)
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/** The local day of a moment, for a file's name. */
export function dayOf(ms: number): string {
  const date = new Date(ms)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** Days as an address names them; what is no day is none. */
export function daysIn(query: URLSearchParams): DayRange {
  const day = (name: string): string | null => {
    const text = query.get(name)
    return midnight(text, 0) === undefined ? null : text
  }
  return { from: day('from'), to: day('to') }
}

/** An address's query with what is set of a filter. */
export function filterQuery(set: Record<string, string | null>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(set)) if (value !== null) query.set(name, value)
  return query
}
