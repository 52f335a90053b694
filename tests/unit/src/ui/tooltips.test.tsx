import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { IconButton } from '#ui/button.tsx'
import { showTooltips } from '#ui/tooltips.ts'

let end = (): void => {}

beforeEach(() => {
  vi.useFakeTimers()
  end = showTooltips()
})
afterEach(() => {
  end()
  cleanup()
  vi.useRealTimers()
})

const tip = (): string | null => document.querySelector('.tooltip')?.textContent ?? null
const over = (element: Element, pointerType = 'mouse'): void => {
  fireEvent(element, Object.assign(new Event('pointerover', { bubbles: true }), { pointerType }))
}

function drawn() {
  render(
    <>
      <IconButton label="Full screen">
        <svg />
      </IconButton>
      <button type="button" aria-label="Close the window">
        Close
      </button>
      <p>Text</p>
    </>,
  )
  const named = (name: string): Element => screen.getByRole('button', { name })
  return { icon: named('Full screen'), worded: named('Close the window') }
}

it('shows the name of an icon on which a mouse rests, and takes it away when it leaves', () => {
  const { icon, worded } = drawn()
  over(icon.firstElementChild ?? icon)
  expect(tip()).toBeNull()
  vi.advanceTimersByTime(500)
  expect(tip()).toBe('Full screen')
  over(document.querySelector('.tooltip') ?? icon)
  vi.advanceTimersByTime(1_000)
  expect(tip(), 'the pointer may go to the tooltip').toBe('Full screen')
  over(worded)
  vi.advanceTimersByTime(500)
  expect(tip(), 'a button with words needs none').toBeNull()
})

it('shows none to a finger, and none for a press', () => {
  const { icon } = drawn()
  over(icon, 'touch')
  vi.advanceTimersByTime(2_000)
  expect(tip()).toBeNull()
  over(icon)
  vi.advanceTimersByTime(500)
  fireEvent.pointerDown(icon)
  expect(tip()).toBeNull()
})

it('shows the name to the keyboard at once, until Escape or the next focus', async () => {
  vi.useRealTimers()
  drawn()
  const user = userEvent.setup()
  await user.tab()
  expect(tip()).toBe('Full screen')
  await user.keyboard('{Escape}')
  expect(tip()).toBeNull()
  await user.tab({ shift: true })
  await user.tab()
  expect(tip()).toBe('Full screen')
  await user.tab()
  expect(tip()).toBeNull()
})
