import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { createStore } from 'jotai/vanilla'
import { expect, it, vi } from 'vitest'
import { LoginView } from '#features/identity/login-view.tsx'
import { type Passkeys, passkeysAtom } from '#features/security/passkeys.ts'
import { SecondFactorPrompt } from '#features/security/second-factor-prompt.tsx'
import { PATHS } from '#lib/paths.ts'
import {
  fakeNetwork,
  json,
  type Network,
  problem,
  renderFeature,
  type Sent,
} from '../render-feature.tsx'

type Store = ReturnType<typeof createStore>
const me = {
  account: 'newby_01',
  nickname: 'Newby',
  openingCode: '0123456789',
  level: 'ordinary',
  createdAt: 1,
}

async function shown(answer: Network, prepare?: (store: Store) => void) {
  const calls = fakeNetwork(answer)
  const onDone = vi.fn<() => void>()
  await renderFeature(<LoginView onDone={onDone} factor={SecondFactorPrompt} />, '/', prepare)
  const user = userEvent.setup()
  const type = async () => {
    await user.type(screen.getByLabelText('User name'), ' newby_01 ')
    await user.type(screen.getByLabelText('Login password'), 'correct-horse')
  }
  return { calls, onDone, user, type }
}

it('logs in by the keyboard alone', async () => {
  const { calls, onDone, user } = await shown(() => json({ handle: 'h', me }))
  await user.tab()
  await user.keyboard('newby_01')
  await user.tab()
  await user.keyboard('correct-horse{Enter}')
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
    account: 'newby_01',
    password: 'correct-horse',
    proof: null,
  })
  expect(onDone).toHaveBeenCalledOnce()
})

it('says what is missing before it sends anything', async () => {
  const { calls, user } = await shown(() => json({}))
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  expect(screen.getByText('Enter your user name')).toBeTruthy()
  expect(screen.getByText('Enter your login password')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('User name'))
  expect(calls).toHaveLength(0)
})

it('says that account or password is wrong, and keeps both', async () => {
  const { user, type } = await shown(() => problem('login_failed', 401))
  await type()
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  expect(screen.getByRole('alert').textContent).toBe('Wrong user name or password.')
  expect(screen.getByLabelText<HTMLInputElement>('User name').value).toBe(' newby_01 ')
})

it('sends once, however often the button is tapped', async () => {
  const answer = Promise.withResolvers<Response>()
  const { calls, user, type } = await shown(() => answer.promise)
  await type()
  const button = screen.getByRole('button', { name: 'Log in' })
  await user.dblClick(button)
  await user.keyboard('{Enter}')
  expect(calls).toHaveLength(1)
  expect(button.getAttribute('aria-busy')).toBe('true')
  // The next change of the session waits for this one.
  answer.resolve(problem('login_failed', 401))
  await screen.findByRole('alert')
})

/** The proofs that were sent. After a log-in the app also asks who is logged in. */
const proofsIn = (calls: readonly Sent[]): unknown[] =>
  calls.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body).proof)

/** As the server asks for a factor, once the password was right. */
const asked = (params: Record<string, string>): Response =>
  json({ type: '', title: '', status: 409, code: 'factor_required', params }, 409)

it('asks for the second factor when the server does, and sends its code with the password', async () => {
  const answers = [
    asked({ methods: 'totp' }),
    problem('factor_wrong', 422),
    json({ handle: 'h', me }),
  ]
  const { calls, onDone, user, type } = await shown(() => answers.shift() ?? json({}))
  await type()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Log in' })
  await user.click(button)
  const code = await screen.findByLabelText('6-digit authenticator code')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(button.disabled).toBe(true)
  await user.type(code, '111111')
  await user.click(button)
  expect(await screen.findByText('That code or passkey wasn’t accepted.')).toBeTruthy()
  await user.clear(code)
  await user.type(code, '222222')
  await user.click(button)
  expect(proofsIn(calls)).toEqual([
    null,
    { kind: 'totp', code: '111111' },
    { kind: 'totp', code: '222222' },
  ])
  expect(onDone).toHaveBeenCalledOnce()
})

it('proves a passkey with the challenge that came with the asking, and asks for a new one after a refusal', async () => {
  const options = (challenge: string) => JSON.stringify({ challenge, allowCredentials: [] })
  const answers = [
    asked({ methods: 'passkey', options: options('one') }),
    problem('factor_wrong', 422),
    asked({ methods: 'passkey', options: options('two') }),
    json({ handle: 'h', me }),
  ]
  const prove = vi.fn<Passkeys['prove']>(async (given) => ({ ok: true, answer: given }))
  const network = () => answers.shift() ?? json({})
  const { calls, onDone, user, type } = await shown(network, (store) =>
    store.set(passkeysAtom, { lack: () => null, make: prove, prove }),
  )
  await type()
  const button = screen.getByRole('button', { name: 'Log in' })
  await user.click(button)
  for (const _ of ['one', 'two']) {
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }))
    await user.click(button)
  }
  const proofOf = (challenge: string) => ({
    kind: 'passkey',
    answer: { challenge, allowCredentials: [] },
  })
  expect(proofsIn(calls)).toEqual([null, proofOf('one'), null, proofOf('two')])
  expect(onDone).toHaveBeenCalledOnce()
})

it('leads the owner of a locked account to its recovery', async () => {
  let locked = true
  const { user, type } = await shown(() =>
    locked ? problem('account_locked', 409) : problem('login_failed', 401),
  )
  await type()
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  const link = await screen.findByRole('link', { name: 'Recover my account' })
  expect(link.getAttribute('href')).toBe(PATHS.recovery)
  locked = false
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Recover my account' })).toBeNull())
})
