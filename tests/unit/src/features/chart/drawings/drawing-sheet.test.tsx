import { act, screen, waitFor, within } from '@testing-library/react'
import { type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { drawingsAtom, MAIN_HAND } from '#features/chart/drawings/drawing-choices.ts'
import { DrawingSheet } from '#features/chart/drawings/drawing-sheet.tsx'
import { DrawingsInWords, DrawingStrip } from '#features/chart/drawings/drawing-strip.tsx'
import type { Drawing } from '#features/chart/drawings/drawings.ts'
import { fillIn, renderFeature } from '../../render-feature.tsx'
import { bitcoin } from '../../sample-product.ts'

const { selectedAtom, sheetPageAtom, toolAtom } = MAIN_HAND

afterEach(() => localStorage.clear())

const level: Drawing = { id: 1, kind: 'level', price: 7_900_000 }

async function shown(drawings: readonly Drawing[] = []) {
  const room = await renderFeature(
    <>
      <DrawingStrip product={bitcoin} />
      <DrawingsInWords product={bitcoin} />
      <DrawingSheet product={bitcoin} />
    </>,
  )
  const { store } = room
  act(() => {
    store.set(drawingsAtom('BTCUSDT'), () => drawings)
    store.set(sheetPageAtom, { kind: 'list' })
  })
  const sheet = within(await screen.findByRole('dialog'))
  return { ...room, sheet, user: userEvent.setup(), kept: () => store.get(drawingsAtom('BTCUSDT')) }
}

describe('the sheet of drawings', () => {
  it('chooses a tool, closes, and says how to use it until it is cancelled', async () => {
    const { sheet, user, store } = await shown()
    await user.click(sheet.getByRole('button', { name: 'Trend line' }))
    expect(store.get(toolAtom)).toBe('trend')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByText('Drag from one end to the other, or tap both ends')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(store.get(toolAtom)).toBeNull()
  })

  it('lists drawings in words, here and for screen readers, and edits one by fields', async () => {
    const { sheet, user, kept } = await shown([level])
    expect(screen.getAllByText('Horizontal line at 79,000.00').length).toBeGreaterThan(1)
    await user.click(sheet.getByRole('button', { name: 'Edit: Horizontal line at 79,000.00' }))
    await fillIn(user, sheet.getByLabelText('Price'), '80,000.5')
    await user.click(sheet.getByRole('button', { name: 'Save' }))
    expect(kept()).toEqual([{ ...level, price: 8_000_050 }])
  })

  it('says which field it cannot read, and stores nothing', async () => {
    const { sheet, user, kept } = await shown([level])
    await user.click(sheet.getByRole('button', { name: 'Edit: Horizontal line at 79,000.00' }))
    await fillIn(user, sheet.getByLabelText('Price'), 'much')
    await user.click(sheet.getByRole('button', { name: 'Save' }))
    expect(sheet.getByRole('alert').textContent).toContain('We can’t read this number.')
    expect(kept()).toEqual([level])
  })

  it('deletes one, and asks before it deletes all', async () => {
    const { sheet, user, kept } = await shown([level, { ...level, id: 2, price: 8_100_000 }])
    await user.click(sheet.getByRole('button', { name: 'Delete: Horizontal line at 79,000.00' }))
    expect(kept()).toHaveLength(2)
    await confirm(user)
    expect(kept().map(({ id }) => id)).toEqual([2])
    await user.click(sheet.getByRole('button', { name: 'Delete all' }))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(kept()).toHaveLength(1)
    await user.click(sheet.getByRole('button', { name: 'Delete all' }))
    const again = within(await screen.findByRole('alertdialog'))
    await user.click(again.getByRole('button', { name: 'Delete all' }))
    expect(kept()).toEqual([])
    expect(localStorage.getItem('drawings')).toBeNull()
  })
})

async function confirm(user: UserEvent): Promise<void> {
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
}

it('offers to edit and to delete what is selected', async () => {
  const { store, kept, user } = await shown([level])
  act(() => store.set(sheetPageAtom, null))
  act(() => store.set(selectedAtom, 1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  expect(kept()).toHaveLength(1)
  await confirm(user)
  expect(kept()).toEqual([])
  expect(store.get(selectedAtom)).toBeNull()
})
