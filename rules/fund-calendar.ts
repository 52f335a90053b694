/** The fund's calendar: which days are business days, and for which one a transfer or withdrawal counts. */
import { FUND_CUT_OFF_HOUR } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import { DAY_MS, dayNumber, dayOf, dayOfNumber, dayStart } from '#rules/business-day.ts'

/** The holidays of TARGET, the euro's settlement system; they stand in every year and are never moved. */
export type FundHoliday =
  | 'new_year'
  | 'good_friday'
  | 'easter_monday'
  | 'labour_day'
  | 'christmas'
  | 'boxing_day'

const CUT_OFF_MS = FUND_CUT_OFF_HOUR * 3_600_000

const FIXED: Record<string, FundHoliday> = {
  '01-01': 'new_year',
  '05-01': 'labour_day',
  '12-25': 'christmas',
  '12-26': 'boxing_day',
}

/** Easter Sunday as a day number, by Gauss; 2000 to 2099, where the century's terms are constant: 24 and 5. */
function easterOf(year: number): number {
  const moon = (19 * (year % 19) + 24) % 30
  const weekday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7
  // His two exceptions: a Sunday later than 25 April, or the second of two moons on the same day.
  const tooLate = weekday === 6 && (moon === 29 || (moon === 28 && year % 19 > 10))
  return dayNumber(`${year}-03-22`) + moon + weekday - (tooLate ? 7 : 0)
}

/** Also where it falls on a weekend. */
export function holidayOf(day: string): FundHoliday | null {
  const number = dayNumber(day)
  const fixed = FIXED[day.slice(5)]
  if (fixed !== undefined) return fixed
  const fromEaster = number - easterOf(Number(day.slice(0, 4)))
  if (fromEaster === -2) return 'good_friday'
  return fromEaster === 1 ? 'easter_monday' : null
}

/** 1970-01-01 was a Thursday. 0: Sunday. */
const weekdayOf = (number: number): number => (number + 4) % 7

/** Monday to Friday, no holiday. */
export function isBusinessDay(day: string): boolean {
  const weekday = weekdayOf(dayNumber(day))
  return weekday !== 0 && weekday !== 6 && holidayOf(day) === null
}

/** Strictly later. The last one of 2099 has none: it throws. */
export function nextBusinessDay(day: string): Day {
  let number = dayNumber(day) + 1
  while (!isBusinessDay(dayOfNumber(number))) number += 1
  return dayOfNumber(number)
}

/** The first millisecond that no longer counts for this day. */
export const cutOff = (day: string): number => dayStart(day) + CUT_OFF_MS

/** The first business day whose cut-off is later than the moment. */
export function tradeDayAt(atMs: number): Day {
  // Before today's cut-off today is the first candidate, after it tomorrow.
  const first = dayOf(atMs - CUT_OFF_MS + DAY_MS)
  return isBusinessDay(first) ? first : nextBusinessDay(first)
}

export interface FundDates {
  tradeDay: Day
  /** Cancellable before. */
  cutOffAt: number
  /** The confirm day of a transfer in and the pay day of a next-day withdrawal. */
  settleDay: Day
  settlesAt: number
}

/** What is asked for at this moment counts when, and takes effect when. */
export function fundDates(atMs: number): FundDates {
  const tradeDay = tradeDayAt(atMs)
  const settleDay = nextBusinessDay(tradeDay)
  return { tradeDay, cutOffAt: cutOff(tradeDay), settleDay, settlesAt: dayStart(settleDay) }
}
