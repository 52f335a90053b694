/** Days that the user picks in the device's calendar, and the times that they stand for. */
import { type TimeMs, timeMs } from '#contract/scalars.ts'

/** ISO days (2026-11-21) in the device's time zone, both inclusive; null means no limit on that side. */
export interface DayRange {
  from: string | null
  to: string | null
}

export const ALL_DAYS: DayRange = { from: null, to: null }

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/

/** Midnight at the start of the day that is `after` days later. Days may have 23 or 25 hours. */
function midnight(day: string | null, after: number): TimeMs | undefined {
  const [, year, month, date] = DAY.exec(day ?? '') ?? []
  if (year === undefined || month === undefined || date === undefined) return undefined
  const moment = new Date(Number(year), Number(month) - 1, Number(date) + after)
  return timeMs.safeParse(moment.getTime()).data
}

/** From the start of `from` until before the end of `to`. Invalid days are left out. */
export function momentsOf(range: DayRange): { from?: TimeMs; to?: TimeMs } {
  const from = midnight(range.from, 0)
  const to = midnight(range.to, 1)
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/** The local day of a time, for file names. */
export function dayOf(ms: number): string {
  const date = new Date(ms)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The days in a query string. Invalid days become null. */
export function daysIn(query: URLSearchParams): DayRange {
  const day = (name: string): string | null => {
    const text = query.get(name)
    return midnight(text, 0) === undefined ? null : text
  }
  return { from: day('from'), to: day('to') }
}

/** A query string of the filter values that are set. */
export function filterQuery(set: Record<string, string | null>): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(set)) if (value !== null) query.set(name, value)
  return query
}
