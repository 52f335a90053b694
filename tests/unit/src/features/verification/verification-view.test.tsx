import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Answer } from '#api/api-error.ts'
import { sendPhotoAtom, type Upload, type UploadedPhoto } from '#api/upload.ts'
import { VerificationView } from '#features/verification/verification-view.tsx'
import { PhotoUnreadable, preparePhotoAtom } from '#data/prepare-photo.ts'
import { toastsAtom } from '#notifications/toasts.ts'
import { commandTimerAtom } from '#commands/commands.ts'
import { photoId } from '#contract/scalars.ts'
import { verificationWire } from '#support/sample-account.ts'
import {
  fakeNetwork,
  json,
  type Network,
  problem,
  renderFeature,
  instantTimer,
} from '../render-feature.tsx'

const kept = (id: string): Answer<UploadedPhoto> => ({
  ok: true,
  value: { id: photoId.parse(id), width: 10, height: 10, bytes: 10 },
})

async function shown(answer: Network = () => json(verificationWire({ status: 'verifying' }))) {
  const calls = fakeNetwork(answer)
  const sent: Upload[] = []
  const marks: (string | null)[] = []
  const answers: ((answer: Answer<UploadedPhoto>) => void)[] = []
  const room = await renderFeature(<VerificationView />, '/', (store) => {
    store.set(commandTimerAtom, instantTimer())
    store.set(preparePhotoAtom, {
      prepare: async (file, mark) => {
        if (file.type === 'text/plain') throw new PhotoUnreadable()
        marks.push(mark)
        return new Blob(['jpeg'], { type: 'image/jpeg' })
      },
    })
    store.set(sendPhotoAtom, {
      send: (upload) => {
        sent.push(upload)
        return new Promise((resolve) => answers.push(resolve))
      },
    })
  })
  const user = userEvent.setup({ applyAccept: false })
  const side = (name: string) => screen.getByRole('group', { name: `${name} of the document` })
  const pick = async (name: string, type = 'image/png'): Promise<void> => {
    const input = side(name).querySelectorAll<HTMLInputElement>('input[type=file]')[1]
    if (input === undefined) throw new Error('no input')
    await user.upload(input, new File(['x'], 'photo', { type }))
  }
  const reply = (at: number, answer: Answer<UploadedPhoto>) =>
    act(async () => answers[at]?.(answer))
  const person = async (): Promise<void> => {
    await user.click(screen.getByRole('button', { name: /^Country or region/ }))
    await user.type(await screen.findByRole('searchbox'), 'china{Enter}')
    await user.type(screen.getByRole('textbox', { name: 'Name' }), '王小明')
    await user.type(screen.getByRole('textbox', { name: 'ID number' }), '110101199003077651')
  }
  const submit = () => user.click(screen.getByRole('button', { name: 'Submit for review' }))
  return { ...room, calls, sent, marks, user, side, pick, reply, person, submit }
}

it('asks for everything that is missing, and sends nothing', async () => {
  const { calls, submit } = await shown()
  await submit()
  for (const asked of [
    /^Enter your name/,
    /^Enter your ID number/,
    /^Add a photo of the front/,
    /^Add a photo of the back/,
  ])
    expect(screen.getByText(asked)).toBeTruthy()
  // Once in the field that waits for it and once as what is wrong.
  expect(screen.getAllByText('Choose your country or region')).toHaveLength(2)
  expect(calls).toEqual([])
})

it('marks photos on the device, shows their progress, and sends all of it with a key', async () => {
  const { calls, sent, marks, side, pick, reply, person, submit, store } = await shown()
  await person()
  await pick('Front')
  await act(async () => sent[0]?.onProgress(0.4))
  const bar = within(side('Front')).getByRole('progressbar')
  expect(bar.getAttribute('aria-valuenow')).toBe('40')
  expect(within(side('Front')).getByText('Uploading… 40%')).toBeTruthy()
  await reply(0, kept('11'))
  await pick('Back')
  await reply(1, kept('12'))
  expect(marks).toEqual(['For verification only', 'For verification only'])
  expect(sent.map(({ purpose }) => purpose)).toEqual(['id_front', 'id_back'])
  await submit()
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]).toMatchObject({ method: 'POST', path: '/verification' })
  expect(calls[0]?.key).toMatch(/^\d{13}-[0-9a-f]{32}$/)
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
    nationality: 'CN',
    name: '王小明',
    idNumber: '110101199003077651',
    frontPhoto: '11',
    backPhoto: '12',
  })
  await waitFor(() =>
    expect(store.get(toastsAtom).at(-1)?.text).toBe(
      'Verification data submitted, please wait for review',
    ),
  )
})

it('judges the number by nationality: a wrong check digit is named as one', async () => {
  const { user, person, submit } = await shown()
  await person()
  await user.type(screen.getByRole('textbox', { name: 'ID number' }), '{Backspace}2')
  await submit()
  expect(screen.getByText('Check the digits: this number can’t be right')).toBeTruthy()
})

it('keeps the picture when sending fails, and sends it again on demand', async () => {
  const { user, side, sent, pick, reply } = await shown()
  await pick('Front')
  await reply(0, { ok: false, error: { kind: 'timeout' } })
  const front = within(side('Front'))
  expect(front.getByRole('alert').textContent).toContain('timed out')
  expect(front.getByRole('img', { name: 'Preview: Front of the document' })).toBeTruthy()
  await user.click(front.getByRole('button', { name: 'Upload again' }))
  expect(sent[1]?.photo).toBe(sent[0]?.photo)
  await reply(1, kept('11'))
  expect(front.getByText('Uploaded')).toBeTruthy()
})

it('waits for a photo that is on its way', async () => {
  const { calls, person, pick, submit } = await shown()
  await person()
  await pick('Front')
  await pick('Back')
  await submit()
  expect(screen.getAllByText('Please wait until the photo is uploaded')).toHaveLength(2)
  expect(calls).toEqual([])
})

it('takes a photo out again, and stops sending it', async () => {
  const { user, side, sent, pick } = await shown()
  await pick('Front')
  await user.click(within(side('Front')).getByRole('button', { name: 'Remove' }))
  expect(sent[0]?.signal?.aborted).toBe(true)
  expect(within(side('Front')).queryByRole('img')).toBeNull()
})

it('says so when a file is no picture', async () => {
  const { side, sent, pick } = await shown()
  await pick('Front', 'text/plain')
  expect(within(side('Front')).getByRole('alert').textContent).toContain('couldn’t read this photo')
  expect(sent).toEqual([])
})

it('loses nothing when the server refuses, and asks with the same key after a lost answer', async () => {
  let tries = 0
  const { calls, pick, reply, person, submit } = await shown(() => {
    tries += 1
    if (tries === 1) throw new TypeError('cut')
    return problem('photo_unknown', 422)
  })
  await person()
  await pick('Front')
  await reply(0, kept('11'))
  await pick('Back')
  await reply(1, kept('12'))
  await submit()
  expect(await screen.findByText('This photo is no longer available. Add it again.')).toBeTruthy()
  expect(calls).toHaveLength(2)
  expect(calls[0]?.key).toBe(calls[1]?.key)
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  expect(name.value).toBe('王小明')
})
