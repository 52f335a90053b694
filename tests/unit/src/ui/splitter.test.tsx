import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { Splitter } from '#ui/splitter.tsx'

function Host({ after = false }: { after?: boolean }) {
  const [value, setValue] = useState(300)
  return (
    <Splitter
      label="Width"
      controls="pane"
      orientation="vertical"
      value={value}
      min={200}
      max={400}
      after={after}
      onValue={setValue}
      onReset={() => setValue(312)}
    />
  )
}
const line = (): HTMLElement => screen.getByRole('separator', { name: 'Width' })
const now = (): number => Number(line().getAttribute('aria-valuenow'))
const press = (...keys: string[]): void => {
  for (const key of keys) fireEvent.keyDown(line(), { key })
}

describe('the line between two panes', () => {
  it('moves by arrow keys, to its limits and no further', () => {
    render(<Host />)
    press('ArrowRight')
    expect(now()).toBe(316)
    press('ArrowLeft', 'ArrowLeft')
    expect(now()).toBe(284)
    press('ArrowUp', 'x')
    expect(now()).toBe(284)
    press('End', 'ArrowRight')
    expect(now()).toBe(400)
    press('Home')
    expect(now()).toBe(200)
  })

  it('grows the pane behind it when it moves back', () => {
    render(<Host after />)
    press('ArrowLeft')
    expect(now()).toBe(316)
  })

  it('follows the pointer until it is let go, and a double click restores the first size', () => {
    render(<Host />)
    line().setPointerCapture = () => {}
    fireEvent.pointerMove(line(), { clientX: 500 })
    expect(now()).toBe(300)
    fireEvent.pointerDown(line(), { clientX: 300 })
    fireEvent.pointerMove(line(), { clientX: 340 })
    expect(now()).toBe(340)
    fireEvent.lostPointerCapture(line())
    fireEvent.pointerMove(line(), { clientX: 350 })
    expect(now()).toBe(340)
    fireEvent.doubleClick(line())
    expect(now()).toBe(312)
  })
})
