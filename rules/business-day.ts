/** Days of the one business zone, UTC, as pure integer arithmetic: no device's or server's zone has a say. */
import { type Day, day as daySchema } from '#contract/scalars.ts'

export const DAY_MS = 86_400_000

const DAYS_IN_ERA = 146_097
const YEARS_IN_ERA = 400
/** 0000-03-01, where the calendar below begins, to 1970-01-01. Its years begin in March: leap days come last. */
const EPOCH_SHIFT = 719_468
/** Days of the years from March on before their month: 153 days are five months. */
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

/** Days since 1970-01-01. Throws for anything but a day of the years 2000 to 2099. */
export function dayNumber(day: string): number {
  const [, year = 0, month = 0, dayOfMonth = 0] = (/^(20\d\d)-(\d\d)-(\d\d)$/.exec(day) ?? []).map(
    Number,
  )
  const number = numberOf(year, month, dayOfMonth)
  if (textOf(number) !== day) throw new RangeError(`${day} is no day of 2000 to 2099`)
  return number
}

/** Throws outside the years 2000 to 2099. */
export const dayOfNumber = (number: number): Day => daySchema.parse(textOf(number))

/** The day in which the moment lies, in UTC. */
export const dayOf = (atMs: number): Day => dayOfNumber(Math.floor(atMs / DAY_MS))

/** The day's first millisecond. */
export const dayStart = (day: string): number => dayNumber(day) * DAY_MS

export const addDays = (day: string, n: number): Day => dayOfNumber(dayNumber(day) + n)
