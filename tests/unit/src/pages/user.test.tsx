import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import {
  sampleBalance,
  sampleDeposit,
  sampleProfile,
  sampleWithdrawal,
  verificationWire,
} from '#support/sample-account.ts'
import { reachabilityAtom } from '#api/reachability.ts'
import { toastsAtom } from '#notifications/toasts.ts'
import { UserPage } from '../../../../src/pages/user/user.tsx'
import { fakeNetwork, json, problem, renderFeature } from '../features/render-feature.tsx'

const closing = (closesAt: number | null) => json({ closesAt, obstacles: [] })
beforeEach(() => {
  fakeNetwork(() => closing(null))
})

async function shown() {
  localStorage.setItem('token', 'handle')
  const room = await renderFeature(<UserPage />)
  const { streams } = room
  const say = {
    balance: (change = {}) =>
      act(async () =>
        streams.state$('balance').next({ value: sampleBalance(change), asOf: streams.now }),
      ),
    profile: (change = {}) =>
      act(async () =>
        streams.state$('profile').next({ value: sampleProfile(change), asOf: streams.now }),
      ),
  }
  return { ...room, say, user: userEvent.setup() }
}
const figure = (label: string): string =>
  screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent ?? ''
const row = (name: RegExp | string) => screen.getByRole('link', { name })

it('tells a visitor what it is, lets them in and asks for nothing', async () => {
  const { streams } = await renderFeature(<UserPage />, '/pages/user/user')
  expect(screen.getByText('Your account in one place')).toBeTruthy()
  expect(row('Log in').getAttribute('href')).toContain(encodeURIComponent('/pages/user/user'))
  expect(row('Settings')).toBeTruthy()
  expect(streams.leases.size).toBe(0)
})

it('says that the account is closing, above everything else', async () => {
  fakeNetwork(() => closing(Date.UTC(2026, 4, 18, 10)))
  const { say } = await shown()
  await say.profile()
  const banner = await screen.findByRole('complementary', { name: 'Close my account' })
  expect(banner.textContent).toContain('Your account closes on')
  const head = screen.getByText('Account opening code')
  expect(banner.compareDocumentPosition(head)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('holds the place of what it has not heard, without a figure that could be taken for zero', async () => {
  await shown()
  expect(screen.queryByText('0.00')).toBeNull()
  expect(screen.getByText('Account opening code')).toBeTruthy()
})

it('shows everything of the user as the streams bring it', async () => {
  const { say } = await shown()
  const parts = { available: '870.00', staked: '50.00', held: '50.00', fund: '30.00' }
  const amounts = { ...parts, total: '1000.00' }
  await say.balance({
    ...amounts,
    profitAndLoss: '-12.30',
    today: { profitAndLoss: '4.50', endsAt: 1_700_006_400_000 },
  })
  await say.profile({ invited: 2, verification: verificationWire({ status: 'verified' }) })
  expect(screen.getByText('1,000.00')).toBeTruthy()
  expect(figure('Available balance')).toBe('870.00')
  expect(figure('In positions')).toBe('50.00')
  expect(figure('Held for withdrawals')).toBe('50.00')
  expect(figure("Yu'ebao")).toBe('30.00')
  expect(figure('Account profit and loss')).toBe('−12.30')
  expect(figure('Today’s profit and loss')).toBe('+4.50')
  expect(screen.getByText(/2 people have registered/)).toBeTruthy()
  expect(screen.getAllByText('Verified')).toHaveLength(2)
  await say.balance({ version: 2, ...amounts, total: '1001.00' })
  expect(screen.getByText('1,001.00')).toBeTruthy()
})

it('sets today’s figure back when the server’s day has ended', async () => {
  const { say, streams } = await shown()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  await say.balance({ today: { profitAndLoss: '4.50', endsAt: streams.now + 1_000 } })
  expect(figure('Today’s profit and loss')).toBe('+4.50')
  streams.now += 1_000
  await act(async () => vi.advanceTimersByTime(1_000))
  expect(figure('Today’s profit and loss')).toBe('0.00')
  vi.useRealTimers()
})

it('hides every amount and remembers it on this device', async () => {
  const { say, user } = await shown()
  await say.balance({ total: '1000.00', profitAndLoss: '5.00' })
  await user.click(screen.getByRole('button', { name: 'Hide amounts' }))
  expect(screen.queryByText('1,000.00')).toBeNull()
  expect(figure('Account profit and loss')).toBe('••••')
  expect(localStorage.getItem('hideAmounts')).toBe('true')
})

it('says of each matter how it stands, and follows it', async () => {
  const { say, streams } = await shown()
  await say.profile({ verification: verificationWire({ status: 'verifying' }) })
  expect(row(/^Verification/).textContent).toContain('Under review')
  expect(row(/^Withdraw to/).textContent).toContain('Not set')
  expect(row(/^Two-step verification/).textContent).toContain('Off')
  await act(async () => {
    const deposits = [sampleDeposit(), sampleDeposit({ id: '2', status: 'approved' })]
    streams.state$('deposits').next({ value: deposits, asOf: streams.now })
    const withdrawals = [sampleWithdrawal({ status: 'paying' }), sampleWithdrawal({ id: '2' })]
    streams.state$('withdrawals').next({ value: withdrawals, asOf: streams.now })
    streams.state$('messages').next({ value: { unread: 3, latest: [] }, asOf: streams.now })
  })
  expect(row(/^Deposits/).textContent).toContain('1 under review')
  expect(row(/^Withdrawals/).textContent).toContain('2 under review')
  expect(row(/^System messages/).textContent).toContain('3 unread')
  await say.profile({ version: 2, factors: { totp: true, recoveryCodesLeft: 8, passkeys: [] } })
  expect(row(/^Two-step verification/).textContent).toContain('1 on')
})

it('keeps what is stale and says how old it is', async () => {
  const { say, store, streams } = await shown()
  await say.balance({ total: '1000.00' })
  await act(async () => {
    store.set(reachabilityAtom, 'offline')
    streams.connection$.next({
      status: 'reconnecting',
      attempt: 1,
      nextAttemptAt: null,
      asOf: null,
    })
  })
  const card = screen.getByText('1,000.00').closest('[data-balance]')
  expect(card?.getAttribute('data-balance')).toBe('stale')
  expect(card?.textContent).toContain('As of')
})

it('says that it could not be loaded when the streams fail', async () => {
  const { streams } = await shown()
  await act(async () => {
    streams.state$('profile').error(new Error('lost'))
    streams.state$('balance').error(new Error('lost'))
  })
  const faults = screen.getAllByRole('alert').map(({ textContent }) => textContent)
  expect(faults).toHaveLength(2)
  expect(faults.join()).toContain('We couldn’t load your balance')
})

it('copies the opening code and says so in the specification’s words', async () => {
  const { say, store, user } = await shown()
  await say.profile()
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe('0123456789')
  expect(store.get(toastsAtom).at(-1)?.text).toBe('Account opening code copied successfully')
})

it('shows how the credit score is worked out', async () => {
  const { say, user } = await shown()
  await say.profile({
    verification: verificationWire({ status: 'verified' }),
    completedPayouts: 1,
    createdAt: 1_700_000_000_000 - 9 * 86_400_000,
  })
  await user.click(screen.getByRole('button', { name: /^Credit score/ }))
  const sheet = screen.getByRole('dialog', { name: 'Credit score' })
  expect(within(sheet).getByText('57 of 100')).toBeTruthy()
  const meters = within(sheet).getAllByRole('meter')
  expect(meters.map((meter) => meter.getAttribute('aria-valuenow'))).toEqual(['50', '3', '4'])
  expect(within(sheet).getByText(/9 days so far/)).toBeTruthy()
  expect(within(sheet).getByText(/never decides whether you can withdraw/)).toBeTruthy()
})

it('changes the nickname, and keeps what was typed when it is refused', async () => {
  const { say, user, store } = await shown()
  await say.profile()
  let refuse = true
  const calls = fakeNetwork(({ path }) => {
    if (path === '/me') return json({}, 500)
    return refuse ? problem('rate_limited', 429) : new Response(null, { status: 204 })
  })
  await user.click(screen.getByRole('button', { name: 'Change nickname' }))
  const field = screen.getByLabelText('Nickname')
  await user.clear(field)
  await user.type(field, ' N ')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(calls).toHaveLength(0)
  await user.type(field, 'ew name ')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(calls.at(-1)?.body).toBe('{"nickname":"N ew name"}')
  expect(screen.getByLabelText<HTMLInputElement>('Nickname').value).toContain('ew name')
  refuse = false
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(store.get(toastsAtom).at(-1)?.text).toBe('Nickname saved')
})
