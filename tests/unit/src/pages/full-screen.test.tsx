import { act, fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderFeature } from '../features/render-feature.tsx'
import { useFullScreen } from '../../../../src/pages/detail/use-full-screen.ts'

let onItsSide = false
const listeners = new Set<() => void>()
const turn = (): Promise<void> =>
  act(async () => {
    onItsSide = !onItsSide
    for (const listener of listeners) listener()
  })

beforeEach(() => {
  onItsSide = false
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return onItsSide
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }))
})
afterEach(() => {
  vi.unstubAllGlobals()
  expect(listeners.size).toBe(0)
})

function Chart() {
  const { full, onFull } = useFullScreen()
  return (
    <div>
      <header>the header</header>
      <main>
        <aside>beside it</aside>
        <div data-full={full || undefined}>
          <button type="button" onClick={() => onFull(!full)}>
            {full ? 'full' : 'page'}
          </button>
        </div>
      </main>
      <div role="status">a notice</div>
    </div>
  )
}
const shown = (): string => screen.getByRole('button').textContent
const isCovered = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('header, aside')].every(({ inert }) => inert)

describe('a chart that takes the screen', () => {
  it('does so on a tap, covers what is behind it but no notice, and Escape ends it', async () => {
    const { view } = await renderFeature(<Chart />)
    expect(shown()).toBe('page')
    await userEvent.setup().click(screen.getByRole('button'))
    expect(shown()).toBe('full')
    expect(isCovered()).toBe(true)
    expect(screen.getByRole('status').inert).toBeFalsy()
    fireEvent.keyDown(window, { key: 'Escape' })
    expect(shown()).toBe('page')
    expect(isCovered()).toBe(false)
    view.unmount()
  })

  it('does so when the phone is turned, and gives it back when it is turned again', async () => {
    const { view } = await renderFeature(<Chart />)
    await turn()
    expect(shown()).toBe('full')
    await turn()
    expect(shown()).toBe('page')
    view.unmount()
  })

  it('stays in the page if the user wants so, until the phone is turned', async () => {
    const { view } = await renderFeature(<Chart />)
    await turn()
    await userEvent.setup().click(screen.getByRole('button'))
    expect(shown()).toBe('page')
    await turn()
    await turn()
    expect(shown()).toBe('full')
    view.unmount()
    expect(document.querySelector('[inert]')).toBeNull()
  })
})
