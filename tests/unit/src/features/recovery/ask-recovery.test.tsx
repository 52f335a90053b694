import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Answer, ApiError } from '#api/api-error.ts'
import { type PictureUpload, sendPictureAtom } from '#api/upload.ts'
import { followedRecovery, type FollowedRecovery } from '#contract/recovery.ts'
import { preparePhotoAtom } from '#data/prepare-photo.ts'
import { AskRecovery } from '#features/recovery/ask-recovery.tsx'
import { followedCodeAtom } from '#features/recovery/kept.ts'
import { FOLLOW_CODE, followedWire, UPLOAD_TOKEN } from '#support/sample-recovery.ts'
import {
  fakeNetwork,
  fillIn,
  json,
  type Network,
  problem,
  renderFeature,
} from '../render-feature.tsx'

const stored: Answer<FollowedRecovery> = { ok: true, value: followedRecovery.parse(followedWire()) }
const asking = {
  code: FOLLOW_CODE,
  upload: UPLOAD_TOKEN,
  recovery: followedWire({ state: 'pictures' }),
}

async function shown(
  answer: Network = () => json(asking),
  uploads: Answer<FollowedRecovery>[] = [],
) {
  const calls = fakeNetwork(answer)
  const sent: PictureUpload[] = []
  const onDone = vi.fn()
  const room = await renderFeature(<AskRecovery onDone={onDone} />, '/', (store) => {
    store.set(preparePhotoAtom, { prepare: async () => new Blob(['jpeg'], { type: 'image/jpeg' }) })
    store.set(sendPictureAtom, {
      send: async (upload) => {
        sent.push(upload)
        return uploads[sent.length - 1] ?? stored
      },
    })
  })
  const user = userEvent.setup({ applyAccept: false })
  const ask = async (): Promise<void> => {
    await fillIn(user, screen.getByLabelText('User name'), 'trader_one')
    await user.click(screen.getByRole('radio', { name: 'Trading password' }))
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await screen.findByText(/^Take two new pictures/)
  }
  const pick = async (name: string): Promise<void> => {
    const input = screen.getByRole('group', { name }).querySelectorAll<HTMLInputElement>('input')[1]
    if (input === undefined) throw new Error('no input')
    await user.upload(input, new File(['x'], 'photo', { type: 'image/png' }))
    await within(screen.getByRole('group', { name })).findByText('Ready to send')
  }
  const pickBoth = async (): Promise<void> => {
    await pick('Your document')
    await pick('Your face with the document beside it')
  }
  const send = () => user.click(screen.getByRole('button', { name: 'Send both pictures' }))
  return { ...room, calls, sent, user, onDone, ask, pick, pickBoth, send }
}

it('asks for the account first, and sends nothing without it', async () => {
  const { calls, user } = await shown()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.getByText('Enter your user name')).toBeTruthy()
  expect(calls).toEqual([])
})

it('asks, sends both pictures with the token, and gives the code only when it was kept', async () => {
  const { calls, sent, user, store, onDone, ask, pickBoth, send } = await shown()
  await ask()
  expect(calls).toMatchObject([{ method: 'POST', path: '/recoveries' }])
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
    account: 'trader_one',
    lost: 'trading_password',
  })
  expect(screen.queryByText(FOLLOW_CODE)).toBeNull()
  await pickBoth()
  expect(sent).toEqual([])
  await send()
  expect(await screen.findByText(FOLLOW_CODE)).toBeTruthy()
  expect(sent.map(({ picture, token }) => ({ picture, token }))).toEqual([
    { picture: 'document', token: UPLOAD_TOKEN },
    { picture: 'face', token: UPLOAD_TOKEN },
  ])
  const next = screen.getByRole('button', { name: 'See the status' })
  expect(next.hasAttribute('disabled')).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: 'I’ve kept the code' }))
  await user.click(next)
  expect(onDone).toHaveBeenCalledOnce()
  expect(store.get(followedCodeAtom)).toBe(FOLLOW_CODE)
  // The browser remembers nothing that the user did not agree to.
  expect(localStorage.getItem('recoveryCode')).toBeNull()
})

it('remembers the code if the user agrees', async () => {
  const { user, ask, pickBoth, send } = await shown()
  await ask()
  await pickBoth()
  await send()
  await user.click(await screen.findByRole('checkbox', { name: 'I’ve kept the code' }))
  await user.click(screen.getByRole('checkbox', { name: /^Remember it in this browser/ }))
  await user.click(screen.getByRole('button', { name: 'See the status' }))
  expect(localStorage.getItem('recoveryCode')).toBe(FOLLOW_CODE)
})

it('shows the code after the page was loaded again, until it is taken', async () => {
  const first = await shown()
  await first.ask()
  first.view.unmount()
  const second = await shown()
  expect(await screen.findByText(/^Take two new pictures/)).toBeTruthy()
  await second.pickBoth()
  await second.send()
  expect(await screen.findByText(FOLLOW_CODE)).toBeTruthy()
  expect(second.sent.map(({ token }) => token)).toEqual([UPLOAD_TOKEN, UPLOAD_TOKEN])
  second.view.unmount()
  const third = await shown()
  expect(await screen.findByText(FOLLOW_CODE)).toBeTruthy()
  await third.user.click(screen.getByRole('checkbox', { name: 'I’ve kept the code' }))
  await third.user.click(screen.getByRole('button', { name: 'See the status' }))
  third.view.unmount()
  await shown()
  expect(screen.getByLabelText('User name')).toBeTruthy()
  expect(screen.queryByText(FOLLOW_CODE)).toBeNull()
  expect(sessionStorage.length).toBe(0)
})

it('asks for both pictures', async () => {
  const { ask, pick, send, sent } = await shown()
  await ask()
  await pick('Your document')
  await send()
  expect(screen.getByText('Add this picture')).toBeTruthy()
  expect(sent).toEqual([])
})

it('sends a picture that failed again, and keeps it', async () => {
  const lost: Answer<FollowedRecovery> = { ok: false, error: { kind: 'timeout' } }
  const network: Network = ({ path }) =>
    path === '/recoveries' ? json(asking) : json(followedWire({ state: 'pictures' }))
  const { sent, ask, pickBoth, send } = await shown(network, [stored, lost])
  await ask()
  await pickBoth()
  await send()
  expect(await screen.findByText(/timed out/)).toBeTruthy()
  expect(screen.getAllByText('Ready to send')).toHaveLength(2)
  await send()
  expect(await screen.findByText(FOLLOW_CODE)).toBeTruthy()
  expect(sent).toHaveLength(4)
})

it('takes a lost answer to the last picture for sent once the request is under review', async () => {
  const lost: Answer<FollowedRecovery> = { ok: false, error: { kind: 'network' } }
  const network: Network = ({ path }) => json(path === '/recoveries' ? asking : followedWire())
  const { ask, pickBoth, send } = await shown(network, [stored, lost])
  await ask()
  await pickBoth()
  await send()
  expect(await screen.findByText(FOLLOW_CODE)).toBeTruthy()
})

it('starts again when the hour for the pictures is over', async () => {
  const over: ApiError = {
    kind: 'rejected',
    code: 'recovery_unknown',
    status: 404,
    params: {},
    issues: [],
  }
  const network: Network = ({ path }) =>
    path === '/recoveries' ? json(asking) : problem('recovery_unknown', 404)
  const { user, ask, pickBoth, send } = await shown(network, [{ ok: false, error: over }])
  await ask()
  await pickBoth()
  await send()
  await user.click(await screen.findByRole('button', { name: 'Start again' }))
  await waitFor(() => expect(screen.getByLabelText('User name')).toBeTruthy())
  await act(async () => undefined)
})
