import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useAtomValue } from 'jotai'
import { atom } from 'jotai/vanilla'
import { type ReactNode, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { Shortcuts } from '#features/shortcuts/shortcuts.tsx'
import { SHORTCUTS } from '#features/shortcuts/table.ts'
import { shortcutsAtom } from '#device/preferences.ts'
import { renderFeature } from '../render-feature.tsx'

const clicks: string[] = []
const say = (what: string) => () => void clicks.push(what)

function Page({ dialog = false }: { dialog?: boolean }) {
  const [words, setWords] = useState('')
  return (
    <main>
      <input
        aria-label="search"
        data-shortcut="search"
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <div>
        <a href="#a" data-shortcut="row">
          A
        </a>
      </div>
      <div>
        <button type="button">star</button>
        <a href="#b" data-shortcut="row">
          B
        </a>
      </div>
      <button type="button" data-shortcut="up" onClick={say('up')}>
        Up
      </button>
      <button type="button" data-shortcut="down" disabled onClick={say('down')}>
        Down
      </button>
      <div role="radiogroup" data-shortcut="durations">
        <button type="button" role="radio" aria-checked="true" onClick={say('30 s')}>
          30 s
        </button>
        <button type="button" role="radio" aria-checked="false" onClick={say('1 min')}>
          1 min
        </button>
      </div>
      <button type="button" onClick={say('ORDER')}>
        Send
      </button>
      {dialog && (
        <div role="dialog">
          <button type="button">inside</button>
        </div>
      )}
    </main>
  )
}

interface Opened {
  dialog?: boolean
  /** The keys that were pressed before the code had loaded. */
  before?: KeyboardEvent[]
  /** What is shown while the page is loading. */
  loading?: ReactNode
}

async function opened({ dialog = false, before = [], loading }: Opened = {}) {
  clicks.length = 0
  const pressed = [...before]
  addEventListener('keydown', (event) => pressed.push(event), { signal: ended.signal })
  const shown = atom(loading === undefined)
  function Tested() {
    return (
      <>
        {useAtomValue(shown) ? <Page dialog={dialog} /> : loading}
        <Shortcuts pressed={pressed} />
      </>
    )
  }
  const feature = await renderFeature(<Tested />)
  return {
    ...feature,
    show: () => act(() => feature.store.set(shown, true)),
    pressed,
    user: userEvent.setup(),
  }
}
const early = (...keys: string[]) => keys.map((key) => new KeyboardEvent('keydown', { key }))
const search = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'search' })
let ended = new AbortController()
afterEach(() => {
  ended.abort()
  ended = new AbortController()
})
const focused = (): string | null => document.activeElement?.textContent ?? null

describe('keyboard shortcuts', () => {
  it('lose nothing that was typed while their code was loaded', async () => {
    await opened({ before: early('/', 'e', 'u', 'r', 'x', 'Backspace', 'u', 's', 'd') })
    await waitFor(() => expect(search().value).toBe('eurusd'))
    expect(clicks).toEqual([])
  })

  it('wait for a page that is loading, and play what is pressed meanwhile after it', async () => {
    const { show, user } = await opened({ before: early('/', 'd'), loading: <main /> })
    await user.keyboard('a')
    expect(document.activeElement).toBe(document.body)
    show()
    await waitFor(() => expect(search().value).toBe('da'))
    expect(clicks).toEqual([])
  })

  it('leave the key that brings them to the field that they lead to', async () => {
    const { pressed, user } = await opened()
    pressed.push(...early('/', 'e', 'u', 'r'))
    await user.keyboard('usd')
    expect(search().value).toBe('eurusd')
    expect(clicks).toEqual([])
  })

  it('leave the focus in a field that was chosen meanwhile', async () => {
    const { show, pressed } = await opened({ before: early('/', 'd'), loading: <main /> })
    show()
    search().focus()
    await waitFor(() => expect(pressed).toEqual([]))
    expect(search().value).toBe('')
  })

  it('are forgotten after ten seconds', async () => {
    const [key] = early('u')
    Object.defineProperty(key, 'timeStamp', { value: performance.now() - 11_000 })
    const { pressed } = await opened({ before: [key as KeyboardEvent, ...early('1')] })
    await waitFor(() => expect(pressed).toEqual([]))
    expect(clicks).toEqual(['30 s'])
  })

  it.each([{ isComposing: true }, { keyCode: 229 }])(
    'leave the keys of an input method alone: %o',
    async (composing) => {
      await opened()
      dispatchEvent(new KeyboardEvent('keydown', { key: 'u', ...composing }))
      expect(clicks).toEqual([])
      dispatchEvent(new KeyboardEvent('keydown', { key: 'u' }))
      expect(clicks).toEqual(['up'])
    },
  )

  it('find the search, and go from there through the list', async () => {
    const { user } = await opened()
    await user.keyboard('/')
    const search = screen.getByLabelText<HTMLInputElement>('search')
    expect(document.activeElement).toBe(search)
    expect(search.value).toBe('')
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('A')
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('B')
    await user.keyboard('{ArrowDown}{ArrowUp}')
    expect(focused()).toBe('A')
  })

  it('open the ticket and choose durations, and never order', async () => {
    const { user } = await opened()
    await user.keyboard('u')
    expect(clicks).toEqual(['up'])
    await user.keyboard('d29')
    expect(clicks).toEqual(['up', '1 min'])
    for (const { keys } of SHORTCUTS)
      for (const key of keys) await user.keyboard(key.length === 1 ? key : `{${key}}`)
    expect(clicks).not.toContain('ORDER')
  })

  it('are ignored while typing, with modifier keys, and while a dialog is open', async () => {
    const { user, view } = await opened()
    await user.click(screen.getByLabelText('search'))
    await user.keyboard('u2?')
    expect(screen.getByLabelText<HTMLInputElement>('search').value).toBe('u2?')
    await user.click(screen.getByRole('button', { name: 'star' }))
    await user.keyboard('{Control>}u{/Control}{Alt>}2{/Alt}')
    expect(clicks).toEqual([])
    view.unmount()
    const other = await opened({ dialog: true })
    await other.user.keyboard('u2')
    expect(clicks).toEqual([])
  })

  it('are all explained by ?, where they can be turned off', async () => {
    const { user, store } = await opened()
    await user.keyboard('?')
    const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
    expect(sheet.querySelectorAll('dt')).toHaveLength(SHORTCUTS.length)
    await user.click(screen.getByRole('switch'))
    expect(store.get(shortcutsAtom)).toBe(false)
    await user.keyboard('{Escape}u')
    expect(clicks).toEqual([])
  })
})
