import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { favouritesAtom } from '#features/market/favourites.ts'
import { StarButton } from '#features/market/star-button.tsx'
import { fakeNetwork, json, renderFeature } from '../features/render-feature.tsx'
import { useRowMenu } from '../../../../src/pages/trading/use-row-menu.tsx'

function List() {
  const list = useRef<HTMLDivElement>(null)
  const menu = useRowMenu(list)
  const star = { favourite: false, onToggle: () => {}, size: 18, className: '' }
  return (
    <div ref={list} role="list">
      <div role="listitem">
        <StarButton symbol="BTCUSDT" name="Bitcoin" {...star} />
        <a href="#/" data-shortcut="row">
          Bitcoin
        </a>
      </div>
      {menu}
    </div>
  )
}

async function opened(pointer: 'fine' | 'coarse') {
  fakeNetwork(() => json({}, 404))
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query === `(pointer: ${pointer})`,
    addEventListener: () => {},
    removeEventListener: () => {},
  }))
  return renderFeature(<List />)
}

it('opens at a row by the pointer or the key, and adds its product to the favourites', async () => {
  const { store } = await opened('fine')
  const row = screen.getByRole('link', { name: 'Bitcoin' })
  expect(fireEvent.contextMenu(row), 'the menu of the browser does not open').toBe(false)
  const add = await screen.findByRole('menuitem', { name: 'Add to favourites' })
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'Open',
    'Set a price alert',
    'Add to favourites',
  ])
  await userEvent.setup().click(add)
  expect(store.get(favouritesAtom)).toEqual(['BTCUSDT'])
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
})

it('leaves the star its own menu, and a finger none', async () => {
  await opened('fine')
  expect(fireEvent.contextMenu(screen.getByRole('button', { name: /Bitcoin/ }))).toBe(true)
  document.body.replaceChildren()
  await opened('coarse')
  expect(fireEvent.contextMenu(screen.getByRole('link', { name: 'Bitcoin' }))).toBe(true)
})
