import { beforeEach, expect, it } from 'vitest'
import {
  createFleetingTopics,
  type FleetingTopics,
} from '#server/platform/socket/fleeting-topics.ts'
import { fakeSocketClient } from '#support/fake-socket-client.ts'

let topics: FleetingTopics
beforeEach(() => {
  topics = createFleetingTopics({ epoch: 'run', nowMs: () => 7 })
  topics.add({ name: 'typing', quiet: { until: null } })
})

it('begins with quiet and tells the pages of that user alone', () => {
  const [mine, theirs] = [fakeSocketClient(), fakeSocketClient()]
  topics.open(mine, 1n, 'typing')
  topics.open(theirs, 2n, 'typing')
  topics.pass(1n, 'typing', { until: 9 })
  expect(mine.frames).toEqual([
    ['typing', 'run', 0, 'snapshot', 7, { until: null }],
    ['typing', 'run', 1, 'delta', 7, { until: 9 }],
  ])
  expect(theirs.frames).toHaveLength(1)
})

it('keeps nothing: who comes later begins with quiet, and who left hears no more', () => {
  const [early, late] = [fakeSocketClient(), fakeSocketClient()]
  const leave = topics.open(early, 1n, 'typing')
  topics.pass(1n, 'typing', { until: 9 })
  topics.open(late, 1n, 'typing')
  leave()
  topics.pass(1n, 'typing', { until: 11 })
  expect(early.frames.map(([, , , , , data]) => data)).toEqual([{ until: null }, { until: 9 }])
  expect(late.frames.map(([, , , , , data]) => data)).toEqual([{ until: null }, { until: 11 }])
})
