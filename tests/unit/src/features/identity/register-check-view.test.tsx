import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { registerInfoAtom } from '#api/session.ts'
import { RegisterCheckView } from '#features/identity/register-check-view.tsx'
import { fakeNetwork, fillIn, type Network, problem, renderFeature } from '../render-feature.tsx'

const TIDY = { account: 'newby_01', phone: '+8613800000000', openingCode: '0123456789' }
const done: Network = () => new Response(null, { status: 204 })

async function shown(answer: Network) {
  const calls = fakeNetwork(answer)
  const onDone = vi.fn<() => void>()
  const page = await renderFeature(<RegisterCheckView onDone={onDone} />)
  const user = userEvent.setup()
  const fill = async (phone = '138 0000 0000') => {
    await fillIn(user, screen.getByLabelText('User name'), 'newby_01')
    await fillIn(user, screen.getByLabelText('Phone number'), phone)
    await fillIn(user, screen.getByLabelText('Account opening code'), 'o123456789')
    await user.click(screen.getByRole('button', { name: 'Next' }))
  }
  return { ...page, calls, onDone, user, fill }
}

it('keeps step one, tidied, once the server found it in order', async () => {
  const { store, calls, onDone, fill } = await shown(done)
  await fill()
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual(TIDY)
  expect(onDone).toHaveBeenCalledOnce()
  expect(store.get(registerInfoAtom)).toEqual(TIDY)
  expect(JSON.parse(localStorage.getItem('registerInfo') ?? '')).toEqual(TIDY)
})

it('keeps nothing that was refused, and says so beside the field', async () => {
  const { store, onDone, fill } = await shown(() => problem('opening_code_unknown', 422))
  await fill()
  expect(screen.getByLabelText('Account opening code').getAttribute('aria-invalid')).toBe('true')
  expect(onDone).not.toHaveBeenCalled()
  expect(store.get(registerInfoAtom)).toBeNull()
})

it('says of a number that no country has that it is no phone number', async () => {
  const { fill, calls } = await shown(() => problem('phone_invalid', 422))
  await fill('+861')
  expect(calls).toHaveLength(0)
  expect(screen.getByRole('alert').textContent).toBe(
    'Check the number. Outside mainland China, start with + and the country code.',
  )
  expect(screen.getByLabelText('Phone number').getAttribute('aria-invalid')).toBe('true')
})

it('asks for each of the three by its name', async () => {
  const { calls, user } = await shown(done)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([
    'Enter your user name',
    'Enter your phone number',
    'Enter your account opening code',
  ])
  expect(calls).toHaveLength(0)
})

it('shows what was kept when the user comes back to it', async () => {
  localStorage.setItem('registerInfo', JSON.stringify(TIDY))
  await shown(done)
  expect(screen.getByLabelText<HTMLInputElement>('User name').value).toBe('newby_01')
  expect(screen.getByLabelText<HTMLInputElement>('Account opening code').value).toBe('0123456789')
})
