/** The calendar of the fund: which days are business days, and for which one a transfer or withdrawal counts. */
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { FUND_CUT_OFF_HOUR } from '#contract/fund.ts'
import type { Day } from '#contract/scalars.ts'
import { dayNumber, dayOf, dayOfNumber, dayStart } from '#rules/business-day.ts'

/** The holidays of TARGET, the settlement system of the euro. They are the same every year and are never moved. */
export type FundHoliday =
  | 'new_year'
  | 'good_friday'
  | 'easter_monday'
  | 'labour_day'
  | 'christmas'
  | 'boxing_day'

const CUT_OFF_MS = FUND_CUT_OFF_HOUR * HOUR_MS

const FIXED: Record<string, FundHoliday> = {
  '01-01': 'new_year',
  '05-01': 'labour_day',
  '12-25': 'christmas',
  '12-26': 'boxing_day',
}

/** Easter Sunday as a day number, by the algorithm of Gauss. For 2000 to 2099 its two century terms are 24 and 5. */
function easterOf(year: number): number {
  const moon = (19 * (year % 19) + 24) % 30
  const weekday = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7
  // The two exceptions of Gauss: a Sunday after 25 April, and the second of two full moons on the same day.
  const tooLate = weekday === 6 && (moon === 29 || (moon === 28 && year % 19 > 10))
  return dayNumber(`${year}-03-22`) + moon + weekday - (tooLate ? 7 : 0)
}

/** The holiday on a day, also if it is a weekend; null if there is none. */
export function holidayOf(day: string): FundHoliday | null {
  const number = dayNumber(day)
  const fixed = FIXED[day.slice(5)]
  if (fixed !== undefined) return fixed
  const fromEaster = number - easterOf(Number(day.slice(0, 4)))
  if (fromEaster === -2) return 'good_friday'
  return fromEaster === 1 ? 'easter_monday' : null
}

/** The day of the week, 0 for Sunday. 1970-01-01 was a Thursday. */
const weekdayOf = (number: number): number => (number + 4) % 7

/** Whether a day is a business day: Monday to Friday and not a holiday. */
export function isBusinessDay(day: string): boolean {
  const weekday = weekdayOf(dayNumber(day))
  return weekday !== 0 && weekday !== 6 && holidayOf(day) === null
}

/** The next business day after a day. Throws for the last one of 2099. */
export function nextBusinessDay(day: string): Day {
  let number = dayNumber(day) + 1
  while (!isBusinessDay(dayOfNumber(number))) number += 1
  return dayOfNumber(number)
}

/** The cut-off of a day (ms): the first millisecond that no longer counts for it. */
export const cutOff = (day: string): number => dayStart(day) + CUT_OFF_MS

/** The trade day of a time: the first business day whose cut-off is later. */
export function tradeDayAt(atMs: number): Day {
  // Before the cut-off the first candidate is today, after it tomorrow.
  const first = dayOf(atMs - CUT_OFF_MS + DAY_MS)
  return isBusinessDay(first) ? first : nextBusinessDay(first)
}

/** The days that apply to a transfer or withdrawal of the fund. Times are in ms. */
export interface FundDates {
  tradeDay: Day
  /** The end of the period in which it can be cancelled. */
  cutOffAt: number
  /** The confirm day of a transfer in, and the pay day of a next-day withdrawal. */
  settleDay: Day
  settlesAt: number
}

/** The days that apply to a request made at this time. */
export function fundDates(atMs: number): FundDates {
  const tradeDay = tradeDayAt(atMs)
  const settleDay = nextBusinessDay(tradeDay)
  return { tradeDay, cutOffAt: cutOff(tradeDay), settleDay, settlesAt: dayStart(settleDay) }
}
