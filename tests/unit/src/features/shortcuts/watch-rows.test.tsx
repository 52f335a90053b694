import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { watchRows } from '#features/shortcuts/watch-rows.ts'

let stop = (): void => undefined
beforeEach(() => {
  stop = watchRows()
  render(
    <>
      <button type="button">before</button>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as the list of products has it */}
      <div data-rows role="list" tabIndex={0}>
        {['A', 'B', 'C'].map((name) => (
          <div key={name} role="listitem">
            <button type="button" data-star={name} tabIndex={-1}>
              star {name}
            </button>
            <a href={`#${name}`} data-shortcut="row" tabIndex={-1}>
              {name}
            </a>
          </div>
        ))}
      </div>
      <button type="button">after</button>
    </>,
  )
})
afterEach(() => stop())

const focused = (): string | null => document.activeElement?.textContent ?? null

it('makes the list one tab stop, in both directions, which is where it was left', async () => {
  const user = userEvent.setup()
  screen.getByText('before').focus()
  await user.tab()
  expect(focused()).toBe('A')
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
  expect(focused()).toBe('B')
  await user.tab()
  expect(focused()).toBe('after')
  await user.tab({ shift: true })
  expect(focused()).toBe('B')
  await user.tab({ shift: true })
  expect(focused()).toBe('before')
})

it('leads to the star of a row and back, and to both ends', async () => {
  const user = userEvent.setup()
  screen.getByText('before').focus()
  await user.tab()
  await user.keyboard('{End}{ArrowRight}')
  expect(focused()).toBe('star C')
  await user.keyboard('{ArrowUp}')
  expect(focused()).toBe('B')
  await user.keyboard('{ArrowLeft}')
  expect(focused()).toBe('star B')
  await user.keyboard('{ArrowRight}{Home}')
  expect(focused()).toBe('A')
})
