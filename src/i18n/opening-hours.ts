/** Formats weekdays, hours and time zones in a language. The results are for display only. */
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { CLOCK } from '#i18n/format.ts'
import type { Language } from '#i18n/languages.ts'

/** A Monday, from which weekdays are counted. */
const MONDAY = Date.UTC(2024, 0, 1)

/** 1 is Monday, 7 is Sunday: `Monday – Friday`. */
export function weekdaysText(language: Language, first: number, last: number): string {
  const days = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  const at = (day: number): number => MONDAY + (day - 1) * DAY_MS
  return `${days.format(at(first))} – ${days.format(at(last))}`
}

/** Full hours of a day: `09:00 – 18:00`. */
export function hoursText(language: Language, from: number, to: number): string {
  const hours = new Intl.DateTimeFormat(language, { ...CLOCK, timeZone: 'UTC' })
  const at = (hour: number): string => hours.format(MONDAY + hour * HOUR_MS)
  return `${at(from)} – ${at(to)}`
}

/** `China Standard Time` */
export function zoneText(language: Language, zone: string): string {
  const parts = new Intl.DateTimeFormat(language, {
    timeZone: zone,
    timeZoneName: 'long',
  }).formatToParts(MONDAY)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
