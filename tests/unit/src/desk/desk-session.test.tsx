import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createStore } from 'jotai/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { DESK_IDLE_MS } from '#contract/desk.ts'
import { DeskApp } from '#desk/desk-app.tsx'
import { checkDeskAtom, keepActivity } from '#desk/desk-session.ts'
import { type PasskeyAnswer, passkeysAtom } from '#features/security/passkeys.ts'
import { setUpLanguage } from '#i18n/setup.ts'
import { streamsAtom } from '#streams'
import { createFakeStreams } from '#support/fake-streams.ts'
import { render } from '@testing-library/react'
import { fakeNetwork, fillIn, json, problem, type Sent } from '../features/render-feature.tsx'

const OPERATOR = { name: 'anna', createdAt: 1_700_000_000_000 }
const WAITING = {
  verifications: 0,
  deposits: 0,
  withdrawals: 0,
  payout_changes: 0,
  fund_rates: 0,
  recoveries: 0,
  support: 0,
  frozen: 0,
}
const ME = {
  operator: OPERATOR,
  desk: { revision: 1, waiting: WAITING, typing: [], space: 'enough' },
}
const REFUSED = { count: 900, latestAt: 1_700_000_000_000, latestFrom: '192.0.2.150' }

let stop = (): void => undefined
afterEach(() => stop())
beforeEach(() => {
  localStorage.setItem('language', 'en')
})

/** `here`: whether the server knows a session. */
async function open({
  here,
  logIn = () => json({ operator: OPERATOR, refused: null }),
}: {
  here: () => boolean
  logIn?: (sent: Sent) => Response
}) {
  const calls = fakeNetwork((sent) => {
    const { method, path } = sent
    if (path === '/desk/session' && method === 'POST') return logIn(sent)
    if (path === '/desk/session/challenge') return json({ options: { challenge: 'abc' } })
    if (!here()) return problem('not_found', 404)
    if (path === '/desk/me') return json(ME)
    if (method !== 'GET') return new Response(null, { status: 204 })
    return json({ items: [], next: null })
  })
  const store = createStore()
  const prove = vi.fn(
    async (): Promise<PasskeyAnswer> => ({ ok: true, answer: { id: 'credential' } }),
  )
  store.set(passkeysAtom, { lack: () => null, make: prove, prove })
  store.set(streamsAtom, createFakeStreams())
  const i18n = await setUpLanguage('en')
  await i18n.loadNamespaces(['desk', 'security'])
  stop = keepActivity(store)
  await act(async () => render(<DeskApp store={store} i18n={i18n} />))
  await act(async () => store.set(checkDeskAtom))
  return { calls, store }
}
const bodies = (calls: readonly Sent[], path: string) =>
  calls
    .filter((sent) => sent.path === path && sent.method === 'POST')
    .map(({ body }) => z.unknown().parse(JSON.parse(body)))

async function credentials() {
  const user = userEvent.setup()
  await fillIn(user, await screen.findByLabelText('Operator'), 'anna')
  await fillIn(user, screen.getByLabelText('Password'), 'a-password')
  return user
}

describe('logging in at the desk', () => {
  it('sends name, password and code together, and tells of refused log-ins until they are read', async () => {
    const { calls } = await open({
      here: () => false,
      logIn: () => json({ operator: OPERATOR, refused: REFUSED }),
    })
    const user = await credentials()
    const submit = screen.getByRole('button', { name: 'Log in' })
    expect(submit.hasAttribute('disabled')).toBe(true)
    await fillIn(user, screen.getByLabelText('6-digit authenticator code'), '123 456')
    await user.click(submit)
    const notice = await screen.findByText(/900 login attempts under your name were rejected/)
    expect(notice.textContent).toContain('192.0.2.150')
    const proof = { kind: 'totp', code: '123456' }
    expect(bodies(calls, '/desk/session')).toEqual([
      { name: 'anna', password: 'a-password', proof },
    ])
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(screen.queryByText(/were rejected/)).toBeNull()
  })
  it('says nothing of which of them was wrong, and what an operator without an authenticator must do', async () => {
    const answers = [
      () => problem('login_failed', 401),
      () => problem('operator_not_enrolled', 403),
    ]
    await open({ here: () => false, logIn: () => (answers.shift() ?? (() => json({})))() })
    const user = await credentials()
    const code = screen.getByLabelText('6-digit authenticator code')
    await fillIn(user, code, '111111')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await screen.findByText(/The name, password or code is wrong/)
    await fillIn(user, code, '222222')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await screen.findByText(
      /This operator has no authenticator app yet.*npm run operator -- enrol NAME/,
    )
  })
  it('takes a passkey instead of a code', async () => {
    const { calls } = await open({ here: () => false })
    const user = await credentials()
    await user.click(screen.getByRole('button', { name: 'Log in with a passkey' }))
    await screen.findByRole('button', { name: 'Log out' })
    expect(bodies(calls, '/desk/session')).toMatchObject([
      { proof: { kind: 'passkey', answer: { id: 'credential' } } },
    ])
  })
})

describe('an idle desk', () => {
  async function idle(here: () => boolean) {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    location.hash = '#/customers/all/somebody'
    const opened = await open({ here })
    await screen.findByRole('button', { name: 'Log out' })
    return opened
  }
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  it('shows nothing any more after fifteen minutes, says so and offers the log-in', async () => {
    let known = true
    await idle(() => known)
    await pass(DESK_IDLE_MS - 10_000)
    expect(screen.queryByRole('button', { name: 'Log out' })).not.toBeNull()
    known = false
    await pass(20_000)
    await screen.findByText(/Your session has ended/)
    expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull()
    expect(location.hash).toBe('')
  })
  it('hides what was open also when the server does not answer', async () => {
    await idle(() => true)
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    await pass(DESK_IDLE_MS + 10_000)
    await screen.findByText(/Your session has ended/)
  })
  it('stays while keys and pointers are used, and tells the server of it twice a minute at most', async () => {
    const { calls } = await idle(() => true)
    for (let minute = 0; minute < 20; minute += 1) {
      for (let i = 0; i < 6; i += 1) {
        fireEvent.keyDown(document.body, { key: 'x' })
        await pass(10_000)
      }
    }
    expect(screen.queryByRole('button', { name: 'Log out' })).not.toBeNull()
    const told = bodies(calls, '/desk/session/activity').length
    expect(told).toBeGreaterThan(30)
    expect(told).toBeLessThan(42)
  })
  it('takes no key of somebody who comes too late as a sign of life', async () => {
    let known = true
    const { calls } = await idle(() => known)
    const before = bodies(calls, '/desk/session/activity').length
    known = false
    vi.setSystemTime(Date.now() + DESK_IDLE_MS)
    fireEvent.pointerDown(document.body)
    await screen.findByText(/Your session has ended/)
    expect(bodies(calls, '/desk/session/activity')).toHaveLength(before)
  })
  it('looked at in one tab goes on while another is used', async () => {
    await idle(() => true)
    await pass(2 * DESK_IDLE_MS)
    expect(screen.queryByRole('button', { name: 'Log out' })).not.toBeNull()
  })
})

it('nothing is said of an end when nobody was logged in', async () => {
  await open({ here: () => false })
  await screen.findByLabelText('Operator')
  await waitFor(() => expect(screen.queryByText(/Your session has ended/)).toBeNull())
})
