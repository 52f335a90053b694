import { afterEach, expect, it, vi } from 'vitest'
import { type PointerEvents, watchPointer } from '#features/chart/host/chart-pointer.ts'

let stop = (): void => {}
afterEach(() => {
  stop()
  document.body.replaceChildren()
})

function opened(events: Partial<PointerEvents> = {}) {
  const container = document.createElement('div')
  document.body.append(container)
  const onAxis = vi.fn()
  stop = watchPointer(container, () => ({ width: 300, height: 200 }), { onAxis, ...events })
  const chart = container.appendChild(document.createElement('div'))
  const wheel = vi.fn()
  chart.addEventListener('wheel', wheel)
  const turn = (keys: Partial<WheelEvent> = {}): void => {
    const event = new Event('wheel', { bubbles: true, cancelable: true })
    chart.dispatchEvent(Object.assign(event, keys))
  }
  const at = (type: string, clientX: number, clientY: number): MouseEvent => {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX, clientY })
    chart.dispatchEvent(event)
    return event
  }
  return { container, chart, wheel, turn, at, onAxis }
}

it('leaves the wheel to the page, until the chart has been clicked on or a key says that it is meant', () => {
  const { chart, wheel, turn } = opened()
  turn()
  expect(wheel).not.toHaveBeenCalled()
  turn({ ctrlKey: true })
  turn({ metaKey: true })
  expect(wheel).toHaveBeenCalledTimes(2)
  chart.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }))
  turn()
  expect(wheel).toHaveBeenCalledTimes(2)
  chart.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'mouse' }))
  turn()
  expect(wheel).toHaveBeenCalledTimes(3)
})

it('tells of a double click on an axis, and not on the pane', () => {
  const { at, onAxis } = opened()
  at('dblclick', 150, 100)
  expect(onAxis).not.toHaveBeenCalled()
  at('dblclick', 320, 100)
  at('dblclick', 150, 210)
  expect(onAxis).toHaveBeenCalledTimes(2)
})

it('offers a menu on the pane only where the page has one', () => {
  expect(opened().at('contextmenu', 20, 40).defaultPrevented).toBe(false)
  stop()
  const onMenu = vi.fn()
  const { at } = opened({ onMenu })
  expect(at('contextmenu', 320, 40).defaultPrevented).toBe(false)
  expect(at('contextmenu', 20, 40).defaultPrevented).toBe(true)
  expect(onMenu).toHaveBeenCalledExactlyOnceWith({ clientX: 20, clientY: 40, y: 40 })
})
