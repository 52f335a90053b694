import { describe, expect, it } from 'vitest'
import { createChartLink, type Edges } from '#features/chart/host/chart-link.ts'

function scene() {
  const link = createChartLink()
  const chart = (fromMs: number) => {
    const own = {
      edges: { fromMs, toMs: fromMs + 10 } as Edges | null,
      pointed: null as number | null,
    }
    const end = link.join(() => ({
      edges: () => own.edges,
      show: (edges) => {
        own.edges = edges
      },
      point: (timeMs) => {
        own.pointed = timeMs
      },
    }))
    return { own, end }
  }
  return { link, left: chart(100), right: chart(200) }
}

describe('two linked charts', () => {
  it('show what they like until they are linked, and then what the first one shows', () => {
    const { link, left, right } = scene()
    left.end.moved()
    left.end.point(105)
    expect([right.own.edges?.fromMs, right.own.pointed, right.end.led()]).toEqual([200, null, null])
    link.setOn(true)
    expect(right.own.edges).toEqual(left.own.edges)
    expect(right.end.led()).toEqual(left.own.edges)
    expect(left.end.led()).toBeNull()
  })

  it('follow the one that the user moves', () => {
    const { link, left, right } = scene()
    link.setOn(true)
    right.own.edges = { fromMs: 300, toMs: 350 }
    right.end.moved()
    expect(left.own.edges?.fromMs, 'it only follows').toBe(100)
    right.end.lead()
    right.end.moved()
    expect(left.own.edges).toEqual({ fromMs: 300, toMs: 350 })
    right.end.leave()
    expect(left.end.led(), 'there is no other chart any more').toBeNull()
  })

  it('have the crosshair at the same time, and lose it when the pointer leaves the one that has it', () => {
    const { link, left, right } = scene()
    link.setOn(true)
    left.end.point(105)
    expect([left.own.pointed, right.own.pointed]).toEqual([null, 105])
    expect([left.end.isPointedFor(), right.end.isPointedFor()]).toEqual([false, true])
    right.end.point(null)
    expect(right.own.pointed).toBe(105)
    left.end.point(null)
    expect([right.own.pointed, right.end.isPointedFor()]).toEqual([null, false])
  })
})
