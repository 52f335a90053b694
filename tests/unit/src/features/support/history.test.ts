import { describe, expect, it } from 'vitest'
import { daysOf, joined, namedDay, deliveryStatusOf, withOlder } from '#features/support/history.ts'
import { sampleSupportMessage } from '#support/sample-support.ts'

const messages = (...ids: number[]) => ids.map((id) => sampleSupportMessage({ id: String(id) }))
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => Number(id))

describe('pages and what the stream brings', () => {
  it('are one list where they share a message', () => {
    expect(ids(joined(messages(5, 4, 3), messages(7, 6, 5)))).toEqual([7, 6, 5, 4, 3])
  })
  it('are the newer alone where words in between are missing', () => {
    expect(ids(joined(messages(5, 4, 3), messages(9, 8)))).toEqual([9, 8])
  })
  it('are what is known while the stream has nothing', () => {
    expect(ids(joined(messages(5, 4), []))).toEqual([5, 4])
    expect(ids(joined([], messages(5, 4)))).toEqual([5, 4])
  })
  it('compare numbers as numbers', () => {
    expect(ids(withOlder(messages(10), messages(9, 8)))).toEqual([10, 9, 8])
  })
})

describe('days', () => {
  const HOUR_MS = 3_600_000
  const at = (hours: number, id: string) =>
    sampleSupportMessage({ id, sentAt: new Date(2026, 5, 10, hours).getTime() })

  it('begin at the device’s own midnight, oldest first', () => {
    const days = daysOf([at(25, '3'), at(23, '2'), at(1, '1')])
    expect(days.map((day) => ids(day.messages))).toEqual([[1, 2], [3]])
  })
  it('have a name where they are today or yesterday', () => {
    const now = new Date(2026, 5, 10, 12).getTime()
    expect(namedDay(now - HOUR_MS, now)).toBe('today')
    expect(namedDay(now - 24 * HOUR_MS, now)).toBe('yesterday')
    expect(namedDay(now - 48 * HOUR_MS, now)).toBeNull()
  })
  it('are called yesterday by the calendar, also after a day of 23 or 25 hours', () => {
    for (let day = 1; day <= 365; day += 1) {
      const justAfter = new Date(2026, 0, day, 0, 30).getTime()
      expect(namedDay(new Date(2026, 0, day - 1, 0, 10).getTime(), justAfter)).toBe('yesterday')
      expect(namedDay(new Date(2026, 0, day - 2, 23, 50).getTime(), justAfter)).toBeNull()
    }
  })
})

it('a message is sent, then delivered, then read', () => {
  const status = (staffDelivered: string, staffRead: string) =>
    deliveryStatusOf(sampleSupportMessage({ id: '10' }), { staffDelivered, staffRead })
  expect(status('9', '9')).toBe('sent')
  expect(status('10', '9')).toBe('delivered')
  expect(status('10', '10')).toBe('read')
})
