/** The days of the results as charts and the calendar need them. */
import type { Results } from '#contract/results.ts'
import type { Day } from '#contract/scalars.ts'
import { addDays, dayNumber, dayOfNumber } from '#rules/business-day.ts'

type DayFigures = Results['days'][number]

/** One point per day of the axis, in minor units; every figure is far below 2^53. */
export type Curve = { day: Day; value: number }[]

interface Change {
  day: Day
  total: bigint
}

/** Each day of the period with the newest total at its end, and the day before, because a line needs two points. */
function curveOf(changes: readonly Change[], before: bigint, { from, to }: Results): Curve {
  const first = changes[0]?.day ?? to
  const start = dayNumber(from ?? first) - 1
  const end = Math.max(dayNumber(to), dayNumber(changes.at(-1)?.day ?? to))
  const totals = new Map(changes.map(({ day, total }) => [day, total]))
  let total = before
  return Array.from({ length: end - start + 1 }, (_, i) => {
    const day = dayOfNumber(start + i)
    total = totals.get(day) ?? total
    return { day, value: Number(total) }
  })
}

/** The result from the start of the period to the end of each day. */
export const profitCurve = (results: Results): Curve => curveOf(results.days, 0n, results)

/** The colour of a curve of results: that of its last value (decision 0044). */
export function curveTone(curve: Curve): 'up' | 'down' | 'none' {
  const last = curve.at(-1)?.value ?? 0
  return last > 0 ? 'up' : last < 0 ? 'down' : 'none'
}

/** The total assets at the end of each day. */
export const assetsCurve = (results: Results): Curve =>
  curveOf(results.assets.days, results.assets.before, results)

/** One cell of the calendar. `figures` is null on days without a settled order. */
export interface CalendarDay {
  day: Day
  figures: DayFigures | null
}

const DAYS_PER_WEEK = 7
/** 1970-01-01 was a Thursday, the fourth day of a week that starts on Monday. */
const EPOCH_WEEKDAY = 3

export const monthOf = (day: string): string => day.slice(0, 7)
const firstOf = (month: string): Day => addDays(`${month}-01`, 0)

/** The month before (`by` −1) or after (`by` 1), as `2026-11`. */
export function nextMonth(month: string, by: 1 | -1): string {
  const first = firstOf(month)
  return monthOf(by < 0 ? addDays(first, -1) : addDays(first, 31))
}

/** The weeks of a month from Monday to Sunday, with null for days of other months. */
export function weeksOf(month: string, days: readonly DayFigures[]): (CalendarDay | null)[][] {
  const found = new Map(days.map((figures) => [figures.day, figures]))
  const first = dayNumber(firstOf(month))
  const length = dayNumber(firstOf(nextMonth(month, 1))) - first
  const lead = (first + EPOCH_WEEKDAY) % DAYS_PER_WEEK
  const weeks = Math.ceil((lead + length) / DAYS_PER_WEEK)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: DAYS_PER_WEEK }, (_, weekday) => {
      const at = week * DAYS_PER_WEEK + weekday - lead
      if (at < 0 || at >= length) return null
      const day = dayOfNumber(first + at)
      return { day, figures: found.get(day) ?? null }
    }),
  )
}
