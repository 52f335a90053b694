import { act, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addListAtom,
  allListsAtom,
  canAddListAtom,
  listSheetAtom,
  movedTo,
  nameIssue,
  putInListAtom,
  removeListAtom,
  renameListAtom,
} from '#features/market/favourite-lists.ts'
import {
  chosenListAtom,
  favouritesAtom,
  MAX_FAVOURITES,
  MAX_LIST_NAME,
  MAX_LISTS,
  moreListsAtom,
  toggleFavouriteAtom,
} from '#features/market/favourites.ts'
import { ListSheet } from '#features/market/list-sheet.tsx'
import { ListBar, ListTools } from '#features/market/list-tools.tsx'
import { ReorderList } from '#features/market/reorder-list.tsx'
import { StarButton } from '#features/market/star-button.tsx'
import { fillIn, renderFeature } from '../render-feature.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => vi.useRealTimers())

const listed = (store: ReturnType<typeof createStore>) =>
  store.get(allListsAtom).map(({ id, name, symbols }) => [id, name, symbols.join(' ')])

describe('lists of favourites', () => {
  it('begin with the favourites of earlier versions, and leave those where they were', () => {
    localStorage.setItem('favourites', '["GC","BTCUSDT"]')
    const store = createStore()
    store.set(addListAtom, ' Metals ')
    store.set(toggleFavouriteAtom, 'SI')
    expect(listed(createStore())).toEqual([
      [0, null, 'GC BTCUSDT'],
      [1, 'Metals', 'SI'],
    ])
    expect(localStorage.getItem('favourites')).toBe('["GC","BTCUSDT"]')
  })

  it('lose only what cannot be read', () => {
    const good = { id: 3, name: 'Good', symbols: ['GC'] }
    const odd = [null, { ...good, name: '' }, { ...good, symbols: 'GC' }]
    localStorage.setItem('favouriteLists', JSON.stringify([good, ...odd, { ...good, id: 4 }]))
    localStorage.setItem('favouriteList', 'x')
    const store = createStore()
    expect(store.get(moreListsAtom).map(({ id }) => id)).toEqual([3, 4])
    expect(store.get(favouritesAtom)).toEqual([])
  })

  it.each(['', '{', '{"id":1}', 'null'])('are none in %j', (text) => {
    localStorage.setItem('favouriteLists', text)
    expect(createStore().get(moreListsAtom)).toEqual([])
  })

  it('are at most ten, of at most a hundred products each', () => {
    const store = createStore()
    for (let at = 1; at < MAX_LISTS + 3; at += 1) store.set(addListAtom, `List ${at}`)
    expect(store.get(allListsAtom)).toHaveLength(MAX_LISTS)
    expect(store.get(canAddListAtom)).toBe(false)
    for (let at = 0; at < MAX_FAVOURITES; at += 1)
      expect(store.set(putInListAtom, { id: 1, symbol: `S${at}`, isIn: true })).toBe(true)
    expect(store.set(putInListAtom, { id: 1, symbol: 'MORE', isIn: true })).toBe(false)
    expect(store.set(putInListAtom, { id: 1, symbol: 'S7', isIn: false })).toBe(true)
    expect(createStore().get(moreListsAtom)[0]?.symbols).toHaveLength(MAX_FAVOURITES - 1)
  })

  it('show the first list once the shown one is deleted', () => {
    const store = createStore()
    store.set(toggleFavouriteAtom, 'GC')
    store.set(addListAtom, 'Brief')
    expect(store.get(favouritesAtom)).toEqual([])
    store.set(removeListAtom, store.get(chosenListAtom))
    expect(store.get(favouritesAtom)).toEqual(['GC'])
    expect(localStorage.getItem('favouriteLists')).toBeNull()
  })

  it('have names that differ and are not too long', () => {
    const store = createStore()
    store.set(addListAtom, 'One')
    store.set(addListAtom, 'Two')
    const lists = store.get(allListsAtom)
    expect(nameIssue('  ', lists, null)).toBe('empty')
    expect(nameIssue('x'.repeat(MAX_LIST_NAME + 1), lists, null)).toBe('long')
    expect(nameIssue(' One', lists, null)).toBe('taken')
    expect(nameIssue('One', lists, 1)).toBeNull()
    store.set(renameListAtom, 2, 'One')
    store.set(renameListAtom, 1, 'First')
    expect(listed(store).map(([, name]) => name)).toEqual([null, 'First', 'Two'])
  })
})

it('moves an entry, at most to the ends', () => {
  expect(movedTo(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
  expect(movedTo(['a', 'b', 'c'], 2, -4)).toEqual(['c', 'a', 'b'])
  expect(movedTo(['a', 'b'], 5, 0)).toEqual(['a', 'b'])
})

describe('ordering', () => {
  const rows = ['A', 'B', 'C'].map((id) => ({ id, label: `Product ${id}` }))
  const handle = (name: string) =>
    screen.getByRole('button', { name: new RegExp(`^Move Product ${name},`) })

  it('by arrow keys on a handle, and says the new place', async () => {
    const onMove = vi.fn<(from: number, to: number) => void>()
    await renderFeature(
      <ReorderList label="Favourites" rows={rows} onMove={onMove} onRemove={() => {}} />,
    )
    const user = userEvent.setup()
    act(() => handle('A').focus())
    await user.keyboard('{ArrowUp}{ArrowDown}')
    expect(onMove.mock.calls).toEqual([[0, 1]])
    expect(screen.getByText('Product A: position 2 of 3')).toBeTruthy()
    await user.keyboard('{End}')
    expect(onMove).toHaveBeenLastCalledWith(0, 2)
  })

  it('by dragging a handle past other rows', async () => {
    const onMove = vi.fn<(from: number, to: number) => void>()
    await renderFeature(
      <ReorderList label="Favourites" rows={rows} onMove={onMove} onRemove={() => {}} />,
    )
    const pointer = (clientY: number) => ({ pointerId: 1, isPrimary: true, button: 0, clientY })
    fireEvent.pointerDown(handle('C'), pointer(300))
    fireEvent.pointerMove(handle('C'), pointer(200))
    fireEvent.pointerUp(handle('C'), pointer(200))
    expect(onMove.mock.calls).toEqual([[2, 0]])
    fireEvent.pointerDown(handle('A'), pointer(100))
    fireEvent.pointerMove(handle('A'), pointer(180))
    fireEvent.pointerCancel(handle('A'), pointer(180))
    expect(onMove).toHaveBeenCalledTimes(1)
  })
})

describe('the star', () => {
  const star = (toggled: () => void) => (
    <>
      <StarButton
        symbol="GC"
        name="Gold"
        favourite={false}
        onToggle={toggled}
        size={18}
        className=""
      />
      <ListTools bar={false} />
    </>
  )
  const button = () => screen.getByRole('button', { name: 'Favourite: Gold' })

  it('toggles on a tap, and opens the lists on the context menu and its key', async () => {
    const toggled = vi.fn()
    const { store } = await renderFeature(star(toggled))
    await userEvent.click(button())
    expect(toggled).toHaveBeenCalledTimes(1)
    fireEvent.contextMenu(button())
    expect(store.get(listSheetAtom)).toEqual({ symbol: 'GC' })
  })

  it('opens the lists while it is held, and does not toggle as it is let go', async () => {
    const toggled = vi.fn()
    const { store } = await renderFeature(star(toggled))
    const held = button()
    vi.useFakeTimers()
    fireEvent.pointerDown(held)
    act(() => void vi.advanceTimersByTime(600))
    expect(store.get(listSheetAtom)).toEqual({ symbol: 'GC' })
    fireEvent.pointerUp(held)
    fireEvent.click(held)
    expect(toggled).not.toHaveBeenCalled()
  })
})

describe('the sheet of lists', () => {
  it('puts a product into a list, makes another, and edits what is shown', async () => {
    localStorage.setItem('favourites', '["BTCUSDT","GC"]')
    const { store } = await renderFeature(
      <>
        <ListBar />
        <ListSheet />
      </>,
    )
    const user = userEvent.setup()
    act(() => store.set(listSheetAtom, { symbol: 'BTCUSDT' }))
    const sheet = within(await screen.findByRole('dialog'))
    expect(screen.queryByRole('radio', { hidden: true })).toBeNull()
    expect(sheet.getByRole('switch', { name: 'Favourites' })).toHaveProperty('checked', true)
    await fillIn(user, sheet.getByLabelText('Name of the new list'), 'Coins')
    await user.click(sheet.getByRole('button', { name: 'Create list' }))
    await user.click(await sheet.findByRole('switch', { name: 'Coins' }))
    expect(listed(store)).toEqual([
      [0, null, 'BTCUSDT GC'],
      [1, 'Coins', 'BTCUSDT'],
    ])
    expect(screen.getAllByRole('radio', { hidden: true })).toHaveLength(2)
    act(() => store.set(listSheetAtom, { symbol: null }))
    await user.click(await sheet.findByRole('button', { name: 'Delete list' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Delete list' }))
    expect(listed(store)).toEqual([[0, null, 'BTCUSDT GC']])
    act(() => sheet.getByRole('button', { name: 'Move Bitcoin, position 1 of 2' }).focus())
    await user.keyboard('{ArrowDown}')
    expect(store.get(favouritesAtom)).toEqual(['GC', 'BTCUSDT'])
  })
})
