import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { favouritesAtom } from '#features/market/favourites.ts'
import { FavouriteStar } from '../../../../src/pages/detail/price-header.tsx'
import { renderFeature } from '../features/render-feature.tsx'

it('makes the product a favourite and takes it away again, and says which it is', async () => {
  const { store } = await renderFeature(<FavouriteStar symbol="BTCUSDT" name="Bitcoin" />)
  const star = screen.getByRole('button', { name: 'Favourite: Bitcoin', pressed: false })
  await act(() => userEvent.click(star))
  expect(store.get(favouritesAtom)).toEqual(['BTCUSDT'])
  await act(() => userEvent.click(screen.getByRole('button', { pressed: true })))
  expect(store.get(favouritesAtom)).toEqual([])
})
