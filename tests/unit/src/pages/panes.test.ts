import { describe, expect, it } from 'vitest'
import { FIRST_SIZES, limitSize, mostOf } from '../../../../src/pages/trading/panes.tsx'

const CHART_PX = 340

/** The widths of list and ticket as the trading screen gives them out. */
function widthsOf(wanted: { list: number; ticket: number }, width: number) {
  const list = limitSize('list', wanted.list, mostOf('list', { width, height: 0 }, 3))
  const rest = { width: width - list.value, height: 0 }
  const ticket = limitSize('ticket', wanted.ticket, mostOf('ticket', rest, 3))
  return { list, ticket, left: rest.width - ticket.value }
}

describe('the sizes of the panes', () => {
  it('are as wanted where there is room', () => {
    const { list, ticket } = widthsOf(FIRST_SIZES, 1_024)
    expect([list.value, ticket.value]).toEqual([FIRST_SIZES.list, FIRST_SIZES.ticket])
  })

  it('always leave room for the chart', () => {
    for (const width of [1_024, 1_280, 1_920])
      expect(widthsOf({ list: 9_999, ticket: 9_999 }, width).left).toBeGreaterThanOrEqual(CHART_PX)
  })

  it('are never outside their limits, however small the room', () => {
    for (const pane of ['list', 'ticket', 'positions'] as const)
      for (const wanted of [0, 300, 9_999]) {
        const most = mostOf(pane, { width: 300, height: 200 }, 2)
        const { value, min, max } = limitSize(pane, wanted, most)
        expect(value).toBeGreaterThanOrEqual(min)
        expect(value).toBeLessThanOrEqual(max)
      }
  })
})
