/** What the fund's chart shows, day by day, and the same in figures for its summary. */
import type { FundAccrual, FundRate } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import { addDays, dayNumber, dayOfNumber } from '#rules/business-day.ts'
import { rateOf } from '#rules/fund-income.ts'

export const CHART_RANGES = ['1m', '3m', '1y', 'all'] as const
export type ChartRange = (typeof CHART_RANGES)[number]

const DAYS_BACK: Record<ChartRange, number | null> = { '1m': 30, '3m': 91, '1y': 365, all: null }

/** The first day that a range shows; null: as far back as there is anything. */
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
  /** Up to today. */
  held: readonly DayValue[]
  /** Published, not begun: today, where the line goes on, and the days after. */
  ahead: readonly DayValue[]
  lowest: number
  highest: number
  today: number | null
  /** The last day that a rate was published for by name; null: none ahead of today. */
  aheadTo: Day | null
}

/** Null: no rate was published. `rates` in any order; what lies before `from` only holds on. */
export function ratePicture(
  rates: readonly FundRate[],
  { from, today }: { from: string | null; today: Day },
): RatePicture | null {
  const begins = rates.map((rate) => rate.from).toSorted()
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
  /** All that was credited up to and for the day. */
  inAll: readonly DayValue[]
  /** Of the days that are shown. */
  total: bigint
  best: FundAccrual
}

/** A height to draw; amounts themselves stay whole cents in text. */
const height = (cents: bigint): number => Number(cents)

/**
 * Null: nothing was earned in the range. `accruals` newest first, without a hole as far as they reach; `everything`:
 * all income up to the newest of them; null: not known.
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
