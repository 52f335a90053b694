import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type CalendarName, isOpen, openSpans, sessionAt } from '#rules/calendar.ts'

/** Independent: asks for weekday and hour in New York and knows nothing of spans. */
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/New_York',
  weekday: 'short',
  hour: '2-digit',
  hour12: false,
})
function openByHand(calendar: CalendarName, timeMs: number): boolean {
  if (calendar === 'always') return true
  const parts = clock.formatToParts(timeMs)
  const day = parts.find(({ type }) => type === 'weekday')?.value ?? ''
  const hour = Number(parts.find(({ type }) => type === 'hour')?.value) % 24
  const opening = calendar === 'forex' ? 17 : 18
  if (day === 'Sat') return false
  if (day === 'Sun') return hour >= opening
  if (day === 'Fri') return hour < 17
  return calendar === 'forex' || hour !== 17
}

const CHANGES = [Date.UTC(2026, 2, 8, 7), Date.UTC(2026, 10, 1, 6), Date.UTC(2027, 2, 14, 7)]
const aroundChange = fc
  .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -72 * 60, max: 72 * 60 }))
  .map(([change, minutes]) => change + minutes * MINUTE_MS)
const onTheHour = fc
  .tuple(fc.integer({ min: 350_640, max: 525_960 }), fc.constantFrom(-1, 0, 1))
  .map(([hour, off]) => hour * HOUR_MS + off)
const anyTime = fc.oneof(
  fc.integer({ min: Date.UTC(2010, 0), max: Date.UTC(2039, 0) }),
  aroundChange,
  onTheHour,
)
const calendar = fc.constantFrom<CalendarName>('forex', 'futures', 'always')

it('is open exactly when New York wall time says so, daylight saving included', () => {
  const seen = { open: 0, closed: 0 }
  fc.assert(
    fc.property(calendar, anyTime, (name, timeMs) => {
      const open = isOpen(name, timeMs)
      seen[open ? 'open' : 'closed'] += 1
      expect(open).toBe(openByHand(name, timeMs))
    }),
    { numRuns: 3_000 },
  )
  expect(Math.min(seen.open, seen.closed)).toBeGreaterThan(15)
})

it('names the very millisecond at which the state changes', () => {
  fc.assert(
    fc.property(calendar, anyTime, (name, timeMs) => {
      const { state, opensAt, closesAt } = sessionAt(name, timeMs)
      const change = closesAt ?? opensAt
      if (change === null) {
        expect(name).toBe('always')
        return
      }
      expect(change).toBeGreaterThan(timeMs)
      expect(isOpen(name, change - 1)).toBe(state === 'open')
      expect(isOpen(name, change)).toBe(state !== 'open')
      for (let at = timeMs; at < change; at += HOUR_MS) {
        expect(openByHand(name, at)).toBe(state === 'open')
      }
    }),
    { numRuns: 500 },
  )
})

it('lists the open spans of a stretch without overlap or omission', () => {
  fc.assert(
    fc.property(calendar, anyTime, fc.integer({ min: 1, max: 300 }), (name, from, hours) => {
      const to = from + hours * HOUR_MS
      const spans = openSpans(name, from, to)
      for (let at = from; at < to; at += 17 * MINUTE_MS) {
        expect(spans.some(([start, end]) => at >= start && at < end)).toBe(isOpen(name, at))
      }
    }),
    { numRuns: 100 },
  )
})
