import { NEVER } from 'rxjs'
import { beforeEach, describe, expect, it } from 'vitest'
import type { VisibleRequest } from '#contract/topics.ts'
import type { View } from '#streams/types.ts'
import { createVisibleSet, type VisibleSet } from '#streams/topics/visible-set.ts'
import { type FakeTiming, fakeTiming } from '#support/fake-timing.ts'

let timing: FakeTiming
let told: VisibleRequest[]
let visible: VisibleSet
beforeEach(() => {
  timing = fakeTiming()
  told = []
  visible = createVisibleSet(timing, (request) => told.push(request))
})
const lease = (id: number, view: View) => visible.whileVisible(id, view, NEVER).subscribe()

describe('the visible set', () => {
  it('tells once what was mounted together, each product in its fastest view', () => {
    lease(3, 'list')
    lease(1, 'list')
    lease(1, 'list')
    lease(3, 'detail')
    timing.advance(5)
    expect(told).toEqual([{ list: [1], detail: [3] }])
  })
  it('follows leases as they end', () => {
    const first = lease(1, 'list')
    const second = lease(1, 'list')
    const fast = lease(1, 'detail')
    timing.advance(200)
    fast.unsubscribe()
    first.unsubscribe()
    timing.advance(200)
    second.unsubscribe()
    timing.advance(200)
    expect(told).toEqual([
      { list: [], detail: [1] },
      { list: [1], detail: [] },
      { list: [], detail: [] },
    ])
  })
  it('says nothing when a quick remount changed nothing', () => {
    const one = lease(1, 'list')
    timing.advance(200)
    one.unsubscribe()
    lease(1, 'list')
    timing.advance(200)
    expect(told).toHaveLength(1)
  })
  it('tells at most ten times a second while somebody scrolls', () => {
    for (let id = 1; id <= 100; id += 1) {
      lease(id, 'list')
      timing.advance(10)
    }
    timing.advance(100)
    expect(told.length).toBeLessThanOrEqual(11)
    expect(told.at(-1)?.list).toHaveLength(100)
  })
})
