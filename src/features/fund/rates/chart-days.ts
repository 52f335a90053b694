/** The data of the fund's chart by day, and the same figures for its summary. */
import type { FundAccrual, FundRate } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import { addDays, dayNumber, dayOfNumber } from '#rules/business-day.ts'
import { rateOf } from '#rules/fund-income.ts'

export const CHART_RANGES = ['1m', '3m', '1y', 'all'] as const
export type ChartRange = (typeof CHART_RANGES)[number]

const DAYS_BACK: Record<ChartRange, number | null> = { '1m': 30, '3m': 91, '1y': 365, all: null }

/** The first day of a range; null for all available days. */
export function rangeStart(range: ChartRange, today: string): Day | null {
  const days = DAYS_BACK[range]
  return days === null ? null : addDays(today, 1 - days)
}

export interface DayValue {
  day: Day
  /** A daily rate in millionths, or income in cents; null where there was none. */
  value: number | null
}

function daysFrom(first: string, last: string): Day[] {
  const start = dayNumber(first)
  const length = Math.max(0, dayNumber(last) - start + 1)
  return Array.from({ length }, (_, i) => dayOfNumber(start + i))
}

const later = (a: string, b: string | null): string => (b !== null && b > a ? b : a)

export interface RatePicture {
  /** The days up to today. */
  held: readonly DayValue[]
  /** Rates that are published but not in force yet: today, where the line continues, and the days after it. */
  ahead: readonly DayValue[]
  lowest: number
  highest: number
  today: number | null
  /** The last day for which a rate is explicitly published; null when no rate is published ahead. */
  aheadTo: Day | null
}

/** Null when no rate was published. `rates` may be in any order; of those before `from` only the last is used. */
export function ratePicture(
  rates: readonly FundRate[],
  { from, today }: { from: string | null; today: Day },
): RatePicture | null {
  const begins = rates.map((rate) => rate.from).sort()
  const [first] = begins
  const last = begins.at(-1)
  if (first === undefined || last === undefined) return null
  const valued = (day: Day): DayValue => ({ day, value: rateOf(rates, day) })
  const held = daysFrom(later(first, from), today).map(valued)
  const ahead = last > today ? daysFrom(later(first, today), last).map(valued) : []
  const known = [...held, ...ahead].flatMap(({ value }) => (value === null ? [] : [value]))
  if (known.length === 0) return null
  return {
    held,
    ahead,
    lowest: Math.min(...known),
    highest: Math.max(...known),
    today: rateOf(rates, today),
    aheadTo: ahead.at(-1)?.day ?? null,
  }
}

export interface IncomePicture {
  perDay: readonly DayValue[]
  /** The total credited up to and including each day. */
  inAll: readonly DayValue[]
  /** The total of the days shown. */
  total: bigint
  best: FundAccrual
}

/** The height in the chart. Text always shows whole cents, without this conversion. */
const height = (cents: bigint): number => Number(cents)

/**
 * Null when nothing was earned in the range. `accruals` is sorted newest first and has no gaps as far as it reaches.
 * `everything` is the total income up to the newest of them, or null when it is not known.
 */
export function incomePicture(
  accruals: readonly FundAccrual[],
  { from, everything }: { from: string | null; everything: bigint | null },
): IncomePicture | null {
  const seen = accruals.filter(({ day }) => from === null || day >= from)
  const [newest] = seen
  const oldest = seen.at(-1)
  if (newest === undefined || oldest === undefined) return null
  const byDay = new Map(seen.map((accrual) => [accrual.day, accrual.credited]))
  const days = daysFrom(from === null ? oldest.day : later(oldest.day, from), newest.day)
  const total = seen.reduce((sum, { credited }) => sum + credited, 0n)
  let reached = (everything ?? total) - total
  const inAll = days.map((day) => {
    reached += byDay.get(day) ?? 0n
    return { day, value: height(reached) }
  })
  const best = seen.reduce((most, one) => (one.credited > most.credited ? one : most), newest)
  return {
    perDay: days.map((day) => {
      const credited = byDay.get(day)
      return { day, value: credited === undefined ? null : height(credited) }
    }),
    inAll,
    total,
    best,
  }
}
