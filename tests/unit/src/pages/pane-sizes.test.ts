import { describe, expect, it } from 'vitest'
import { FIRST_SIZES, limitSizes } from '../../../../src/pages/trading/pane-sizes.ts'

const CHART_PX = 340

describe('the sizes of the panes', () => {
  it('are as wanted where there is room', () => {
    const { list, ticket, positions } = limitSizes(FIRST_SIZES, {
      width: 1_600,
      height: 900,
      panes: 3,
    })
    expect([list.value, ticket.value, positions.value]).toEqual([312, 312, 208])
  })

  it('always leave room for the chart', () => {
    const wanted = { list: 9_999, ticket: 9_999, positions: 9_999 }
    for (const width of [1_024, 1_280, 1_920]) {
      const { list, ticket } = limitSizes(wanted, { width, height: 700, panes: 3 })
      expect(width - list.value - ticket.value).toBeGreaterThanOrEqual(CHART_PX)
    }
  })

  it('are never smaller than what can be read, nor outside their own limits', () => {
    for (const size of [0, 300, 9_999]) {
      const wanted = { list: size, ticket: size, positions: size }
      const limited = limitSizes(wanted, { width: 768, height: 420, panes: 2 })
      for (const { value, min, max } of Object.values(limited)) {
        expect(value).toBeGreaterThanOrEqual(min)
        expect(value).toBeLessThanOrEqual(max)
      }
    }
  })
})
