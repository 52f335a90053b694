import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { PATHS } from '#lib/paths.ts'
import { toastsAtom } from '#notifications/toasts.ts'
import { OpenLocationPage } from '../../../../src/pages/open-location/open-location.tsx'
import { renderFeature } from '../features/render-feature.tsx'

const at = (query: string) =>
  renderFeature(
    <Routes>
      <Route path={PATHS.openLocation} element={<OpenLocationPage />} />
    </Routes>,
    PATHS.openLocation + query,
  )
const LINK = '?name=Caf%C3%A9&address=Main+Street+1%2C+Berlin&latitude=52.5&longitude=13.4'

it('shows the own office, which is an example, with its opening hours', async () => {
  await at('')
  expect(screen.getByText(/This is an example/)).toBeTruthy()
  expect(screen.getByText('1 Example Road, Shanghai, China')).toBeTruthy()
  expect(screen.getByText('Monday – Friday')).toBeTruthy()
  expect(screen.getByText('09:00 – 18:00')).toBeTruthy()
  expect(screen.getByText('Local time there: China Standard Time')).toBeTruthy()
})

it('shows what a link names, says that it comes from the link, and claims no hours for it', async () => {
  await at(LINK)
  expect(screen.getByRole('heading', { name: 'Café' })).toBeTruthy()
  expect(screen.getByText(/come from the link you opened, not from Fairtick/)).toBeTruthy()
  expect(screen.queryByText('Opening hours')).toBeNull()
  const map = screen.getByRole('link', { name: 'Open in a map app' })
  expect(map.getAttribute('href')).toBe('geo:52.5,13.4?q=52.5,13.4(Caf%C3%A9)')
  const site = screen.getByRole('link', { name: 'View on OpenStreetMap (opens in a new tab)' })
  expect(site.getAttribute('href')).toContain('mlat=52.5&mlon=13.4')
  expect([site.getAttribute('target'), site.getAttribute('rel')]).toEqual([
    '_blank',
    'noopener noreferrer',
  ])
})

it('draws a sketch of the surroundings, says what it is, and requests nothing', async () => {
  const fetched = vi.fn<() => void>()
  vi.stubGlobal('fetch', fetched)
  const { view } = await at(LINK)
  const sketch = screen.getByRole('img', { name: 'Sketch of the surroundings' })
  const cities = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(cities[0]).toBe('1Leipzig147 km to the southwest')
  expect([...sketch.querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual(
    cities.map((_, i) => String(i + 1)),
  )
  expect(screen.getByText(/This is a sketch, not a map.*circles are 100 km apart/)).toBeTruthy()
  expect(view.container.querySelector('img, image')).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})

it('copies the address and the coordinates, and says so when it cannot', async () => {
  const { store } = await at(LINK)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Copy address' }))
  expect(await navigator.clipboard.readText()).toBe('Main Street 1, Berlin')
  await user.click(screen.getByRole('button', { name: 'Copy coordinates' }))
  expect(await navigator.clipboard.readText()).toBe('52.5, 13.4')
  expect(store.get(toastsAtom).at(-1)).toMatchObject({ tone: 'good', text: 'Copied' })
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
  await user.click(screen.getByRole('button', { name: 'Copy address' }))
  expect(store.get(toastsAtom).at(-1)).toMatchObject({ tone: 'bad' })
})

it('shows nothing of a damaged link, and the way to the office', async () => {
  await at('?name=Caf%C3%A9&latitude=520&longitude=13.4')
  expect(screen.queryByText('Café')).toBeNull()
  expect(screen.getByText('This link doesn’t contain a place we can show')).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'See our office' }))
  expect(screen.getByText(/This is an example/)).toBeTruthy()
})
