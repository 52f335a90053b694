import { type Time, TickMarkType } from 'lightweight-charts'
import { dateLocale, dateParts } from '#i18n/languages.ts'

export interface TimeLabels {
  /** On the axis, as short as possible. */
  tick(time: Time, kind: TickMarkType): string
  /** At the crosshair and in the legend. */
  full(timeMs: number): string
  /** The device's time zone, for example `GMT+8`. */
  zone: string
}

const SECOND_MS = 1_000
/** The chart uses seconds. Bars are always passed to it as numbers. */
export const msOf = (time: Time): number => (typeof time === 'number' ? time * SECOND_MS : 0)

/** Formats times in the device's time zone; `timeZone` is for tests. */
export function createTimeLabels(locale: string, timeZone?: string): TimeLabels {
  const zone = { calendar: 'gregory', ...(timeZone !== undefined && { timeZone }) } as const
  const writer = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
    new Intl.DateTimeFormat(dateLocale(locale), { ...zone, hourCycle: 'h23', ...options })
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  const { year: _, ...dayAndMonth } = dateParts(locale)
  const byKind: Record<TickMarkType, Intl.DateTimeFormat> = {
    [TickMarkType.Year]: writer({ year: 'numeric' }),
    [TickMarkType.Month]: writer({ month: 'short' }),
    [TickMarkType.DayOfMonth]: writer(dayAndMonth),
    [TickMarkType.Time]: writer(clock),
    [TickMarkType.TimeWithSeconds]: writer({ ...clock, second: '2-digit' }),
  }
  const full = writer({ ...dayAndMonth, ...clock })
  const zoned = writer({ timeZoneName: 'shortOffset' })
  const zoneName = zoned.formatToParts(0).find((part) => part.type === 'timeZoneName')?.value
  return {
    tick: (time, kind) => byKind[kind].format(msOf(time)),
    full: (timeMs) => full.format(timeMs),
    zone: zoneName ?? 'UTC',
  }
}
