import { HOUR_MS } from '#contract/time.ts'
import { expect, it } from 'vitest'
import { sessionAt } from '#rules/calendar.ts'
import { closedSession } from '#server/market/feeds/closed-hours.ts'

const NOON = Date.parse('2026-11-18T12:00:00Z')
const EPOCH = NOON / HOUR_MS
/** Friday, one hour before the forex market closes for the weekend. */
const FRIDAY = Date.parse('2026-11-20T21:00:00Z')
const SUNDAY = Date.parse('2026-11-22T22:00:00Z')

it('is the calendar’s session while no hour is closed', () => {
  for (const at of [NOON, FRIDAY, FRIDAY + HOUR_MS]) {
    expect(closedSession('forex', new Set(), at)).toEqual(sessionAt('forex', at))
  }
})

it('closes before a closed hour and opens after it', () => {
  const closed = new Set([EPOCH])
  const before = { state: 'open', opensAt: null, closesAt: NOON }
  expect(closedSession('always', closed, NOON - 1)).toEqual(before)
  const within = { state: 'closed', opensAt: NOON + HOUR_MS, closesAt: null }
  expect(closedSession('always', closed, NOON)).toEqual(within)
  expect(closedSession('always', closed, NOON + HOUR_MS - 1)).toEqual(within)
  const after = { state: 'open', opensAt: null, closesAt: null }
  expect(closedSession('always', closed, NOON + HOUR_MS)).toEqual(after)
})

it('opens after the last of several hours, and when the calendar opens', () => {
  const row = new Set([EPOCH, EPOCH + 1, EPOCH + 3])
  expect(closedSession('always', row, NOON).opensAt).toBe(NOON + 2 * HOUR_MS)
  const friday = new Set([FRIDAY / HOUR_MS])
  expect(closedSession('forex', friday, FRIDAY).opensAt).toBe(SUNDAY)
  const sunday = new Set([FRIDAY / HOUR_MS, SUNDAY / HOUR_MS])
  expect(closedSession('forex', sunday, FRIDAY).opensAt).toBe(SUNDAY + HOUR_MS)
  expect(closedSession('forex', sunday, FRIDAY + HOUR_MS).opensAt).toBe(SUNDAY + HOUR_MS)
})
