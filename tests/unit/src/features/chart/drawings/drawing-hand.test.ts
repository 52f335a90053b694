import { fireEvent } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { DrawingHand, type HandState } from '#features/chart/drawings/drawing-hand.ts'
import type { DrawingPlane } from '#features/chart/drawings/drawing-shapes.ts'
import type { Draft, Drawing } from '#features/chart/drawings/drawings.ts'

/** One ms and one unit of price per pixel; prices rise to the top. */
const plane: DrawingPlane = {
  xOf: (timeMs) => timeMs,
  yOf: (price) => 200 - price,
  timeOf: (x) => x,
  priceOf: (y) => 200 - y,
  textWidth: () => 40,
  width: 300,
  height: 200,
}
const level: Drawing = { id: 1, kind: 'level', price: 100 }

function scene(change: Partial<HandState>) {
  const container = document.createElement('div')
  const state: HandState = { drawings: [level], selected: null, tool: null, ...change }
  const onPlaced = vi.fn<(draft: Draft) => void>()
  const onMoved = vi.fn<(drawing: Drawing) => void>()
  const onSelect = vi.fn<(id: number | null) => void>()
  const hand = new DrawingHand(
    container,
    { plane: () => plane, state: () => state, changed: () => {} },
    { onPlaced, onMoved, onSelect },
  )
  const at = (clientX: number, clientY: number) => {
    return { clientX, clientY, pointerId: 1, isPrimary: true, button: 0 }
  }
  /** Returns whether the chart and the page heard of the touch. */
  const drag = (from: [number, number], to: [number, number] = from): boolean => {
    fireEvent.pointerDown(container, at(...from))
    const heard = fireEvent.touchStart(container)
    fireEvent.pointerMove(container, at(...to))
    fireEvent.pointerUp(container, at(...to))
    return heard
  }
  return { hand, drag, container, at, onPlaced, onMoved, onSelect }
}

describe('a touch', () => {
  it('belongs to the chart while no tool is chosen and nothing is selected', () => {
    const { drag, onMoved, onPlaced } = scene({})
    expect(drag([50, 100], [50, 150])).toBe(true)
    expect(onMoved).not.toHaveBeenCalled()
    expect(onPlaced).not.toHaveBeenCalled()
  })

  it('moves the selected drawing, and reaches the chart anywhere else', () => {
    const { drag, onMoved } = scene({ selected: 1 })
    expect(drag([50, 20], [50, 60])).toBe(true)
    expect(drag([50, 105], [80, 145])).toBe(false)
    expect(onMoved.mock.calls).toEqual([[{ ...level, price: 60 }]])
  })

  it('places a line where it ends, and a note where it taps', () => {
    const line = scene({ tool: 'level' })
    expect(line.drag([50, 20], [50, 60])).toBe(false)
    expect(line.onPlaced.mock.calls).toEqual([[{ kind: 'level', price: 140 }]])
    const note = scene({ tool: 'note' })
    note.drag([70, 90])
    const draft = { kind: 'note', at: { timeMs: 70, price: 110 }, text: '' }
    expect(note.onPlaced.mock.calls).toEqual([[draft]])
  })

  it('places a trend line by one drag, or by two taps', () => {
    const ends = { from: { timeMs: 10, price: 150 }, to: { timeMs: 90, price: 120 } }
    const dragged = scene({ tool: 'trend' })
    dragged.drag([10, 50], [90, 80])
    const tapped = scene({ tool: 'trend' })
    tapped.drag([10, 50])
    expect(tapped.onPlaced).not.toHaveBeenCalled()
    expect(tapped.hand.draft()).toMatchObject({ from: ends.from })
    tapped.drag([90, 80])
    for (const { onPlaced } of [dragged, tapped])
      expect(onPlaced.mock.calls).toEqual([[{ kind: 'trend', ...ends }]])
  })

  it('that the browser takes away changes nothing', () => {
    const { hand, container, at, onMoved } = scene({ selected: 1 })
    fireEvent.pointerDown(container, at(50, 100))
    fireEvent.pointerMove(container, at(50, 150))
    expect(hand.shown(level)).toEqual({ ...level, price: 50 })
    fireEvent.pointerCancel(container, at(50, 150))
    expect(hand.shown(level)).toEqual(level)
    expect(onMoved).not.toHaveBeenCalled()
  })

  it('on the axes or by a second finger is left to the chart', () => {
    const { drag, container, at, onPlaced } = scene({ tool: 'level' })
    expect(drag([320, 100])).toBe(true)
    fireEvent.pointerDown(container, { ...at(50, 50), isPrimary: false })
    fireEvent.pointerUp(container, { ...at(50, 50), isPrimary: false })
    expect(onPlaced).not.toHaveBeenCalled()
  })
})

it('a tap on the chart selects what is there, or nothing', () => {
  const { hand, onSelect } = scene({})
  hand.tap({ x: 20, y: 108 })
  expect(onSelect.mock.calls).toEqual([[1]])
  const chosen = scene({ selected: 1 })
  chosen.hand.tap({ x: 20, y: 108 })
  chosen.hand.tap({ x: 20, y: 20 })
  expect(chosen.onSelect.mock.calls).toEqual([[null]])
})
