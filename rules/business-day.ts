/**
 * Days in UTC, the one business zone, as pure integer arithmetic that is independent of the zone of any device or
 * server.
 */
import { DAY_MS } from '#contract/time.ts'
import { type Day, day as daySchema } from '#contract/scalars.ts'

const DAYS_IN_ERA = 146_097
const YEARS_IN_ERA = 400
/**
 * The days from 0000-03-01, the start of the calendar below, to 1970-01-01. Its years start in March, so that leap days
 * come last.
 */
const EPOCH_SHIFT = 719_468
/** The number of days from 1 March to the start of a month; five months have 153 days. */
const monthStart = (fromMarch: number): number => Math.floor((153 * fromMarch + 2) / 5)

const two = (value: number): string => `${value}`.padStart(2, '0')

function numberOf(year: number, month: number, dayOfMonth: number): number {
  const y = month > 2 ? year : year - 1
  const era = Math.floor(y / YEARS_IN_ERA)
  const yearOfEra = y - era * YEARS_IN_ERA
  const dayOfYear = monthStart((month + 9) % 12) + dayOfMonth - 1
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100)
  return era * DAYS_IN_ERA + yearOfEra * 365 + leapDays + dayOfYear - EPOCH_SHIFT
}

function textOf(number: number): string {
  const shifted = number + EPOCH_SHIFT
  const era = Math.floor(shifted / DAYS_IN_ERA)
  const dayOfEra = shifted - era * DAYS_IN_ERA
  // Without the leap days before it, each year has 365 days.
  const leapDays =
    Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const yearStart = 365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100)
  const dayOfYear = dayOfEra - yearStart
  const fromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
  const year = yearOfEra + era * YEARS_IN_ERA + (month <= 2 ? 1 : 0)
  return `${year}-${two(month)}-${two(dayOfYear - monthStart(fromMarch) + 1)}`
}

/** The number of days since 1970-01-01. Throws a RangeError if the text is not a day of the years 2000 to 2099. */
export function dayNumber(day: string): number {
  const [, year = 0, month = 0, dayOfMonth = 0] = (/^(20\d\d)-(\d\d)-(\d\d)$/.exec(day) ?? []).map(
    Number,
  )
  const number = numberOf(year, month, dayOfMonth)
  if (textOf(number) !== day) throw new RangeError(`${day} is no day of 2000 to 2099`)
  return number
}

/** The day with this number of days since 1970-01-01. Throws outside the years 2000 to 2099. */
export const dayOfNumber = (number: number): Day => daySchema.parse(textOf(number))

/** The day (UTC) that contains a time in milliseconds. */
export const dayOf = (atMs: number): Day => dayOfNumber(Math.floor(atMs / DAY_MS))

/** The first millisecond of a day (UTC). */
export const dayStart = (day: string): number => dayNumber(day) * DAY_MS

/** The first millisecond of the day in which the moment lies, in UTC; both in ms. */
export const dayStartAt = (atMs: number): number => atMs - (atMs % DAY_MS)

/** The first millisecond of the day after the one in which the moment lies, in UTC; both in ms. */
export const nextDayStart = (atMs: number): number => dayStartAt(atMs) + DAY_MS

/** The day `n` days later, or earlier if `n` is negative. Throws outside the years 2000 to 2099. */
export const addDays = (day: string, n: number): Day => dayOfNumber(dayNumber(day) + n)
