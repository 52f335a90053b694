/** How the offline page writes moments, in ms: as the app does, without the app's formats, which need React. */
import { dateLocale, dateParts } from '#i18n/languages.ts'

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** Creates the functions for a language. `dateClock` has no seconds. */
export function timesIn(language: string) {
  const writer = (options: Intl.DateTimeFormatOptions): ((ms: number) => string) =>
    new Intl.DateTimeFormat(dateLocale(language), { calendar: 'gregory', ...options }).format
  const day = dateParts(language)
  const seconds = { ...CLOCK, second: '2-digit' } as const
  return {
    date: writer(day),
    time: writer(seconds),
    dateTime: writer({ ...day, ...seconds }),
    dateClock: writer({ ...day, ...CLOCK }),
  }
}
