import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageId, type MessageId } from '#contract/scalars.ts'
import { isUnread, seenUpTo } from '#features/messages/use-reading.ts'
import { sampleMessage } from '#support/sample-account.ts'

const ids = (...numbers: number[]): MessageId[] => numbers.map((n) => messageId.parse(String(n)))
const upTo = (unreadIds: MessageId[], seen: number[], unread = unreadIds.length) =>
  seenUpTo({ unreadIds, seen: new Set(seen.map(String)), unread })

it('takes a message for read once it was read here or everything up to it was read elsewhere', () => {
  const unread = (id: string, readUpTo: string | null): boolean =>
    isUnread(sampleMessage({ id }), readUpTo)
  expect(unread('10', null)).toBe(true)
  expect(unread('10', '9')).toBe(true)
  expect(unread('10', '10')).toBe(false)
  // By value, not by text.
  expect(unread('9', '10')).toBe(false)
  expect(isUnread(sampleMessage({ id: '10', readAt: 5 }), null)).toBe(false)
})

describe('what was seen', () => {
  it('is told up to the newest below which nothing was missed', () => {
    expect(upTo(ids(9, 8, 7), [7])).toBe('7')
    expect(upTo(ids(9, 8, 7), [7, 8])).toBe('8')
    expect(upTo(ids(9, 8, 7), [9, 8, 7])).toBe('9')
  })
  it('covers no message further down that was never on screen', () => {
    expect(upTo(ids(9, 8, 7), [9, 8])).toBeNull()
    expect(upTo(ids(9, 8, 7), [9, 7])).toBe('7')
    expect(upTo(ids(9), [9], 4)).toBeNull()
  })
  it('is nothing where nothing is unread', () => {
    expect(upTo([], [1, 2])).toBeNull()
  })
  it('never reaches over an unseen message, whatever was seen', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 30 })),
        fc.array(fc.nat(30)),
        (all, seen) => {
          const unreadIds = ids(...all.toSorted((a, b) => b - a))
          const told = upTo(unreadIds, seen)
          const covered = told === null ? [] : all.filter((id) => id <= Number(told))
          expect(covered.every((id) => seen.includes(id))).toBe(true)
          const oldest = Math.min(...all)
          expect(told === null).toBe(all.length === 0 || !seen.includes(oldest))
        },
      ),
    )
  })
})
