import { expect, it } from 'vitest'
import { supportFold } from '#streams/topics/support.ts'
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
