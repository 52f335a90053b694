import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { DeskPasskeys } from '#desk/desk-passkeys.tsx'
import { type PasskeyAnswer, passkeysAtom } from '#features/security/passkeys.ts'
import { fakeNetwork, fillIn, json, problem, renderFeature } from '../features/render-feature.tsx'

const KEY = { id: 'credential-number-1', name: 'Key', createdAt: 1_700_000_000_000 }

it('an operator adds a passkey with the password, sees it, and removes it', async () => {
  const kept: object[] = []
  const calls = fakeNetwork(({ method, path, body }) => {
    if (path === '/desk/passkeys' && method === 'GET') return json({ passkeys: kept })
    if (path === '/desk/passkeys/options') {
      return body.includes('right') ? json({ options: {} }) : problem('old_password_wrong', 422)
    }
    if (path === '/desk/passkeys') kept.push({ ...KEY, lastUsedAt: null })
    else kept.length = 0
    return new Response(null, { status: 204 })
  })
  const answer = async (): Promise<PasskeyAnswer> => ({ ok: true, answer: { id: KEY.id } })
  await renderFeature(<DeskPasskeys onClose={() => undefined} />, '/', (store) => {
    store.set(passkeysAtom, { lack: () => null, make: answer, prove: answer })
  })
  const user = userEvent.setup()
  const add = async () => user.click(screen.getByRole('button', { name: 'Add a passkey' }))
  await screen.findByRole('dialog')
  await add()
  await fillIn(user, screen.getByLabelText('Passkey name'), 'Key')
  await fillIn(user, screen.getByLabelText('Login password'), 'wrong')
  await add()
  await screen.findByRole('alert')
  await fillIn(user, screen.getByLabelText('Login password'), 'right')
  await add()
  const remove = await screen.findByRole('button', { name: /^Remove .*Key/ })
  await user.click(remove)
  await fillIn(user, screen.getByLabelText('Login password'), 'right')
  await user.click(screen.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull())
  const posts = calls.filter(({ method }) => method === 'POST').map(({ path }) => path)
  expect(posts).toEqual([
    '/desk/passkeys/options',
    '/desk/passkeys/options',
    '/desk/passkeys',
    '/desk/passkeys/credential-number-1/remove',
  ])
})
