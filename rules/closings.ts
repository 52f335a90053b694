/**
 * Market hours with published closings: the weekly hours, without the spans in which a calendar says that there is no
 * trading, and without all time of which it says nothing.
 */
import { type CalendarName, type CalendarSession, sessionAt } from '#rules/calendar.ts'

/** From a moment up to another one, which is not part of it. In ms (UTC). */
export type Span = readonly [from: number, to: number]

/** `covers`: what the calendar speaks of. `closed`: where it says closed. Both ascending, and no two spans touch. */
export interface Closings {
  covers: readonly Span[]
  closed: readonly Span[]
}

/** A calendar of closings, where it was published, and when it was read (ms). */
export interface PublishedClosings extends Closings {
  source: string
  readAt: number
}

const spanAt = (spans: readonly Span[], timeMs: number): Span | undefined =>
  spans.find(([from, to]) => timeMs >= from && timeMs < to)

/** The spans in order, with those joined that touch. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = []
  for (const [from, to] of spans.filter((span) => span[0] < span[1]).sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last[1])
      joined.splice(-1, 1, [last[0], Math.max(last[1], to)])
    else joined.push([from, to])
  }
  return joined
}

/** What of the spans is in none of the others. */
export const withoutSpans = (spans: readonly Span[], others: readonly Span[]): Span[] =>
  others.reduce<Span[]>(
    (left, [from, to]) =>
      left
        .flatMap((span): Span[] => [
          [span[0], Math.min(span[1], from)],
          [Math.max(span[0], to), span[1]],
        ])
        .filter((span) => span[0] < span[1]),
    [...spans],
  )

/**
 * What applies when a calendar replaces another one: what was open keeps open until `untilMs`. So no calendar closes a
 * market before the orders that were taken without it have ended.
 */
export function replaceClosings(old: Closings, next: Closings, nowMs: number, untilMs: number) {
  const open = withoutSpans(old.covers, old.closed)
    .map(([from, to]): Span => [Math.max(from, nowMs), Math.min(to, untilMs)])
    .filter(([from, to]) => from < to)
  return {
    covers: joinSpans([...next.covers, ...open]),
    closed: joinSpans(withoutSpans(next.closed, open)),
  }
}

/** Until when all time from `timeMs` on is covered. Null if that moment is not. */
export const coveredUntil = ({ covers }: Closings, timeMs: number): number | null =>
  spanAt(covers, timeMs)?.[1] ?? null

/** The next moment from `timeMs` on at which the market is open. Null if the calendar says of none. */
function openingAfter(calendar: CalendarName, closings: Closings, timeMs: number): number | null {
  let at = timeMs
  for (;;) {
    const { state, opensAt } = sessionAt(calendar, at)
    const closed = spanAt(closings.closed, at)
    if (closed !== undefined) at = closed[1]
    else if (spanAt(closings.covers, at) === undefined) {
      const next = closings.covers.find(([from]) => from > at)
      if (next === undefined) return null
      at = next[0]
    } else if (state === 'open') return at
    else if (opensAt === null) return null
    else at = opensAt
  }
}

/** The session at `timeMs` by the weekly hours and the published closings. */
export function closingsSession(
  calendar: CalendarName,
  closings: Closings,
  timeMs: number,
): CalendarSession {
  const weekly = sessionAt(calendar, timeMs)
  const until = coveredUntil(closings, timeMs)
  const isClosed = spanAt(closings.closed, timeMs) !== undefined
  if (weekly.state === 'closed' || until === null || isClosed) {
    return { state: 'closed', opensAt: openingAfter(calendar, closings, timeMs), closesAt: null }
  }
  const next = closings.closed.find(([from]) => from > timeMs)?.[0] ?? until
  return { ...weekly, closesAt: Math.min(next, until, weekly.closesAt ?? until) }
}
