import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { registerInfoAtom } from '#api/session.ts'
import { RegisterView } from '#features/identity/register-view.tsx'
import {
  fakeNetwork,
  fillIn,
  json,
  type Network,
  problem,
  renderFeature,
} from '../render-feature.tsx'

const INFO = { account: 'newby_01', phone: '+8613800000000', openingCode: '0123456789' }
const SECRETS = ['first-Secret-1', 'other-Secret-2'] as const

async function filled(answer: Network) {
  const calls = fakeNetwork(answer)
  const onDone = vi.fn<() => void>()
  const { store } = await renderFeature(
    <RegisterView info={INFO} terms="I agree" onDone={onDone} />,
  )
  store.set(registerInfoAtom, INFO)
  const user = userEvent.setup()
  const [login, trading] = SECRETS
  await fillIn(user, screen.getByLabelText('Login password'), login)
  await fillIn(user, screen.getByLabelText('Confirm login password'), login)
  await fillIn(user, screen.getByLabelText('Trading password'), trading)
  await fillIn(user, screen.getByLabelText('Confirm trading password'), trading)
  await user.click(screen.getByRole('checkbox', { name: 'I agree' }))
  const finish = () => user.click(screen.getByRole('button', { name: /Complete|Confirming/ }))
  return { calls, onDone, user, finish, store }
}

it('registers once, then forgets what step one stored', async () => {
  const { calls, onDone, finish, store } = await filled(() => json({ account: 'newby_01' }))
  await finish()
  expect(calls).toHaveLength(1)
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
    ...INFO,
    password: SECRETS[0],
    tradingPassword: SECRETS[1],
  })
  expect(onDone).toHaveBeenCalledOnce()
  expect(store.get(registerInfoAtom)).toBeNull()
})

it('never stores a password', async () => {
  const { finish } = await filled(() => problem('password_too_common', 422))
  await finish()
  const stored = Object.keys(localStorage).map((key) => localStorage.getItem(key))
  for (const secret of SECRETS) expect(stored.join()).not.toContain(secret)
})

it('shows a refusal beside its field and loses nothing', async () => {
  const { onDone, finish } = await filled(() => problem('password_too_common', 422))
  await finish()
  const field = screen.getByLabelText<HTMLInputElement>('Login password')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('This password is too common. Choose another one.')).toBeTruthy()
  expect(field.value).toBe(SECRETS[0])
  expect(onDone).not.toHaveBeenCalled()
})

it('sends nothing while passwords do not match, and takes the focus to the fault', async () => {
  const { calls, user, finish } = await filled(() => json({ account: 'newby_01' }))
  await user.type(screen.getByLabelText('Confirm login password'), 'x')
  await finish()
  expect(calls).toHaveLength(0)
  expect(screen.getByText('Passwords do not match')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Confirm login password'))
})

it('takes "taken" after a lost answer for its own success', async () => {
  let tries = 0
  const { onDone, finish } = await filled(() => {
    tries += 1
    if (tries === 1) throw new TypeError('cut')
    return problem('account_taken', 409)
  })
  await finish()
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(tries).toBe(2)
})

it('shows "taken" as a refusal when the first answer says so', async () => {
  const { onDone, finish } = await filled(() => problem('account_taken', 409))
  await finish()
  expect(screen.getByRole('alert').textContent).toContain('This user name is taken.')
  expect(onDone).not.toHaveBeenCalled()
})

it('shows what is typed on demand', async () => {
  const { user } = await filled(() => json({}))
  const field = screen.getByLabelText('Login password')
  expect(field.getAttribute('type')).toBe('password')
  const [show] = screen.getAllByRole('button', { name: 'Show password' })
  if (show === undefined) throw new Error('no show button')
  await user.click(show)
  expect(field.getAttribute('type')).toBe('text')
})

it('asks for each of the four by its name', async () => {
  const calls = fakeNetwork(() => json({}))
  await renderFeature(<RegisterView info={INFO} terms="I agree" onDone={() => {}} />)
  await userEvent.setup().click(screen.getByRole('button', { name: /Complete/ }))
  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
    'Enter your login password',
    'Enter the login password again',
    'Enter your trading password',
    'Enter the trading password again',
    expect.stringContaining('agree'),
  ])
  expect(calls).toHaveLength(0)
})
