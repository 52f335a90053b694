import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { LockSheet } from '#features/security/lock-sheet.tsx'
import { PATHS } from '#lib/paths.ts'
import { sampleProfile } from '#support/sample-account.ts'
import { fakeNetwork, problem, renderFeature } from '../render-feature.tsx'

const done = (): Response => new Response(null, { status: 204 })
const LOCK = { name: 'Lock account now' }

async function opened(status: 'none' | 'verified' | null, answer = done) {
  const calls = fakeNetwork(answer)
  const onLocked = vi.fn()
  const { streams } = await renderFeature(
    <LockSheet open reason="login" onClose={() => undefined} onLocked={onLocked} />,
  )
  if (status !== null) {
    await act(async () => {
      const value = sampleProfile({ verification: { ...sampleProfile().verification, status } })
      streams.state$('profile').next({ value, asOf: streams.now })
    })
  }
  const sent = () => calls.map(({ method, path, body }) => `${method} ${path} ${body}`.trim())
  return { user: userEvent.setup(), onLocked, sent }
}

it('locks the account of a verified owner with one tap', async () => {
  const { user, onLocked, sent } = await opened('verified')
  await user.click(screen.getByRole('button', LOCK))
  expect(sent()[0]).toBe('POST /account/lock {"reason":"login"}')
  expect(onLocked).toHaveBeenCalledOnce()
})

it('offers an owner without verified documents no lock, but to log out all other devices', async () => {
  const { user, onLocked, sent } = await opened('none')
  expect(screen.queryByRole('button', LOCK)).toBeNull()
  expect(screen.getByText(/^Your account can’t be locked/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Log out all other devices' }))
  expect(sent()).toEqual(['DELETE /sessions'])
  expect(onLocked).not.toHaveBeenCalled()
  for (const [name, path] of [
    ['Passwords', PATHS.password],
    ['Verification', PATHS.verify],
  ] as const)
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(path)
})

it('lets the server decide while it is not known who is verified, and says what it refused', async () => {
  const { user, onLocked } = await opened(null, () => problem('identity_not_verified', 409))
  await user.click(screen.getByRole('button', LOCK))
  expect((await screen.findByRole('alert')).textContent).toContain('Verify your identity first')
  expect(onLocked).not.toHaveBeenCalled()
})
