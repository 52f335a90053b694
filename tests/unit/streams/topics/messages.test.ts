import { describe, expect, it } from 'vitest'
import { message, messagesRead } from '#contract/messages.ts'
import { messagesFold } from '#streams/topics/messages.ts'

const messageAt = (id: number, readAt: number | null = null) =>
  message.parse({ id: String(id), kind: 'welcome', params: {}, sentAt: id, readAt })

describe('messages', () => {
  it('count what is unread, and replace in place what was read', () => {
    const start = messagesFold.snapshot({ unread: 1, latest: [messageAt(1)] }, null)
    const two = messagesFold.delta(start, messageAt(2))
    expect(two.unread).toBe(2)
    expect(two.latest.map(({ id }) => id)).toEqual(['2', '1'])
    const read = messagesFold.delta(two, messageAt(1, 5))
    expect(read.unread).toBe(1)
    expect(read.latest.map(({ id }) => id)).toEqual(['2', '1'])
    expect(messagesFold.delta(read, messageAt(1, 5)).unread).toBe(1)
  })
  const readUpTo = (upTo: number, unread: number) =>
    messagesRead.parse({ unread, readUpTo: String(upTo), readAt: 9 })
  const fresh = (unread: number, ids: readonly number[]) =>
    messagesFold.snapshot({ unread, latest: ids.map((id) => messageAt(id)) }, null)

  it('count everything up to a number as read, and what came after it as unread', () => {
    const three = fresh(3, [10, 9, 8])
    const read = messagesFold.delta(three, readUpTo(9, 1))
    expect(read.unread).toBe(1)
    expect(read.latest.map(({ readAt }) => readAt)).toEqual([null, 9, 9])
    expect(read.readUpTo).toBe('9')
    const next = messagesFold.delta(read, messageAt(11))
    expect([next.unread, next.readUpTo]).toEqual([2, '9'])
    expect(messagesFold.delta(next, readUpTo(11, 0)).latest.every(({ readAt }) => readAt)).toBe(
      true,
    )
  })
  it('know what is older than the newest as read once all unread stands among them', () => {
    expect(fresh(2, [10, 9]).readUpTo).toBe('8')
    expect(fresh(3, [10, 9]).readUpTo).toBeUndefined()
    const none = messagesFold.snapshot({ unread: 0, latest: [messageAt(10, 1)] }, null)
    expect(none.readUpTo).toBe('10')
    expect(messagesFold.snapshot({ unread: 0, latest: [] }, null).readUpTo).toBeUndefined()
  })
  it('keep the time at which each was read first, and everything else of it', () => {
    const start = messagesFold.snapshot(
      { unread: 1, latest: [messageAt(2), messageAt(1, 5)] },
      null,
    )
    const { latest } = messagesFold.delta(start, readUpTo(2, 0))
    expect(latest).toEqual([messageAt(2, 9), messageAt(1, 5)])
  })
  it('never count fewer than none as unread, whatever the server counted', () => {
    const start = messagesFold.snapshot({ unread: 0, latest: [messageAt(1)] }, null)
    expect(messagesFold.delta(start, messageAt(1, 5)).unread).toBe(0)
  })
  it('keep the newest fifty', () => {
    const fifty = Array.from({ length: 50 }, (_, at) => 50 - at)
    const { unread, latest } = messagesFold.delta(fresh(50, fifty), messageAt(51))
    expect(unread).toBe(51)
    expect(latest.map(({ id }) => Number(id))).toEqual([51, ...fifty.slice(0, -1)])
  })
  it('start over by a new snapshot', () => {
    const state = messagesFold.delta(fresh(1, [10]), readUpTo(10, 0))
    const next = messagesFold.snapshot({ unread: 9, latest: [messageAt(20)] }, state)
    expect(next).toEqual({ unread: 9, latest: [messageAt(20)] })
    expect('readUpTo' in next).toBe(false)
  })
  it('compare numbers by size: the tenth was not read with the ninth', () => {
    const { latest } = messagesFold.delta(fresh(2, [10, 9]), readUpTo(9, 1))
    expect(latest.map(({ readAt }) => readAt)).toEqual([null, 9])
  })
})
