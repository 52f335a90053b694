import { expect, it } from 'vitest'
import { timeMs } from '#contract/scalars.ts'
import { supportFold } from '#streams/topics/support.ts'
import { STATE_TOPICS } from '#streams/topics/table.ts'
import { sampleSupportMarks, sampleSupportMessage } from '#support/sample-support.ts'

const message = (id: string) => sampleSupportMessage({ id })
const marks = sampleSupportMarks()
const ids = (state: { latest: readonly { id: string }[] }) => state.latest.map(({ id }) => id)

it('keeps messages newest first by their number, in whatever order they come', () => {
  const first = supportFold.snapshot({ latest: [message('9'), message('8')], marks }, null)
  const then = supportFold.delta(supportFold.delta(first, message('11')), message('10'))
  expect(ids(then)).toEqual(['11', '10', '9', '8'])
})

it('takes the same message twice as one', () => {
  const first = supportFold.snapshot({ latest: [message('9')], marks }, null)
  expect(ids(supportFold.delta(first, message('9')))).toEqual(['9'])
})

it('replaces the marks and leaves the words', () => {
  const first = supportFold.snapshot({ latest: [message('9')], marks }, null)
  const read = sampleSupportMarks({ staffDelivered: '9', staffRead: '9', unread: 2 })
  expect(supportFold.delta(first, read)).toEqual({ latest: [message('9')], marks: read })
})

it('sorts a snapshot too, and starts over by it', () => {
  const first = supportFold.snapshot({ latest: [message('1')], marks }, null)
  const read = sampleSupportMarks({ userRead: '10' })
  const next = supportFold.snapshot({ latest: [message('9'), message('10')], marks: read }, first)
  expect(next).toEqual({ latest: [message('10'), message('9')], marks: read })
})

it('keeps the marks and the newest five hundred messages as one more comes', () => {
  const all = Array.from({ length: 500 }, (_, at) => message(String(at + 1)))
  const next = supportFold.delta(supportFold.snapshot({ latest: all, marks }, null), message('501'))
  expect([next.latest.length, next.latest[0]?.id, next.latest.at(-1)?.id]).toEqual([
    500,
    '501',
    '2',
  ])
  expect(next.marks).toEqual(marks)
})

it('takes the newest word on whether staff is typing, also that it stopped', () => {
  const { fold } = STATE_TOPICS.typing
  const typing = fold.snapshot({ until: timeMs.parse(9) }, null)
  expect(typing).toEqual({ until: 9 })
  expect(fold.delta(typing, { until: timeMs.parse(5) })).toEqual({ until: 5 })
  expect(fold.delta(typing, { until: null })).toEqual({ until: null })
})
