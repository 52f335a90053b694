import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { tokenAtom } from '#api/session.ts'
import { chimeAtom, systemNoticesAtom } from '#notifications/channels.ts'
import { PATHS } from '#lib/paths.ts'
import { settleLogOut } from '#device/owed-log-out.ts'
import { toastsAtom } from '#notifications/toasts.ts'
import { sampleProfile } from '#support/sample-account.ts'
import { SettingsPage } from '../../../../src/pages/set/set.tsx'
import { fakeNetwork, json, type Network, renderFeature } from '../features/render-feature.tsx'

const STORED = ['token', 'userInfo', 'appInfo', 'registerInfo']
const gone: Network = ({ method }) =>
  method === 'DELETE' ? new Response(null, { status: 204 }) : json({}, 500)

async function shown(answer: Network = gone, address: string = PATHS.settings) {
  const calls = fakeNetwork(answer)
  const page = (
    <Routes>
      <Route path={PATHS.settings} element={<SettingsPage />} />
      <Route path={PATHS.login} element={<p>the log-in page</p>} />
    </Routes>
  )
  const chime = vi.fn()
  const ask = vi.fn(async () => false)
  const room = await renderFeature(page, address, (store) => {
    store.set(chimeAtom, { chime })
    store.set(systemNoticesAtom, { supported: () => true, ask, show: () => undefined })
  })
  return { ...room, calls, chime, ask, user: userEvent.setup() }
}
function loggedIn(): void {
  localStorage.setItem('token', 'handle')
  localStorage.setItem('userInfo', '{"account":"trader_one","nickname":"Trader"}')
  localStorage.setItem('appInfo', '{}')
  localStorage.setItem('registerInfo', '{"account":"a","phone":"b","openingCode":"c"}')
}
const answer = async (user: ReturnType<typeof userEvent.setup>, yes: string) => {
  const question = screen.getByRole('alertdialog')
  await user.click(within(question).getByRole('button', { name: yes }))
}

it('offers a visitor the look, the version and the ways in, and nothing of an account', async () => {
  const { streams } = await shown()
  expect(screen.getByText('Display and language')).toBeTruthy()
  expect(screen.getByText('1.0.0 (100)')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
  expect(screen.queryByText('Security')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull()
  expect(streams.leases.size).toBe(0)
})

it('says where a password is changed, and that customer service helps who has forgotten it', async () => {
  loggedIn()
  await shown()
  expect(screen.getByText(/under Passwords/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Customer service' })
  expect(link.getAttribute('href')).toBe(PATHS.support)
})

it('opens the sheet that the address names', async () => {
  loggedIn()
  const { streams } = await shown(gone, `${PATHS.settings}?open=factors`)
  await act(async () =>
    streams.state$('profile').next({ value: sampleProfile(), asOf: streams.now }),
  )
  expect(screen.getByRole('dialog', { name: 'Authenticator app' })).toBeTruthy()
})

it('logs out after a question', async () => {
  loggedIn()
  const { calls, store, user } = await shown()
  await user.click(screen.getByRole('button', { name: 'Log out' }))
  expect(store.get(tokenAtom)).toBe('handle')
  await answer(user, 'Log out')
  expect(store.get(tokenAtom)).toBe('')
  expect(screen.getByText('the log-in page')).toBeTruthy()
  expect(calls.some(({ method, path }) => method === 'DELETE' && path === '/session')).toBe(true)
})

it('clears the cache after a question: all four stored things go, and a log-in is due', async () => {
  loggedIn()
  localStorage.setItem('language', 'en')
  const { store, user } = await shown()
  await user.click(screen.getByRole('button', { name: /^Clear cache/ }))
  await answer(user, 'Cancel')
  expect(localStorage.getItem('token')).toBe('handle')
  await user.click(screen.getByRole('button', { name: /^Clear cache/ }))
  await answer(user, 'Clear cache')
  expect(STORED.map((key) => localStorage.getItem(key))).toEqual([null, null, null, null])
  expect(localStorage.getItem('language')).toBe('en')
  expect(screen.getByText('the log-in page')).toBeTruthy()
  expect(store.get(toastsAtom).at(-1)?.text).toMatch(/^Cache cleared/)
})

it('clears the cache offline too, and tells the server once it can be reached', async () => {
  loggedIn()
  let online = false
  const { calls, user } = await shown((sent) => {
    if (!online) throw new TypeError('offline')
    return gone(sent)
  })
  await user.click(screen.getByRole('button', { name: /^Clear cache/ }))
  await answer(user, 'Clear cache')
  expect(STORED.map((key) => localStorage.getItem(key))).toEqual([null, null, null, null])
  expect(screen.getByText('the log-in page')).toBeTruthy()
  online = true
  expect(await settleLogOut()).toBe(true)
  expect(calls.at(-1)).toMatchObject({ method: 'DELETE', path: '/session' })
  expect(settleLogOut()).toBe(true)
})

it('turns the sound on with a tone, and notifications only when the browser allows them', async () => {
  const { ask, chime, user } = await shown()
  await user.click(screen.getByRole('switch', { name: 'Sound' }))
  expect(chime).toHaveBeenCalledTimes(1)
  expect(localStorage.getItem('noticeSound')).toBe('true')
  const system = screen.getByRole<HTMLInputElement>('switch', { name: 'System notifications' })
  await user.click(system)
  expect(system.checked).toBe(false)
  expect(screen.getByText(/doesn’t allow this/)).toBeTruthy()
  ask.mockResolvedValue(true)
  await user.click(system)
  expect(system.checked).toBe(true)
})

it('changes theme and colours at once', async () => {
  const { user } = await shown()
  await user.click(screen.getByRole('radio', { name: 'Dark' }))
  await user.click(screen.getByRole('radio', { name: 'Red for up' }))
  expect(localStorage.getItem('theme')).toBe('dark')
  expect(localStorage.getItem('upColour')).toBe('red')
})
