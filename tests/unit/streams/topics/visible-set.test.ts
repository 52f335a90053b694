import { EMPTY, NEVER, Subject } from 'rxjs'
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
  it('tells at most ten times a second while a user scrolls', () => {
    for (let id = 1; id <= 100; id += 1) {
      lease(id, 'list')
      timing.advance(10)
    }
    timing.advance(100)
    expect(told.length).toBeLessThanOrEqual(11)
    expect(told.at(-1)?.list).toHaveLength(100)
  })
  it('tells products by number, in both views', () => {
    for (const id of [10, 9, 2]) lease(id, 'list')
    for (const id of [30, 4, 11]) lease(id, 'detail')
    timing.advance(5)
    expect(told).toEqual([{ list: [2, 9, 10], detail: [4, 11, 30] }])
  })
  it('tells the first change after a rest within five milliseconds, the next after a tenth of a second', () => {
    lease(1, 'list')
    timing.advance(4)
    expect(told).toHaveLength(0)
    timing.advance(1)
    expect(told).toHaveLength(1)
    lease(2, 'list')
    timing.advance(99)
    expect(told).toHaveLength(1)
    timing.advance(1)
    expect(told).toHaveLength(2)
    timing.advance(10_000)
    lease(3, 'list')
    timing.advance(4)
    lease(4, 'list')
    timing.advance(1)
    expect(told.at(-1)).toEqual({ list: [1, 2, 3, 4], detail: [] })
  })
  it('passes what its source brings, and leaves the source with the reader', () => {
    const source = new Subject<string>()
    const seen: string[] = []
    const reader = visible.whileVisible(1, 'list', source).subscribe((value) => seen.push(value))
    source.next('a')
    reader.unsubscribe()
    expect(source.observed).toBe(false)
    expect(seen).toEqual(['a'])
  })
  it('holds a product only while its source lasts', () => {
    visible.whileVisible(1, 'list', EMPTY).subscribe()
    timing.advance(200)
    expect(told).toEqual([{ list: [], detail: [] }])
  })
  it('fails for what is no product number, and tells nothing', () => {
    const errors: unknown[] = []
    visible.whileVisible(-1, 'list', NEVER).subscribe({ error: (error) => errors.push(error) })
    timing.advance(200)
    expect([errors.length, told]).toEqual([1, []])
  })
})
