import { DAY_MS } from '#contract/time.ts'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dayNumber,
  dayOf,
  dayOfNumber,
  dayStart,
  dayStartAt,
  nextDayStart,
} from '#rules/business-day.ts'
import { everyDay, FIRST_DAY, LAST_DAY, laterBy } from '#support/fund-calendar-oracle.ts'

describe('days of the business zone', () => {
  it('are the days of UTC for every day of 2000 to 2099', () => {
    const first = Date.UTC(2000, 0, 1) / DAY_MS
    const days = everyDay()
    expect(days).toHaveLength(36_525)
    const wrong = days.filter(
      (day, i) =>
        dayNumber(day) !== first + i ||
        dayOfNumber(first + i) !== day ||
        dayStart(day) !== Date.parse(`${day}T00:00:00Z`) ||
        dayOf(dayStart(day)) !== day ||
        dayOf(dayStart(day) + DAY_MS - 1) !== day ||
        dayStartAt(dayStart(day)) !== dayStart(day) ||
        dayStartAt(dayStart(day) + DAY_MS - 1) !== dayStart(day) ||
        nextDayStart(dayStart(day) + DAY_MS - 1) !== dayStart(day) + DAY_MS,
    )
    expect(wrong).toEqual([])
  })

  it.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2024-02-29', 366, '2025-03-01'],
    ['2000-02-29', 1, '2000-03-01'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-01-01', -1, '2025-12-31'],
    ['2026-10-25', 0, '2026-10-25'],
    [FIRST_DAY, 36_524, LAST_DAY],
  ])('%s and %i days make %s', (day, n, then) => {
    expect(addDays(day, n)).toBe(then)
    expect(laterBy(day, n)).toBe(then)
  })

  it.each([
    '2026-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-4-1',
    '2026-04-01T00:00:00Z',
    '1999-12-31',
    '2100-01-01',
    '',
  ])('refuse "%s"', (day) => {
    expect(() => dayNumber(day)).toThrow(RangeError)
    expect(() => dayStart(day)).toThrow(RangeError)
  })

  it('end where the contract says that days end', () => {
    expect(() => addDays(LAST_DAY, 1)).toThrow()
    expect(() => dayOf(Date.UTC(2000, 0, 1) - 1)).toThrow()
  })
})
