import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { Folded, WithHelp } from '#ui/help.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { UiTexts } from '#ui/ui-text.ts'

const sentence = (
  <WithHelp help={<p>a fee of 0.5 %, at least 1.00</p>}>
    <p>You receive 99.00</p>
  </WithHelp>
)

const shown = (view: ReactNode) => render(<UiTexts value={(key) => key}>{view}</UiTexts>)
const button = () => screen.getByRole('button', { name: 'help' })

it('shows the sentence, and the explanation when asked', () => {
  shown(sentence)
  expect(screen.getByText('You receive 99.00')).toBeTruthy()
  expect(screen.queryByText(/a fee/)).toBeNull()
  fireEvent.click(button())
  expect(screen.getByText(/a fee/)).toBeTruthy()
  fireEvent.click(button())
  expect(screen.queryByText(/a fee/)).toBeNull()
})

it('says what the button explains, whether it is open, and what it opens', () => {
  shown(sentence)
  const described = button().getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(described)?.textContent).toBe('You receive 99.00')
  expect(button().getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button())
  expect(button().getAttribute('aria-expanded')).toBe('true')
  const controlled = button().getAttribute('aria-controls') ?? ''
  expect(document.getElementById(controlled)?.textContent).toBe('a fee of 0.5 %, at least 1.00')
})

it('closes with Escape, which leaves the sheet open and the cursor on the button', () => {
  const onClose = vi.fn()
  shown(
    <Sheet open onClose={onClose} title="Withdrawal">
      {sentence}
    </Sheet>,
  )
  fireEvent.click(button())
  fireEvent.keyDown(screen.getByText(/a fee/), { key: 'Escape' })
  expect(screen.queryByText(/a fee/)).toBeNull()
  expect(onClose).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button())
  fireEvent.keyDown(button(), { key: 'Escape' })
  expect(onClose).toHaveBeenCalledOnce()
})

it('folds technical details below their title', () => {
  shown(
    <Folded>
      <p>hash</p>
    </Folded>,
  )
  const details = screen.getByText('technical').closest('details')
  expect(details?.open).toBe(false)
  expect(details?.textContent).toContain('hash')
})
