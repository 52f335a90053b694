import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import {
  isNumericHost,
  type PasskeyAnswer,
  type Passkeys,
  passkeysAtom,
} from '#features/security/passkeys.ts'
import { SecuritySection } from '#features/security/security-section.tsx'
import { lockNowPath } from '#lib/account-paths.ts'
import type { SecuritySheet } from '#lib/paths.ts'
import { toastsAtom } from '#notifications/toasts.ts'
import { sampleProfile } from '#support/sample-account.ts'
import {
  fakeNetwork,
  json,
  type Network,
  problem,
  renderFeature,
  type Sent,
} from '../render-feature.tsx'

const done = (): Response => new Response(null, { status: 204 })
const OFF = { totp: false, recoveryCodesLeft: 0, passkeys: [] }
const KEY = { id: 'k'.repeat(22), name: 'My phone', createdAt: 1, lastUsedAt: null }
const CODES = ['0A1B2-C3D4E', '5F6G7-H8J9K']

interface Opening {
  sheet?: SecuritySheet | null
  answer?: Network
  factors?: Record<string, unknown>
  made?: PasskeyAnswer[]
  lack?: ReturnType<Passkeys['lack']>
}

async function opened({
  sheet = null,
  answer = done,
  factors = {},
  made = [],
  lack = null,
}: Opening = {}) {
  const calls = fakeNetwork(answer)
  const make = vi.fn(
    async (): Promise<PasskeyAnswer> => made.shift() ?? { ok: false, fault: 'failed' },
  )
  function Host() {
    const [open, setOpen] = useState<SecuritySheet | null>(sheet)
    return <SecuritySection open={open} onOpen={setOpen} />
  }
  const room = await renderFeature(<Host />, '/', (store) =>
    store.set(passkeysAtom, { lack: () => lack, make, prove: make }),
  )
  let version = 0
  const say = (change: Record<string, unknown>) =>
    act(async () => {
      version += 1
      const value = sampleProfile({ version, factors: { ...OFF, ...change } })
      room.streams.state$('profile').next({ value, asOf: room.streams.now })
    })
  const texts = () => room.store.get(toastsAtom).map(({ text }) => text)
  const bodies = () =>
    calls.map(({ path, body }: Sent) => [path, body === '' ? null : JSON.parse(body)])
  await say(factors)
  return { ...room, calls, bodies, make, say, texts, user: userEvent.setup() }
}

describe('the rows', () => {
  it('say what is on, as the stream has it', async () => {
    const { say } = await opened()
    expect(screen.getByRole('button', { name: /^Authenticator app/ }).textContent).toContain('Off')
    expect(screen.getByRole('button', { name: /^Passkeys/ }).textContent).toContain('None')
    await say({ totp: true, recoveryCodesLeft: 10, passkeys: [KEY] })
    expect(screen.getByRole('button', { name: /^Authenticator app/ }).textContent).toContain('On')
    expect(screen.getByRole('button', { name: /^Passkeys/ }).textContent).toContain('1 passkey')
    expect(screen.getByText(/withdrawals, password changes and logins ask for it/)).toBeTruthy()
  })
})

describe('the authenticator', () => {
  const secret = 'JBSWY3DPEHPK3PXP'
  const uri = `otpauth://totp/Fairtick:trader_one?secret=${secret}`
  const server: Network = ({ path, body }) => {
    if (path === '/factors/totp') {
      return body.includes('right') ? json({ secret, uri }) : problem('old_password_wrong', 422)
    }
    return body.includes('123456') ? json({ recoveryCodes: CODES }) : problem('factor_wrong', 422)
  }

  it('is set up with the password, the secret, a first code, and codes that are shown once', async () => {
    const { say, user } = await opened({ sheet: 'factors', answer: server })
    await user.type(screen.getByLabelText('Login password'), 'wrong')
    await user.click(screen.getByRole('button', { name: 'Set up' }))
    expect(screen.getByLabelText('Login password').getAttribute('aria-invalid')).toBe('true')
    await user.clear(screen.getByLabelText('Login password'))
    await user.type(screen.getByLabelText('Login password'), 'right')
    await user.click(screen.getByRole('button', { name: 'Set up' }))
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeTruthy()
    const secret = screen.getByText((_, element) => element?.tagName === 'BDI')
    expect(secret.textContent).toBe('JBSWY3DPEHPK3PXP')
    expect(secret.children).toHaveLength(4)
    expect(screen.getByRole('link', { name: /Open the app/ }).getAttribute('href')).toBe(uri)
    const field = screen.getByLabelText('6-digit authenticator code')
    await user.type(field, '000000')
    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await user.clear(field)
    await user.type(field, '123 456')
    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    await say({ totp: true, recoveryCodesLeft: 2 })
    const list = screen.getByRole('list', { name: 'Recovery codes' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(CODES)
    expect(screen.getByRole('button', { name: 'Done' }).hasAttribute('disabled')).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'))
    await user.click(screen.getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('is turned off with password and code together, and not before both are there', async () => {
    const { bodies, texts, user } = await opened({
      sheet: 'factors',
      factors: { totp: true, recoveryCodesLeft: 7, passkeys: [KEY] },
    })
    expect(screen.getByText(/7 recovery codes/)).toBeTruthy()
    const off = screen.getByRole('button', { name: 'Turn off' })
    expect(off.hasAttribute('disabled')).toBe(true)
    expect(screen.queryByRole('radio', { name: 'Passkey' })).toBeNull()
    await user.type(screen.getByLabelText('6-digit authenticator code'), '123456')
    await user.type(screen.getByLabelText('Login password'), 'right')
    await user.click(off)
    const proof = { kind: 'totp', code: '123456' }
    expect(bodies()).toEqual([['/factors/totp/remove', { password: 'right', proof }]])
    expect(texts()).toContain('The authenticator app is off')
  })
})

describe('passkeys', () => {
  it.each([
    ['address', /open localhost instead/],
    ['unsupported', /doesn’t support passkeys/],
  ] as const)(
    'cannot be added where there are none (%s), and the sheet says why',
    async (lack, why) => {
      await opened({ sheet: 'passkeys', lack })
      expect(screen.getByText(why)).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
    },
  )

  it.each([
    ['127.0.0.1', true],
    ['[::1]', true],
    ['localhost', false],
    ['10.example', false],
  ])('know whether %s is a number', (host, numeric) => {
    expect(isNumericHost(host)).toBe(numeric)
  })

  const options = { challenge: 'c' }
  const server: Network = ({ path }) => (path.endsWith('/options') ? json({ options }) : done())
  const begin = async (user: ReturnType<typeof userEvent.setup>) => {
    await user.click(screen.getByRole('button', { name: 'Add a passkey' }))
    await user.type(screen.getByLabelText('Passkey name'), ' My phone ')
    await user.type(screen.getByLabelText('Login password'), 'right')
    await user.click(screen.getByRole('button', { name: 'Add a passkey' }))
  }

  it('are made by the browser for the server’s challenge and kept under their name', async () => {
    const answer = { id: 'x' }
    const { bodies, make, texts, user } = await opened({
      sheet: 'passkeys',
      answer: server,
      made: [{ ok: true, answer }],
    })
    await begin(user)
    expect(make).toHaveBeenCalledWith(options)
    expect(bodies()).toEqual([
      ['/factors/passkeys/options', { password: 'right' }],
      ['/factors/passkeys', { name: 'My phone', answer }],
    ])
    expect(texts()).toContain('Passkey added')
    expect(screen.getByRole('button', { name: 'Add a passkey' })).toBeTruthy()
  })

  it('say why none was made and let it be tried again', async () => {
    const { make, texts, user } = await opened({
      sheet: 'passkeys',
      answer: server,
      made: [
        { ok: false, fault: 'cancelled' },
        { ok: true, answer: {} },
      ],
    })
    await begin(user)
    expect(screen.getByRole('alert').textContent).toMatch(/^Not confirmed/)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(make).toHaveBeenCalledTimes(2)
    expect(texts()).toContain('Passkey added')
  })

  it('are removed with the password and a second factor', async () => {
    const { bodies, texts, user } = await opened({
      sheet: 'passkeys',
      factors: { passkeys: [KEY], totp: true, recoveryCodesLeft: 10 },
    })
    await user.click(screen.getByRole('button', { name: 'Remove My phone' }))
    await user.type(screen.getByLabelText('Login password'), 'right')
    const remove = screen.getByRole<HTMLButtonElement>('button', { name: 'Remove' })
    expect(remove.disabled).toBe(true)
    await user.click(screen.getByRole('radio', { name: 'Code' }))
    await user.type(screen.getByLabelText('6-digit authenticator code'), '123456')
    await user.click(remove)
    const proof = { kind: 'totp', code: '123456' }
    expect(bodies()).toEqual([
      [`/factors/passkeys/${KEY.id}/remove`, { password: 'right', proof, lost: false }],
    ])
    expect(texts()).toContain('Passkey removed')
  })

  it('go after two days when nothing is left to prove with, and say until when they stay', async () => {
    const { bodies, say, texts, user } = await opened({
      sheet: 'passkeys',
      factors: { passkeys: [KEY] },
    })
    await user.click(screen.getByRole('button', { name: 'Remove My phone' }))
    await user.click(screen.getByRole('checkbox', { name: /^I can no longer use/ }))
    await user.type(screen.getByLabelText('Login password'), 'right')
    await user.click(screen.getByRole('button', { name: 'Remove after 48 hours' }))
    expect(bodies()).toEqual([
      [`/factors/passkeys/${KEY.id}/remove`, { password: 'right', proof: null, lost: true }],
    ])
    expect(texts()).toContain('The passkey will be removed after 48 hours')
    await say({ passkeys: [{ ...KEY, removalAt: 1_700_200_000_000 }] })
    expect(screen.getByText(/^Will be removed/)).toBeTruthy()
  })
})

describe('asking at log-in', () => {
  it('is offered once a factor is on, and turned off with password and factor', async () => {
    const { bodies, say, texts, user } = await opened()
    expect(screen.queryByRole('button', { name: /^Ask at login/ })).toBeNull()
    await say({ totp: true, recoveryCodesLeft: 10, atLogIn: true })
    const row = screen.getByRole('button', { name: /^Ask at login/ })
    expect(row.textContent).toContain('On')
    await user.click(row)
    await user.type(screen.getByLabelText('6-digit authenticator code'), '123456')
    await user.type(screen.getByLabelText('Login password'), 'right')
    await user.click(screen.getByRole('button', { name: 'Turn off' }))
    const proof = { kind: 'totp', code: '123456' }
    expect(bodies()).toEqual([['/factors/log-in', { on: false, password: 'right', proof }]])
    expect(texts()).toContain('Logging in no longer requires two-step verification')
  })
})

describe('devices', () => {
  const device = (handle: string, current: boolean) => ({
    handle: handle.repeat(22),
    current,
    device: `Browser ${handle}`,
    address: '203.0.113.7',
    createdAt: 1_700_000_000_000,
    seenAt: 1_700_000_100_000,
  })

  it('are listed, this one marked, and signed out one by one', async () => {
    let sessions = [device('a', true), device('b', false), device('c', false)]
    const { calls, texts, user } = await opened({
      sheet: 'devices',
      answer: ({ method }) => {
        if (method === 'GET') return json({ sessions })
        sessions = sessions.filter(({ handle }) => !handle.startsWith('b'))
        return done()
      },
    })
    expect(await screen.findByText('This device')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Log out Browser a' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Log out Browser b' }))
    expect(calls.every(({ method }) => method === 'GET')).toBe(true)
    const asked = within(await screen.findByRole('alertdialog'))
    await user.click(asked.getByRole('button', { name: 'Log out' }))
    expect(calls.some(({ path }) => path === `/sessions/${'b'.repeat(22)}`)).toBe(true)
    expect(texts()).toContain('Device logged out')
    expect(screen.queryByText('Browser b')).toBeNull()
    expect(screen.getByText('Browser c')).toBeTruthy()
  })

  it('show the key with which each signs orders, the newest one, and what it is', async () => {
    const key = (session: string | null, keyId: string) => ({
      keyId,
      publicKey: `${'A'.repeat(122)}==`,
      registeredAt: 1_700_000_000_000,
      seq: 1,
      session,
      current: false,
    })
    const own = 'a'.repeat(22)
    const keys = [
      key(own, '0123456789abcdef'),
      key(own, 'fedcba9876543210'),
      key(null, '1111111111111111'),
    ]
    const sessions = [device('a', true), device('b', false)]
    await opened({
      sheet: 'devices',
      answer: ({ path }) => json(path === '/device-keys' ? { keys } : { sessions }),
    })
    expect(await screen.findByText(/^Key 01234567, registered /)).toBeTruthy()
    expect(screen.getAllByText('Orders from this device are signed with this key.')).toHaveLength(1)
    expect(document.body.textContent).not.toMatch(/fedcba98|11111111/)
  })

  it('are all signed out but this one, after a question', async () => {
    const sessions = [device('a', true), device('b', false)]
    const { calls, user } = await opened({
      sheet: 'devices',
      answer: ({ method }) => (method === 'GET' ? json({ sessions }) : done()),
    })
    await user.click(await screen.findByRole('button', { name: 'Log out all others' }))
    const question = screen.getByRole('alertdialog')
    expect(within(question).getByText(/1 device will have to log in again/)).toBeTruthy()
    expect(calls.every(({ method }) => method === 'GET')).toBe(true)
    await user.click(within(question).getByRole('button', { name: 'Log out all others' }))
    expect(calls.some(({ method, path }) => method === 'DELETE' && path === '/sessions')).toBe(true)
  })

  it('say when they could not be read, and read again', async () => {
    let works = false
    const { user } = await opened({
      sheet: 'devices',
      answer: () => (works ? json({ sessions: [device('a', true)] }) : problem('unavailable', 503)),
    })
    works = true
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('This device')).toBeTruthy()
  })
})

const logIn = (id: string, succeeded: boolean, known: boolean) => ({
  id,
  at: 1_700_000_000_000,
  succeeded,
  device: `Browser ${id}`,
  address: '203.0.113.7',
  known,
  refused: false,
  times: 1,
  places: 1,
  lastAt: 1_700_000_000_000,
})

it.each([
  [true, 0],
  [false, 1],
])(
  'leads from log-ins to the lock if one was on a new device (known: %s)',
  async (known, links) => {
    const line = { ...logIn('3', true, true), known }
    await opened({ sheet: 'logIns', answer: () => json({ logIns: [line], next: null }) })
    await screen.findByText(/If you don’t recognise/)
    const found = screen.queryAllByRole('link', { name: 'Lock my account' })
    expect(found.map((link) => link.getAttribute('href'))).toEqual(
      Array.from({ length: links }, () => lockNowPath()),
    )
  },
)

it('shows log-ins, failed tries and refused ones page by page', async () => {
  const refused = { ...logIn('4', false, false), refused: true, times: 1_480, places: 250 }
  const { user } = await opened({
    sheet: 'logIns',
    answer: ({ path }) =>
      path.includes('before=2')
        ? json({ logIns: [logIn('1', true, false)], next: null })
        : json({ logIns: [refused, logIn('3', true, true), logIn('2', false, true)], next: '2' }),
  })
  expect(await screen.findByText('Wrong password or code')).toBeTruthy()
  const line = screen.getByText('Blocked: too many attempts').closest('li')
  expect(line?.textContent).toContain('1480 attempts · 250 addresses')
  expect(line?.textContent).toContain('New device')
  expect(screen.getAllByText('New device')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Show earlier ones' }))
  expect(screen.getAllByText('New device')).toHaveLength(2)
  expect(screen.getAllByRole('listitem')).toHaveLength(4)
  expect(screen.getByText('No more')).toBeTruthy()
})
