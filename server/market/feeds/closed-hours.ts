/** The market sessions of the simulated feed where hours stay closed because their seed cannot be had. */
import { type CalendarName, type CalendarSession, sessionAt } from '#rules/calendar.ts'
import { SEED_HOUR_MS } from '#rules/seed-chain.ts'

const epochOf = (timeMs: number): number => Math.floor(timeMs / SEED_HOUR_MS)

/** The next moment from `timeMs` on at which the calendar is open and the hour is not closed. */
function openingAfter(
  calendar: CalendarName,
  closed: ReadonlySet<number>,
  timeMs: number,
): number | null {
  let at = timeMs
  for (;;) {
    const { state, opensAt } = sessionAt(calendar, at)
    if (state === 'closed') {
      if (opensAt === null) return null
      at = opensAt
    } else if (closed.has(epochOf(at))) at = (epochOf(at) + 1) * SEED_HOUR_MS
    else return at
  }
}

/** The session at `timeMs` by the calendar and the epochs that stay closed. */
export function closedSession(
  calendar: CalendarName,
  closed: ReadonlySet<number>,
  timeMs: number,
): CalendarSession {
  const session = sessionAt(calendar, timeMs)
  if (closed.size === 0) return session
  if (session.state === 'closed' || closed.has(epochOf(timeMs))) {
    return { state: 'closed', opensAt: openingAfter(calendar, closed, timeMs), closesAt: null }
  }
  const closings = [...closed].map((epoch) => epoch * SEED_HOUR_MS).filter((at) => at > timeMs)
  const first = Math.min(...closings, session.closesAt ?? Number.POSITIVE_INFINITY)
  return { ...session, closesAt: Number.isFinite(first) ? first : null }
}
