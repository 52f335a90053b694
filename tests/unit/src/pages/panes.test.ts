import { describe, expect, it } from 'vitest'
import {
  firstSize,
  limitSize,
  mostOf,
  readSizes,
} from '../../../../src/pages/trading/pane-sizes.ts'

const CHART_PX = 340

/** The widths of list and ticket as the trading screen gives them out. */
function widthsOf(wanted: { list?: number; ticket?: number }, width: number) {
  const frame = { width, height: 0 }
  const list = limitSize('list', wanted.list ?? firstSize('list', frame), mostOf('list', frame, 3))
  const rest = { width: width - list.value, height: 0 }
  const ticket = limitSize(
    'ticket',
    wanted.ticket ?? firstSize('ticket', rest),
    mostOf('ticket', rest, 3),
  )
  return { list, ticket, left: rest.width - ticket.value }
}

describe('the sizes of the panes', () => {
  it('are as wanted where there is room, with a list of 400 px from 1,280 px on', () => {
    const at = (width: number) => widthsOf({}, width)
    expect([1_024, 1_280, 1_440, 2_560].map((width) => at(width).list.value)).toEqual([
      320, 400, 400, 400,
    ])
    expect([1_024, 1_280, 1_440, 2_560].map((width) => at(width).ticket.value)).toEqual([
      280, 280, 280, 280,
    ])
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

  it('that an earlier version stored are kept if the user had changed them', () => {
    expect(readSizes('{"list":312,"ticket":360,"positions":208}')).toEqual({ v: 2, ticket: 360 })
    expect(readSizes('{"v":2,"list":312}')).toEqual({ v: 2, list: 312 })
    expect(readSizes('{"list":"wide"}')).toBeUndefined()
  })
})
