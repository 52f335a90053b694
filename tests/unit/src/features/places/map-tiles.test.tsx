import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { MapTiles } from '#features/places/map-tiles.tsx'
import { renderFeature } from '../render-feature.tsx'

const SOURCE = { path: '/tiles/{z}/{x}/{y}.png', credit: '© Somebody' }
const at = { latitude: 52.5163, longitude: 13.3777 }
const shown = () =>
  renderFeature(<MapTiles at={at} source={SOURCE} instead={<p>the plain view</p>} />)
const pictures = () => [...document.querySelectorAll('img')].map((it) => it.getAttribute('src'))

it('shows the pictures around the place and who made them', async () => {
  await shown()
  expect(screen.getByRole('img', { name: 'Map of the surroundings' })).toBeTruthy()
  expect(screen.getByText('© Somebody')).toBeTruthy()
  expect(pictures()).toContain('/tiles/15/17601/10746.png')
  expect(pictures().every((path) => path?.startsWith('/tiles/15/') === true)).toBe(true)
})

it('gives way to the plain view when a picture does not come', async () => {
  await shown()
  const [first] = document.querySelectorAll('img')
  if (first === undefined) throw new Error('no picture')
  await act(async () => void fireEvent.error(first))
  expect(screen.getByText('the plain view')).toBeTruthy()
  expect(pictures()).toEqual([])
})
