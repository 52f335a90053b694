import { useTranslation } from 'react-i18next'
import { FUND_ZONE } from '#contract/fund.ts'
import { spacedWeekday } from '#i18n/format.ts'
import type { Language } from '#i18n/languages.ts'
import { languageOf } from '#i18n/setup.ts'
import { dayStart } from '#rules/business-day.ts'

/** Writes days of the business zone, which are the same wherever the device is, and moments as they are here. */
export interface DayText {
  /** 21/11/2026, as `Format.date` writes a local one. */
  date(day: string): string
  /** With its weekday and month in words: Sat 21 Nov 2026. */
  long(day: string): string
  /** As short as an axis wants it: 21 Nov. */
  short(day: string): string
  month(day: string): string
  /** Of this year: Sat 21 Nov. */
  weekday(day: string): string
  /** In the device's own zone, as all times are: Sat 21 Nov, 16:00. */
  moment(ms: number): string
  /** The time of day that a rule names for everybody: 15:00 UTC. */
  ruleClock(ms: number): string
}

/** `timeZone` is for tests; by default the device's own zone. */
export function createDayText(locale: Language, timeZone?: string): DayText {
  const inZone = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { calendar: 'gregory', timeZone: 'UTC', ...options })
  const writer = (options: Intl.DateTimeFormatOptions) => {
    const format = inZone(options)
    return (day: string): string => format.format(dayStart(day))
  }
  const year = { year: 'numeric' } as const
  const week = { month: 'short', day: 'numeric', weekday: 'short' } as const
  const hours = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const moments = new Intl.DateTimeFormat(locale, {
    calendar: 'gregory',
    ...(timeZone !== undefined && { timeZone }),
    ...week,
    ...hours,
  })
  const clocks = inZone(hours)
  return {
    date: writer({ ...year, month: '2-digit', day: '2-digit' }),
    long: writer({ ...year, ...week }),
    short: writer({ month: 'short', day: 'numeric' }),
    month: writer({ ...year, month: 'short' }),
    weekday: writer(week),
    moment: (ms) => spacedWeekday(moments, ms),
    ruleClock: (ms) => `${clocks.format(ms)} ${FUND_ZONE}`,
  }
}

const made = new Map<Language, DayText>()

/** The business zone's days in the language on screen. */
export function useDayText(): DayText {
  const language = languageOf(useTranslation().i18n)
  let text = made.get(language)
  if (text === undefined) {
    text = createDayText(language)
    made.set(language, text)
  }
  return text
}
