import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  type PasswordFields,
  type PasswordKind,
  PasswordView,
  passwordForm,
} from '#features/security/password-view.tsx'
import { judge } from '#forms/form.ts'
import { sampleProfile } from '#support/sample-account.ts'
import { fakeNetwork, fillIn, type Network, problem, renderFeature } from '../render-feature.tsx'

const checkPasswords = (fields: PasswordFields) => judge(passwordForm, fields).issues
const done = (): Response => new Response(null, { status: 204 })
const OLD = 'old-lamp-quiet-41'
const NEW = 'new-kite-seven-92'

async function opened(answer: Network = done, kind: PasswordKind = 'login') {
  const calls = fakeNetwork(answer)
  const room = await renderFeature(<PasswordView kind={kind} account="trader_one" />)
  return { ...room, calls, user: userEvent.setup() }
}
async function fill(kind: PasswordKind, [old, next, again]: readonly [string, string, string]) {
  const user = userEvent.setup()
  for (const [label, text] of [
    [`Old ${kind} password`, old],
    [`New ${kind} password`, next],
    [`Confirm new ${kind} password`, again],
  ] as const) {
    await fillIn(user, screen.getByLabelText(label), text)
  }
  await user.click(screen.getByRole('button', { name: /^(Change password|Confirming)/ }))
}

describe('the check', () => {
  it('wants the old one, ten characters, something new, and the same twice', () => {
    expect(checkPasswords({ oldPassword: '', newPassword: '', again: '' })).toEqual({
      oldPassword: 'empty',
      newPassword: 'empty',
      again: 'empty',
    })
    expect(checkPasswords({ oldPassword: OLD, newPassword: 'short', again: 'other' })).toEqual({
      newPassword: 'too_short',
      again: 'mismatch',
    })
    expect(checkPasswords({ oldPassword: OLD, newPassword: OLD, again: OLD })).toEqual({
      newPassword: 'mismatch',
    })
    expect(checkPasswords({ oldPassword: OLD, newPassword: NEW, again: NEW })).toEqual({})
  })
})

it('sends nothing while they differ, and says so in the specification’s words', async () => {
  const { calls, view } = await opened()
  await fill('login', [OLD, NEW, `${NEW}x`])
  expect(screen.getByText('Passwords do not match')).toBeTruthy()
  view.unmount()
  await opened(done, 'trading')
  await fill('trading', [OLD, NEW, `${NEW}x`])
  expect(screen.getByText('Transaction passwords do not match')).toBeTruthy()
  expect(calls).toHaveLength(0)
})

it('names each password that is missing', async () => {
  await opened(done, 'trading')
  await fill('trading', ['', '', ''])
  for (const asked of ['Enter the old password', 'Enter the new password'])
    expect(screen.getByText(asked)).toBeTruthy()
  expect(screen.getByText('Enter the trading password again')).toBeTruthy()
})

it('changes the kind it is for, says that it worked and who was signed out, and forgets what was typed', async () => {
  const { calls } = await opened(done, 'trading')
  await fill('trading', [OLD, NEW, NEW])
  expect(calls.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
    ['/password', { kind: 'trading', oldPassword: OLD, newPassword: NEW, proof: null }],
  ])
  const notice = screen.getByText('Setup Successful').closest('[tabindex]')
  expect(notice).toBe(document.activeElement)
  expect(notice?.textContent).toContain('All other devices were logged out')
  expect(screen.getByLabelText<HTMLInputElement>('Old trading password').value).toBe('')
})

it('puts each refusal beside the field that it is about', async () => {
  let code = 'old_password_wrong'
  await opened(() => problem(code, 422))
  await fill('login', [OLD, NEW, NEW])
  const wrong = (label: string) => screen.getByLabelText(label).getAttribute('aria-invalid')
  expect(wrong('Old login password')).toBe('true')
  code = 'password_too_common'
  await fill('login', [OLD, NEW, NEW])
  expect(wrong('Old login password')).toBeNull()
  expect(wrong('New login password')).toBe('true')
  code = 'rate_limited'
  await fill('login', [OLD, NEW, NEW])
  expect(wrong('New login password')).toBeNull()
  expect(screen.getByRole('alert')).toBeTruthy()
})

describe('after a lost answer', () => {
  it('finds that the first try had done it, by the new password', async () => {
    let tries = 0
    const { calls } = await opened(({ body }) => {
      tries += 1
      if (tries === 1) throw new TypeError('cut')
      return body.includes(`"oldPassword":"${NEW}"`) ? done() : problem('old_password_wrong', 422)
    })
    await fill('login', [OLD, NEW, NEW])
    expect(calls).toHaveLength(3)
    expect(screen.getByText('Setup Successful')).toBeTruthy()
  })
  it('says that the old one was wrong when neither is', async () => {
    let tries = 0
    const { calls } = await opened(() => {
      tries += 1
      if (tries === 1) throw new TypeError('cut')
      return problem('old_password_wrong', 422)
    })
    await fill('login', [OLD, NEW, NEW])
    expect(calls).toHaveLength(3)
    const field = screen.getByLabelText('Old login password')
    expect(field.getAttribute('aria-invalid')).toBe('true')
  })
})

it('shows how strong the new one is', async () => {
  const { user } = await opened()
  await user.type(screen.getByLabelText('New login password'), 'trader_one1')
  expect(screen.getByRole('meter').getAttribute('aria-valuetext')).toBe('Weak')
})

it('asks for the second factor that is on, sends its proof, and asks again after a refusal', async () => {
  const { calls, streams } = await opened(() => problem('factor_wrong', 422))
  await act(async () => {
    const factors = { totp: true, recoveryCodesLeft: 10, passkeys: [] }
    streams.state$('profile').next({ value: sampleProfile({ factors }), asOf: streams.now })
  })
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Change password' })
  expect(button.disabled).toBe(true)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('6-digit authenticator code'), '123456')
  await fill('login', [OLD, NEW, NEW])
  const proof = { kind: 'totp', code: '123456' }
  expect(calls.map(({ body }) => JSON.parse(body))).toEqual([
    { kind: 'login', oldPassword: OLD, newPassword: NEW, proof },
  ])
  expect(screen.getByText('That code or passkey wasn’t accepted.')).toBeTruthy()
  expect(button.disabled).toBe(true)
})

it('takes a spent proof after a lost answer for a change that was done', async () => {
  const answers = [
    () => Promise.reject(new TypeError('the network is gone')),
    () => problem('old_password_wrong', 422),
    () => problem('factor_wrong', 422),
  ]
  await opened(() => answers.shift()?.() ?? done())
  await fill('login', [OLD, NEW, NEW])
  expect(await screen.findByText('Setup Successful')).toBeTruthy()
})
