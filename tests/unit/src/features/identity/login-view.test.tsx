import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { LoginView } from '#features/identity/login-view.tsx'
import { SecondFactorPrompt } from '#features/security/second-factor-prompt.tsx'
import { fakeNetwork, json, type Network, problem, renderFeature } from '../render-feature.tsx'

const me = {
  account: 'newby_01',
  nickname: 'Newby',
  openingCode: '0123456789',
  level: 'ordinary',
  createdAt: 1,
}

async function shown(answer: Network) {
  const calls = fakeNetwork(answer)
  const onDone = vi.fn<() => void>()
  await renderFeature(<LoginView onDone={onDone} factor={SecondFactorPrompt} />)
  const user = userEvent.setup()
  const type = async () => {
    await user.type(screen.getByLabelText('Account'), ' newby_01 ')
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
  expect(screen.getByText('Enter your account')).toBeTruthy()
  expect(screen.getByText('Enter your login password')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Account'))
  expect(calls).toHaveLength(0)
})

it('says that account or password is wrong, and keeps both', async () => {
  const { user, type } = await shown(() => problem('login_failed', 401))
  await type()
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  expect(screen.getByRole('alert').textContent).toBe('Account or password is wrong.')
  expect(screen.getByLabelText<HTMLInputElement>('Account').value).toBe(' newby_01 ')
})

it('sends once, however often the button is tapped', async () => {
  const { calls, user, type } = await shown(() => new Promise<Response>(() => {}))
  await type()
  const button = screen.getByRole('button', { name: 'Log in' })
  await user.dblClick(button)
  await user.keyboard('{Enter}')
  expect(calls).toHaveLength(1)
  expect(button.getAttribute('aria-busy')).toBe('true')
})
