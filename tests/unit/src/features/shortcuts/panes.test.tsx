import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { Shortcuts } from '#features/shortcuts/shortcuts.tsx'
import { renderFeature } from '../render-feature.tsx'

let ended = new AbortController()
afterEach(() => {
  ended.abort()
  ended = new AbortController()
})

async function opened(beside = true, dialog = false) {
  const pressed: KeyboardEvent[] = []
  addEventListener('keydown', (event) => pressed.push(event), { signal: ended.signal })
  await renderFeature(
    <>
      <main>
        <section data-shortcut="pane" aria-label="list">
          <button type="button" disabled>
            disabled
          </button>
          <button type="button" tabIndex={-1}>
            no tab stop
          </button>
          <button type="button">search</button>
        </section>
        <button type="button">star</button>
        {beside && (
          <>
            <section data-shortcut="pane" aria-label="chart">
              <button type="button">interval</button>
            </section>
            <section data-shortcut="pane" aria-label="positions" />
            <aside data-shortcut="pane" aria-label="ticket">
              <input aria-label="amount" />
            </aside>
          </>
        )}
        {dialog && <div role="dialog">A dialog</div>}
      </main>
      <Shortcuts pressed={pressed} />
    </>,
  )
  return userEvent.setup()
}
const BACK = '{Shift>}{F6}{/Shift}'
const focused = (): string | null => {
  const { activeElement: element } = document
  return element?.getAttribute('aria-label') ?? element?.textContent ?? null
}

it('leads from pane to pane in a cycle, to the first tab stop or to the pane itself', async () => {
  const user = await opened()
  const places = []
  for (let at = 0; at < 5; at += 1) {
    await user.keyboard('{F6}')
    places.push(focused())
  }
  expect(places).toEqual(['search', 'interval', 'positions', 'amount', 'search'])
})

it('leads back with Shift, also out of a field', async () => {
  const user = await opened()
  const places = []
  for (let at = 0; at < 5; at += 1) {
    await user.keyboard(BACK)
    places.push(focused())
  }
  expect(places).toEqual(['amount', 'positions', 'interval', 'search', 'amount'])
})

it('leads to a neighbour from between two panes', async () => {
  const user = await opened()
  screen.getByText('star').focus()
  await user.keyboard('{F6}')
  expect(focused()).toBe('interval')
  screen.getByText('star').focus()
  await user.keyboard(BACK)
  expect(focused()).toBe('search')
})

it.each([
  [false, false],
  [true, true],
])('leaves the key to the browser on a page of one pane, and under a dialog', async (...page) => {
  await opened(...page)
  screen.getByText('star').focus()
  const event = new KeyboardEvent('keydown', { key: 'F6', bubbles: true, cancelable: true })
  document.activeElement?.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(false)
  expect(focused()).toBe('star')
})
