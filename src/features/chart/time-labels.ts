import { type Time, TickMarkType } from 'lightweight-charts'
import type { ScaleLabels } from '#features/chart/ms-scale.ts'
import { dateLocale, dateParts } from '#i18n/languages.ts'

export interface TimeLabels {
  /** On the axis, as short as possible. */
  tick(time: Time, kind: TickMarkType): string
  /** At the crosshair and in the legend. */
  full(timeMs: number): string
  /** True for bars shorter than a minute, whose times have seconds. */
  seconds: boolean
  /** The device's time zone, for example `GMT+8`. */
  zone: string
}

const SECOND_MS = 1_000
/** The chart uses seconds. Bars are always passed to it as numbers. */
export const msOf = (time: Time): number => (typeof time === 'number' ? time * SECOND_MS : 0)

const CLOCK = { hour: '2-digit', minute: '2-digit' } as const
const WITH_SECONDS = { ...CLOCK, second: '2-digit' } as const
type Writer = (options: Intl.DateTimeFormatOptions) => Intl.DateTimeFormat

function writerFor(locale: string, timeZone: string | undefined): Writer {
  const zone = { calendar: 'gregory', ...(timeZone !== undefined && { timeZone }) } as const
  return (options) =>
    new Intl.DateTimeFormat(dateLocale(locale), { ...zone, hourCycle: 'h23', ...options })
}

interface LabelOptions {
  seconds?: boolean
  /** For tests; the default is the device's time zone. */
  timeZone?: string
}

/** Formats the times of bars in the device's time zone. */
export function createTimeLabels(
  locale: string,
  { seconds = false, timeZone }: LabelOptions = {},
): TimeLabels {
  const writer = writerFor(locale, timeZone)
  const { year: _, ...dayAndMonth } = dateParts(locale)
  const byKind: Record<TickMarkType, Intl.DateTimeFormat> = {
    [TickMarkType.Year]: writer({ year: 'numeric' }),
    [TickMarkType.Month]: writer({ month: 'short' }),
    [TickMarkType.DayOfMonth]: writer(dayAndMonth),
    [TickMarkType.Time]: writer(CLOCK),
    [TickMarkType.TimeWithSeconds]: writer(WITH_SECONDS),
  }
  const full = writer({ ...dayAndMonth, ...(seconds ? WITH_SECONDS : CLOCK) })
  const zoned = writer({ timeZoneName: 'shortOffset' })
  const zoneName = zoned.formatToParts(0).find((part) => part.type === 'timeZoneName')?.value
  return {
    tick: (time, kind) => byKind[kind].format(msOf(time)),
    full: (timeMs) => full.format(timeMs),
    seconds,
    zone: zoneName ?? 'UTC',
  }
}

/** Formats the times of the live line in the device's time zone; `timeZone` is for tests. */
export function createLiveLabels(locale: string, timeZone?: string): ScaleLabels {
  const writer = writerFor(locale, timeZone)
  const minutes = writer(CLOCK)
  const seconds = writer(WITH_SECONDS)
  const tenths = writer({ ...WITH_SECONDS, fractionalSecondDigits: 1 })
  return {
    axis: (timeMs, withSeconds) => (withSeconds ? seconds : minutes).format(timeMs),
    exact: (timeMs) => tenths.format(timeMs),
  }
}
