/** Market hours as pure functions of time. The weekly hours are in New York time, including daylight saving. */
import { DAY_MS, HOUR_MS, WEEK_MS } from '#contract/time.ts'
import type { ProductClass } from '#contract/product.ts'

/**
 * `forex`: Sunday 17:00 to Friday 17:00. `futures`: Sunday 18:00 to Friday 17:00 with a break from 17:00 to 18:00 every
 * day. `always`: never closed. Times are New York wall time.
 */
export type CalendarName = 'forex' | 'futures' | 'always'

/** The market hours of each class of products. */
export const CALENDARS: Readonly<Record<ProductClass, CalendarName>> = {
  futures: 'futures',
  forex: 'forex',
  virtual: 'always',
}

/**
 * Whether a market is open at a time. While open, `opensAt` is null, and `closesAt` is null if the market never closes.
 * While closed, `opensAt` is the next opening. Times are in ms (UTC).
 */
export interface CalendarSession {
  state: 'open' | 'closed'
  opensAt: number | null
  closesAt: number | null
}

/** 1970-01-04 was a Sunday. */
const FIRST_SUNDAY_MS = 3 * DAY_MS

/** Open spans in ms since Sunday 00:00, New York wall time, ascending. */
const OPEN_SPANS: Record<
  Exclude<CalendarName, 'always'>,
  readonly (readonly [number, number])[]
> = {
  forex: [[17 * HOUR_MS, 5 * DAY_MS + 17 * HOUR_MS]],
  futures: [0, 1, 2, 3, 4].map((day) => [
    day * DAY_MS + 18 * HOUR_MS,
    (day + 1) * DAY_MS + 17 * HOUR_MS,
  ]),
}

const newYork = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
})

/** The offset of New York from UTC. It changes only on whole UTC hours, so the start of the hour is enough. */
function offsetAt(timeMs: number): number {
  const hourStart = timeMs - (((timeMs % HOUR_MS) + HOUR_MS) % HOUR_MS)
  const part: Record<string, number> = {}
  for (const { type, value } of newYork.formatToParts(hourStart)) part[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0 } = part
  return Date.UTC(year, month - 1, day, hour) - hourStart
}

/**
 * Converts wall time to UTC. Openings and closings are half a day away from 02:00, when clocks change. The offset a few
 * hours before is therefore theirs, and none of these wall times is skipped or repeated.
 */
const utcOf = (wallMs: number): number => wallMs - offsetAt(wallMs)

/** The session of a market at `timeMs`. */
export function sessionAt(calendar: CalendarName, timeMs: number): CalendarSession {
  if (calendar === 'always') return { state: 'open', opensAt: null, closesAt: null }
  const wall = timeMs + offsetAt(timeMs)
  const sinceSunday = (((wall - FIRST_SUNDAY_MS) % WEEK_MS) + WEEK_MS) % WEEK_MS
  const sunday = wall - sinceSunday
  const spans = OPEN_SPANS[calendar]
  const open = spans.find(([from, to]) => sinceSunday >= from && sinceSunday < to)
  if (open !== undefined) {
    return { state: 'open', opensAt: null, closesAt: utcOf(sunday + open[1]) }
  }
  const next = spans.find(([from]) => from > sinceSunday)
  const opening = next?.[0] ?? WEEK_MS + (spans[0]?.[0] ?? 0)
  return { state: 'closed', opensAt: utcOf(sunday + opening), closesAt: null }
}

/** Whether a market is open at `timeMs`. */
export const isOpen = (calendar: CalendarName, timeMs: number): boolean =>
  sessionAt(calendar, timeMs).state === 'open'

/** The spans of `[from, to)` in which a market is open, ascending. */
export function openSpans(
  calendar: CalendarName,
  from: number,
  to: number,
): (readonly [number, number])[] {
  const spans: (readonly [number, number])[] = []
  for (let at = from; at < to; ) {
    const session = sessionAt(calendar, at)
    const until = Math.min(to, session.closesAt ?? session.opensAt ?? to)
    if (session.state === 'open') spans.push([at, until])
    at = until
  }
  return spans
}
