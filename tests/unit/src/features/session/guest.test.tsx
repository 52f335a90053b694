import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useAtomValue } from 'jotai'
import { expect, it, vi } from 'vitest'
import { appInfoAtom, guestAtom, loggedInAtom, memberAtom } from '#api/session.ts'
import { getAppInfo } from '#contract/endpoints/app.ts'
import { timeMs } from '#contract/scalars.ts'
import { GuestSheet } from '#features/session/guest-sheet.tsx'
import { LogOut } from '#features/settings/log-out.tsx'
import { balanceWire, sampleBalance } from '#support/sample-account.ts'
import { FundPage } from '../../../../../src/pages/money/money.tsx'
import { LoginPage } from '../../../../../src/pages/login/login.tsx'
import { RegisterCheckPage } from '../../../../../src/pages/login/register-check.tsx'
import { SupportPage } from '../../../../../src/pages/support/support.tsx'
import { UserPage } from '../../../../../src/pages/user/user.tsx'
import { PATHS } from '#lib/paths.ts'
import {
  fakeNetwork,
  json,
  openExplanations,
  problem,
  renderFeature,
  type Sent,
} from '../render-feature.tsx'

const me = {
  account: 'g_0123456789',
  nickname: 'g_0123456789',
  openingCode: '0123456789',
  level: 'ordinary',
  createdAt: 1,
  guest: true,
}
const INFO = getAppInfo.reply.parse({
  version: '1.0.0',
  versionCode: 1,
  practice: true,
  guests: true,
  supportContact: 'mailto:help@fairtick.example',
  practiceReviewer: true,
  source: 'simulated',
  speed: 1,
  serverTime: 1,
})
const stored = (guest: boolean): void => {
  localStorage.setItem('token', 'handle')
  localStorage.setItem('userInfo', JSON.stringify({ account: me.account, nickname: 'x', guest }))
}
const TAP = /^Try with practice money/

function Sheet({ onGuest }: { onGuest: () => void }) {
  useAtomValue(loggedInAtom)
  return <GuestSheet open onClose={() => undefined} onGuest={onGuest} />
}
async function sheet(answers: (sent: Sent, n: number) => Response | Promise<Response>) {
  let n = 0
  const calls = fakeNetwork((sent) => {
    n += 1
    return answers(sent, n)
  })
  const onGuest = vi.fn()
  const room = await renderFeature(<Sheet onGuest={onGuest} />)
  return { ...room, calls, onGuest, user: userEvent.setup() }
}
const practice = () => json({ amount: '10000.00', balance: balanceWire() })
const afterEntry = ({ path }: Sent) => (path === '/me' ? json({ handle: 'h', me }) : practice())

it('makes a guest by a tap, asks for practice money and goes on to the order', async () => {
  const { calls, onGuest, store, user } = await sheet((sent) =>
    sent.path === '/guest' ? json({ handle: 'h', me }) : afterEntry(sent),
  )
  expect(calls).toEqual([])
  await user.click(screen.getByRole('button', { name: TAP }))
  await waitFor(() => expect(onGuest).toHaveBeenCalledOnce())
  expect(calls.map(({ path }) => path)).toEqual(['/guest', '/me', '/practice-money'])
  expect([store.get(loggedInAtom), store.get(guestAtom), store.get(memberAtom)]).toEqual([
    true,
    true,
    false,
  ])
})

it('says nothing to a guest while the sheet still waits for the practice money', async () => {
  const money = Promise.withResolvers<void>()
  const { calls, onGuest, store, user } = await sheet(async (sent) => {
    if (sent.path === '/practice-money') await money.promise
    return sent.path === '/guest' ? json({ handle: 'h', me }) : afterEntry(sent)
  })
  await user.click(screen.getByRole('button', { name: TAP }))
  await waitFor(() => expect(calls.at(-1)?.path).toBe('/practice-money'))
  expect(store.get(guestAtom)).toBe(true)
  expect(screen.queryByText(/Register to use this feature/)).toBeNull()
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Log in',
    'Register',
  ])
  money.resolve()
  await waitFor(() => expect(onGuest).toHaveBeenCalledOnce())
})

it('asks for the same guest after a lost answer, also with the next tap', async () => {
  let up = false
  const { calls, onGuest, user } = await sheet((sent) => {
    if (sent.path !== '/guest') return afterEntry(sent)
    if (!up) throw new TypeError('no network')
    return json({ handle: 'h', me })
  })
  await user.click(screen.getByRole('button', { name: TAP }))
  await screen.findByRole('alert')
  up = true
  await user.click(screen.getByRole('button', { name: TAP }))
  await waitFor(() => expect(onGuest).toHaveBeenCalled())
  const bodies = calls.filter(({ path }) => path === '/guest').map(({ body }) => body)
  expect(bodies.length).toBeGreaterThan(1)
  expect(new Set(bodies).size).toBe(1)
  expect(localStorage.getItem('guestKey')).toBeNull()
})

it('says so when there is no room for another guest', async () => {
  const { onGuest, user } = await sheet(() => problem('guests_full', 409))
  await user.click(screen.getByRole('button', { name: TAP }))
  expect((await screen.findByRole('alert')).textContent).toContain('no room for another guest')
  expect(onGuest).not.toHaveBeenCalled()
})

it('says before the tap that no guest begins while a user of this device is on a break', async () => {
  const { calls, store, streams } = await sheet(() => json({}))
  await act(async () =>
    store.set(appInfoAtom, { ...INFO, pausedUntil: timeMs.parse(streams.now + 1) }),
  )
  expect(screen.queryByRole('button', { name: TAP })).toBeNull()
  expect(
    screen.getByText(/^Someone who was logged in on this device is taking a break/),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
  await act(async () => store.set(appInfoAtom, { ...INFO, pausedUntil: timeMs.parse(streams.now) }))
  expect(screen.getByRole('button', { name: TAP })).toBeTruthy()
  expect(calls).toEqual([])
})

it('offers the log-in and the registration too', async () => {
  await sheet(() => json({}))
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Register' })).toBeTruthy()
})

it('shows a guest who they are, what they have, and nothing that is closed', async () => {
  stored(true)
  const { streams } = await renderFeature(<UserPage />)
  await act(async () =>
    streams.state$('balance').next({ value: sampleBalance({ total: '50.00' }), asOf: streams.now }),
  )
  expect(screen.getByText('Guest on this device')).toBeTruthy()
  expect(screen.getByText(/Expires after 30 days without a visit/)).toBeTruthy()
  const register = screen.getByRole('link', { name: 'Register and keep everything' })
  expect(register.getAttribute('href')).toContain('registerCheck')
  for (const closed of ['Quick deposit', 'Withdraw', 'Customer service', 'Messages'])
    expect(screen.queryByRole('link', { name: closed })).toBeNull()
  expect([...streams.leases.keys()].filter((key) => /profile|fund|messages/.test(key))).toEqual([])
})

it('invites a guest to register where a page is closed, and asks the server for nothing', async () => {
  stored(true)
  for (const page of [<FundPage key="fund" />, <SupportPage key="support" />]) {
    const { streams, view } = await renderFeature(page)
    expect(screen.getByText(/Register to use this feature/)).toBeTruthy()
    const [first] = screen
      .getAllByRole('link')
      .filter((link) => /Register|Log in/.test(link.textContent))
    expect(first?.textContent).toBe('Register')
    expect([...streams.leases.keys()].filter((key) => /^(fund|support)/.test(key))).toEqual([])
    view.unmount()
  }
})

it('warns a guest at the log-in and at the log-out', async () => {
  stored(true)
  const logIn = await renderFeature(<LoginPage />)
  expect(screen.getByText(/doesn’t move the guest’s orders/)).toBeTruthy()
  logIn.view.unmount()
  await renderFeature(<LogOut onDone={() => undefined} />)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Log out' }))
  expect(screen.getByText('End the guest account?')).toBeTruthy()
})

it('tells users nothing of guests', async () => {
  stored(false)
  await renderFeature(<LoginPage />)
  expect(screen.queryByText(/trading as a guest/)).toBeNull()
})

it('leads from a forgotten password to the recovery, and says how to reach customer service if it can be', async () => {
  const { store } = await renderFeature(<LoginPage />)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Forgot your password?' }))
  expect(screen.getByRole('link', { name: 'Recover my account' }).getAttribute('href')).toBe(
    PATHS.recovery,
  )
  openExplanations()
  expect(screen.getByText(/Our staff can’t see or reset your password/)).toBeTruthy()
  expect(screen.getByText(/gives no contact outside the app/)).toBeTruthy()
  await act(async () => store.set(appInfoAtom, INFO))
  const link = screen.getByRole('link', { name: 'help@fairtick.example' })
  expect(link.getAttribute('href')).toBe('mailto:help@fairtick.example')
})

it('says where an opening code comes from', async () => {
  await renderFeature(<RegisterCheckPage />)
  await userEvent.setup().click(screen.getByRole('button', { name: 'How do I get a code?' }))
  expect(screen.getByText(/Ask the person who invited you/)).toBeTruthy()
})
