import { act, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { useKeyboardPx } from '#features/support/use-keyboard.ts'

const own = Object.getOwnPropertyDescriptor(window, 'visualViewport')
afterEach(() => {
  if (own === undefined) Reflect.deleteProperty(window, 'visualViewport')
  else Object.defineProperty(window, 'visualViewport', own)
})

/** A window whose visible part can be made smaller, as a keyboard does on iOS. */
function windowOf() {
  const visible = Object.assign(new EventTarget(), {
    height: innerHeight,
    offsetTop: 0,
    scale: 1,
  })
  Object.defineProperty(window, 'visualViewport', { value: visible, configurable: true })
  const Shown = () => <p>{useKeyboardPx()}</p>
  const { container } = render(<Shown />)
  return (change: Partial<Pick<typeof visible, 'height' | 'offsetTop' | 'scale'>>): string => {
    act(() => {
      Object.assign(visible, change)
      visible.dispatchEvent(new Event('resize'))
    })
    return container.textContent ?? ''
  }
}

it('the keyboard covers what the visible part lacks at its lower end', () => {
  const after = windowOf()
  expect(after({ height: innerHeight - 300 })).toBe('300')
  expect(after({ offsetTop: 120 })).toBe('180')
  expect(after({ offsetTop: 300 })).toBe('0')
  expect(after({ height: innerHeight, offsetTop: 0 })).toBe('0')
})

it('neither a bar of the browser nor a page drawn larger is a keyboard', () => {
  const after = windowOf()
  expect(after({ height: innerHeight - 56 })).toBe('0')
  expect(after({ height: innerHeight / 2, scale: 2 })).toBe('0')
})
