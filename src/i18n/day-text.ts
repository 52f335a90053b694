import { useTranslation } from 'react-i18next'
import { FUND_ZONE } from '#contract/fund.ts'
import { CLOCK, dateWriters, perLanguage, spacedWeekday } from '#i18n/format.ts'
import { dateParts, type Language } from '#i18n/languages.ts'
import { languageOf } from '#i18n/setup.ts'

/** Formats days of the business time zone, which are the same on every device, and times in the device's time zone. */
export interface DayText {
  /** 21 Nov 2026, as `Format.date` formats a local date. */
  date(day: string): string
  /** With the weekday and the month as words: Sat 21 Nov 2026. */
  long(day: string): string
  /** A short form for axes: 21 Nov. */
  short(day: string): string
  month(day: string): string
  /** Without the year: Sat 21 Nov. */
  weekday(day: string): string
  /** In the device's time zone, as all times are: Sat 21 Nov, 16:00. */
  moment(ms: number): string
  /** The time of day in a rule that applies to all users: 15:00 UTC. */
  ruleClock(ms: number): string
}

/** `timeZone` is for tests; the default is the device's time zone. */
export function createDayText(locale: Language, timeZone?: string): DayText {
  const inZone = dateWriters(locale, 'UTC')
  const writer = (options: Intl.DateTimeFormatOptions) => {
    const format = inZone(options)
    // A date without a time is read in UTC, and what is not one is refused. The rules of days would be first code.
    return (day: string): string => format().format(Date.parse(day))
  }
  const year = { year: 'numeric' } as const
  const week = { month: 'short', day: 'numeric', weekday: 'short' } as const
  const moments = dateWriters(locale, timeZone)({ ...week, ...CLOCK })
  const clocks = inZone(CLOCK)
  return {
    date: writer(dateParts(locale)),
    long: writer({ ...year, ...week }),
    short: writer({ month: 'short', day: 'numeric' }),
    month: writer({ ...year, month: 'short' }),
    weekday: writer(week),
    moment: (ms) => spacedWeekday(moments(), ms),
    ruleClock: (ms) => `${clocks().format(ms)} ${FUND_ZONE}`,
  }
}

const dayTextFor = perLanguage((language): DayText => createDayText(language))

/** Formats days of the business time zone in the current language. */
export const useDayText = (): DayText => dayTextFor(languageOf(useTranslation().i18n))
