import { SECOND_MS } from '#contract/time.ts'
import { type Time, TickMarkType } from 'lightweight-charts'
import type { ScaleLabels } from '#features/chart/base/ms-scale.ts'
import { createWallClock, type WallClock } from '#features/chart/base/wall-clock.ts'
import { CLOCK, CLOCK_WITH_SECONDS, dateWriters } from '#i18n/format.ts'
import { dateParts } from '#i18n/languages.ts'

export interface TimeLabels {
  /** On the axis, as short as possible. */
  tick(time: Time, kind: TickMarkType): string
  /** At the crosshair and in the legend. */
  full(timeMs: number): string
  /** True for bars shorter than a minute, whose times have seconds. */
  seconds: boolean
  /** The clock of these labels. The axis has its marks at round times of it. */
  wall: WallClock
  /** The offset of the device's time zone at a time, for example `GMT+8`; it changes with daylight saving time. */
  zone(timeMs: number): string
}

/** The chart uses seconds. Bars are always passed to it as numbers. */
export const msOf = (time: Time): number => (typeof time === 'number' ? time * SECOND_MS : 0)

/** Languages write the offset of Greenwich without a figure. */
function offsetText(zoned: Intl.DateTimeFormat, timeMs: number): string {
  const name = zoned.formatToParts(timeMs).find(({ type }) => type === 'timeZoneName')?.value
  return name === undefined || /\d/u.test(name) ? (name ?? 'UTC') : `${name}+0`
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
  const writer = dateWriters(locale, timeZone)
  const { year: _, ...dayAndMonth } = dateParts(locale)
  const byKind: Record<TickMarkType, () => Intl.DateTimeFormat> = {
    [TickMarkType.Year]: writer({ year: 'numeric' }),
    [TickMarkType.Month]: writer({ month: 'short' }),
    [TickMarkType.DayOfMonth]: writer(dayAndMonth),
    [TickMarkType.Time]: writer(CLOCK),
    [TickMarkType.TimeWithSeconds]: writer(CLOCK_WITH_SECONDS),
  }
  const full = writer({ ...dayAndMonth, ...(seconds ? CLOCK_WITH_SECONDS : CLOCK) })
  const zoned = writer({ timeZoneName: 'shortOffset' })
  return {
    tick: (time, kind) => byKind[kind]().format(msOf(time)),
    full: (timeMs) => full().format(timeMs),
    seconds,
    wall: createWallClock(timeZone),
    zone: (timeMs) => offsetText(zoned(), timeMs),
  }
}

/** Formats the times of the live line in the device's time zone; `timeZone` is for tests. */
export function createLiveLabels(
  locale: string,
  timeZone?: string,
): ScaleLabels & Pick<TimeLabels, 'zone'> {
  const writer = dateWriters(locale, timeZone)
  const minutes = writer(CLOCK)
  const seconds = writer(CLOCK_WITH_SECONDS)
  const zoned = writer({ timeZoneName: 'shortOffset' })
  const tenths = writer({ ...CLOCK_WITH_SECONDS, fractionalSecondDigits: 1 })
  return {
    wall: createWallClock(timeZone),
    zone: (timeMs) => offsetText(zoned(), timeMs),
    axis: (timeMs, withSeconds) => (withSeconds ? seconds : minutes)().format(timeMs),
    exact: (timeMs) => tenths().format(timeMs),
  }
}
