import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeNetwork, json, problem, renderFeature } from '../features/render-feature.tsx'
import { appInfoAtom } from '#api/session.ts'
import { deletionsAtom } from '#device/deletions.ts'
import { toastsAtom } from '#notifications/toasts.ts'
import { sampleAppInfo, sampleProfile, verificationWire } from '#support/sample-account.ts'
import { VerifyPage } from '../../../../src/pages/verify/verify.tsx'

const SENT = {
  name: 'W**',
  nationality: 'CN',
  idNumber: '•••• 7651',
  submittedAt: 1_690_000_000_000,
}
const DECIDED = {
  ...SENT,
  decidedAt: 1_690_000_006_000,
  reviewer: 'practice-reviewer',
  photosUntil: 1_697_776_000_000,
}

async function shown(change: Record<string, unknown> | null) {
  localStorage.setItem('token', 'handle')
  const room = await renderFeature(<VerifyPage />)
  let version = 0
  const say = (verification: Record<string, unknown>) =>
    act(async () =>
      room.streams.state$('profile').next({
        value: sampleProfile({
          version: ++version,
          verification: verificationWire(verification),
        }),
        asOf: room.streams.now,
      }),
    )
  if (change !== null) await say(change)
  return { ...room, say, user: userEvent.setup() }
}

it('shows a visitor the way in, and a skeleton until the profile is known', async () => {
  await renderFeature(<VerifyPage />)
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
  await shown(null)
  expect(screen.queryByRole('button', { name: 'Submit for review' })).toBeNull()
})

it.each([true, false])(
  'asks for no real document, and says when it is answered, where a rule does: %s',
  async (practiceReviewer) => {
    const times = practiceReviewer ? 1 : 0
    const { store, say } = await shown({})
    await act(async () => store.set(appInfoAtom, { ...sampleAppInfo, practiceReviewer }))
    expect(screen.queryAllByText(/any picture, not your real ID/)).toHaveLength(times)
    await say({ status: 'verifying', ...SENT })
    expect(screen.queryAllByText(/answers after about 6 s/)).toHaveLength(times)
  },
)

/** What the server signs when photos are deleted. */
const STATEMENT = {
  text: 'fairtick-deleted-1\ntime 1690000010000\nphoto 1001 1689999000000',
  signature: `${'A'.repeat(86)}==`,
  keyId: '0123456789abcdef',
}

it('opens the form to those who sent nothing yet', async () => {
  await shown({})
  expect(screen.getByRole('button', { name: 'Submit for review' })).toBeTruthy()
})

it('goes from verifying to successful by itself, and names the practice reviewer as such', async () => {
  const { say } = await shown({ status: 'verifying', ...SENT })
  expect(screen.getByRole('status').textContent).toContain('Verifying')
  expect(screen.queryByText('Reviewed by')).toBeNull()
  await say({ status: 'verified', ...DECIDED })
  expect(screen.getByRole('status').textContent).toContain('Verification Successful')
  expect(screen.getByText('Practice reviewer')).toBeTruthy()
  expect(screen.getByText('•••• 7651')).toBeTruthy()
})

it('says why it was rejected, and lets it be sent again', async () => {
  const { user } = await shown({ status: 'rejected', ...DECIDED, reason: 'photo_unreadable' })
  expect(screen.getByText('Reason: the photos can’t be read')).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Submit again' }))
  expect(screen.getByRole('textbox', { name: 'Name' })).toBeTruthy()
})

it('deletes the photos only after asking, and then says that none are kept', async () => {
  const calls = fakeNetwork(() => json({ deletedAt: 1_690_000_010_000, statement: STATEMENT }))
  const { say, user, store } = await shown({ status: 'verified', ...DECIDED })
  expect(screen.getByText(/until 20 Oct 2023/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Delete my photos now' }))
  expect(calls).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(store.get(toastsAtom).at(-1)?.text).toBe('Photos deleted'))
  expect(calls[0]).toMatchObject({ method: 'DELETE', path: '/verification/photos' })
  expect(store.get(deletionsAtom)).toEqual([STATEMENT])
  await say({ status: 'verified', ...DECIDED, photosUntil: null })
  expect(screen.getByText('We no longer store any photos of you.')).toBeTruthy()
})

it('keeps the photos’ button and says why when they cannot be deleted yet', async () => {
  fakeNetwork(() => problem('verification_pending', 409))
  const { user } = await shown({ status: 'verified', ...DECIDED })
  await user.click(screen.getByRole('button', { name: 'Delete my photos now' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Your identity verification is under review.')).toBeTruthy()
})
