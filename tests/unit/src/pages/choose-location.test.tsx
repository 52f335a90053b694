import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { createStore } from 'jotai/vanilla'
import { Route, Routes } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { logOutAtom } from '#api/session.ts'
import { PayoutView } from '#features/payout-account/payout-view.tsx'
import { type Located, locateAtom } from '#features/places/locate.ts'
import { PATHS } from '#lib/paths.ts'
import { askPlaceAtom, placeRequestAtom } from '#data/place-request.ts'
import { ChooseLocationPage } from '../../../../src/pages/choose-location/choose-location.tsx'
import { fakeNetwork, json, renderFeature } from '../features/render-feature.tsx'

interface Setting {
  located?: Located
  prepare?: (store: ReturnType<typeof createStore>) => void
}

async function at(address: string, { located, prepare }: Setting = {}) {
  const calls = fakeNetwork(() => json({}, 404))
  const locate = vi.fn(async () => located ?? ({ status: 'unavailable' } as const))
  const room = await renderFeature(
    <Routes>
      <Route path={PATHS.accountDetail} element={<PayoutView onSaved={() => undefined} />} />
      <Route path={PATHS.chooseLocation} element={<ChooseLocationPage />} />
    </Routes>,
    address,
    (store) => {
      store.set(locateAtom, { locate })
      prepare?.(store)
    },
  )
  return { ...room, calls, locate, user: userEvent.setup() }
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const search = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'City or country' })
const rows = (title: string): (string | null)[] =>
  within(screen.getByRole('region', { name: title }))
    .getAllByRole('button')
    .map((row) => row.textContent)

it('fills the form that asked, and everything else typed there is still there', async () => {
  const { user } = await at(PATHS.accountDetail)
  await user.type(box('Account holder'), 'Wang Xiaoming')
  await user.type(box('Account number or IBAN'), '4111 1111 1111 1111')
  await user.type(box('Branch name or address'), '1 Long Road')
  await user.click(screen.getByRole('button', { name: 'Choose a place' }))
  await user.type(search(), 'shangh')
  await user.click(screen.getByRole('button', { name: /^Shanghai/ }))
  // The street that was typed already joins the city.
  expect(box('Street, number, building').value).toBe('1 Long Road')
  await user.click(screen.getByRole('button', { name: 'Use this address' }))
  expect(box('Branch name or address').value).toBe('1 Long Road, Shanghai, China')
  expect(box('Account holder').value).toBe('Wang Xiaoming')
  expect(box('Account number or IBAN').value).toBe('4111 1111 1111 1111')
})

it('takes an address as it was typed', async () => {
  const { user } = await at(PATHS.accountDetail)
  await user.click(screen.getByRole('button', { name: 'Choose a place' }))
  await user.type(search(), 'Back Lane 7')
  await user.click(screen.getByRole('button', { name: 'Use “Back Lane 7”' }))
  expect(box('Branch name or address').value).toBe('Back Lane 7')
})

const WAITING = { form: 'payout-account', field: 'branch', fields: { holder: 'Wang Xiaoming' } }

it('gives back what waited, once', async () => {
  const { store } = await at(PATHS.accountDetail, {
    prepare: (store) => store.set(askPlaceAtom, WAITING),
  })
  expect(box('Account holder').value).toBe('Wang Xiaoming')
  expect(store.get(placeRequestAtom)).toBeNull()
})

it('gives what waited to nobody but the one who typed it', async () => {
  localStorage.setItem('token', 'handle')
  localStorage.setItem('userInfo', '{"account":"trader_one","nickname":"Trader"}')
  await at(PATHS.accountDetail, {
    prepare: (store) => {
      store.set(askPlaceAtom, WAITING)
      expect(store.get(placeRequestAtom)).toMatchObject(WAITING)
      void store.set(logOutAtom)
    },
  })
  expect(box('Account holder').value).toBe('')
})

it('forgets at a direct visit that another page once asked', async () => {
  await at(PATHS.chooseLocation, { prepare: (store) => store.set(askPlaceAtom, WAITING) })
  await userEvent.click(screen.getByRole('button', { name: /^London/ }))
  expect(screen.queryByRole('button', { name: 'Use this address' })).toBeNull()
})

it('offers an address to be copied when nobody asked', async () => {
  const { user } = await at(PATHS.chooseLocation)
  await user.type(search(), 'Paris')
  expect(screen.queryByRole('button', { name: /^Use “/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Paris/ }))
  expect(document.activeElement?.textContent).toBe('Paris, France')
  expect(screen.queryByRole('button', { name: 'Use this address' })).toBeNull()
  await user.type(box('Street, number, building'), '5 rue Longue')
  await user.click(screen.getByRole('button', { name: 'Copy address' }))
  expect(await navigator.clipboard.readText()).toBe('5 rue Longue, Paris, France')
  const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(href('See the place')).toContain('latitude=48.86&longitude=2.35')
  expect(href('Open in a map app')).toContain('geo:48.86,2.35?q=48.86,2.35(Paris')
  expect(href('View on OpenStreetMap (opens in a new tab)')).toContain('mlat=48.86&mlon=2.35')
})

it('names a city state once, and says when the list has no such name', async () => {
  const { user } = await at(PATHS.chooseLocation)
  await user.type(search(), 'singapore')
  await user.click(screen.getByRole('button', { name: /^Singapore/ }))
  expect(screen.getByRole('heading', { name: 'Singapore' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Choose another city' }))
  await user.type(search(), 'qqq')
  expect(screen.getByText('The list has no city or country with that name.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(search().value).toBe('')
})

it('asks where the device is on its button alone, and sends that nowhere', async () => {
  const where = { status: 'found', latitude: 52.4, longitude: 13.1 } as const
  const { user, locate, calls } = await at(PATHS.chooseLocation, { located: where })
  expect(locate).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Use my location' }))
  expect(rows('Nearest cities in the list')[0]).toMatch(/^BerlinGermany2\d km$/)
  expect(calls).toEqual([])
  expect(localStorage.length).toBe(0)
  await user.click(screen.getByRole('button', { name: 'Back to search' }))
  expect(rows('Cities in the list').length).toBeGreaterThan(5)
})

it.each([
  ['refused', /Your browser didn’t allow it/],
  ['unavailable', /couldn’t find its location/],
] as const)(
  'says so when the device’s place is %s, and searching goes on',
  async (status, text) => {
    const { user } = await at(PATHS.chooseLocation, { located: { status } })
    await user.click(screen.getByRole('button', { name: 'Use my location' }))
    expect(screen.getByRole('alert').textContent).toMatch(text)
    await user.type(search(), 'Rome')
    expect(rows('Cities in the list')).toHaveLength(1)
  },
)
