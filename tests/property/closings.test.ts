import { HOUR_MS } from '#contract/time.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sessionAt } from '#rules/calendar.ts'
import {
  type Closings,
  closingsSession,
  joinSpans,
  replaceClosings,
  type Span,
  withoutSpans,
} from '#rules/closings.ts'

/** A Sunday before the clocks of New York change. */
const START_MS = Date.parse('2026-10-25T00:00:00Z')
const HOURS = 16 * 24

const isIn = (spans: readonly Span[], at: number): boolean =>
  spans.some(([from, to]) => at >= from && at < to)

const spans = fc
  .array(fc.tuple(fc.nat(HOURS), fc.integer({ min: 1, max: 72 })), { maxLength: 6 })
  .map((all) =>
    joinSpans(
      all.map(
        ([from, hours]): Span => [START_MS + from * HOUR_MS, START_MS + (from + hours) * HOUR_MS],
      ),
    ),
  )
const calendars: fc.Arbitrary<Closings> = fc
  .record({ covers: spans, closed: spans })
  .map(({ covers, closed }) => ({
    covers,
    closed: withoutSpans(closed, withoutSpans([[0, Number.MAX_SAFE_INTEGER]], covers)),
  }))

/** What the rule says, moment by moment. All of these spans begin and end on whole hours. */
const isOpen = ({ covers, closed }: Closings, at: number): boolean =>
  sessionAt('futures', at).state === 'open' && isIn(covers, at) && !isIn(closed, at)
const next = (closings: Closings, at: number, wanted: boolean): number | null => {
  const end = START_MS + (HOURS + 200) * HOUR_MS
  for (let t = at; t < end; t += HOUR_MS) if (isOpen(closings, t) === wanted) return t
  return null
}

it('is open where the weekly hours and the calendar say so, and knows the next change', () => {
  const seen = { open: 0, closed: 0, never: 0 }
  fc.assert(
    fc.property(calendars, fc.nat(HOURS), (closings, hour) => {
      const at = START_MS + hour * HOUR_MS
      const session = closingsSession('futures', closings, at)
      expect(session.state).toBe(isOpen(closings, at) ? 'open' : 'closed')
      if (session.state === 'open') {
        seen.open += 1
        expect(session).toMatchObject({ opensAt: null, closesAt: next(closings, at, false) })
      } else {
        seen[session.opensAt === null ? 'never' : 'closed'] += 1
        expect(session).toMatchObject({ opensAt: next(closings, at, true), closesAt: null })
      }
    }),
    { numRuns: 1_000 },
  )
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(20)
})

it('keeps open until then what was open before a calendar was replaced, and follows it otherwise', () => {
  let kept = 0
  fc.assert(
    fc.property(calendars, calendars, fc.nat(HOURS), fc.nat(9), (old, fresh, hour, later) => {
      const now = START_MS + hour * HOUR_MS
      const until = now + 3 * HOUR_MS
      const both = replaceClosings(old, fresh, now, until)
      const at = now + (later - 3) * HOUR_MS
      const keeps = at >= now && at < until && isOpen(old, at)
      expect(isOpen(both, at)).toBe(keeps || isOpen(fresh, at))
      kept += Number(keeps && !isOpen(fresh, at))
      expect(joinSpans(both.covers)).toEqual(both.covers)
      expect(withoutSpans(both.closed, both.covers)).toEqual([])
    }),
    { numRuns: 2_000 },
  )
  expect(kept).toBeGreaterThan(20)
})
