import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { Shortcuts } from '#features/shortcuts/shortcuts.tsx'
import { SHORTCUTS } from '#features/shortcuts/table.ts'
import { shortcutsAtom } from '#lib/shortcuts-on.ts'
import { renderFeature } from '../render-feature.tsx'

const clicks: string[] = []
const say = (what: string) => () => void clicks.push(what)

function Page({ dialog = false }: { dialog?: boolean }) {
  return (
    <>
      <input aria-label="search" data-shortcut="search" />
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
    </>
  )
}

const NOTHING = new KeyboardEvent('keydown', { key: 'Shift' })

async function opened(dialog = false) {
  clicks.length = 0
  const page = await renderFeature(
    <>
      <Page dialog={dialog} />
      <Shortcuts first={NOTHING} />
    </>,
  )
  return { ...page, user: userEvent.setup() }
}
const focused = (): string | null => document.activeElement?.textContent ?? null

describe('keyboard shortcuts', () => {
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
    const other = await opened(true)
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
