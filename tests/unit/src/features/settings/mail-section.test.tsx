import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { MailState } from '#contract/mail.ts'
import { MailSection } from '#features/settings/mail-section.tsx'
import { fakeNetwork, fillIn, json, problem, renderFeature } from '../render-feature.tsx'

const CODE = '12345678'
const NONE = { available: true, used: null, asked: null }

/** A server that sends mail, and keeps one address. */
async function section(first: object = NONE) {
  let state: object = first
  let asked = 'n***@mail.example'
  const sent = fakeNetwork(({ method, path, body }) => {
    if (method === 'DELETE') state = NONE
    if (path.endsWith('/confirmation')) {
      if ((JSON.parse(body) as { code: string }).code !== CODE) return problem('factor_wrong', 422)
      state = { ...NONE, used: { address: asked, confirmedAt: 1, unusable: false } }
    } else if (method === 'POST') {
      const { address } = JSON.parse(body) as { address: string }
      asked = address.replace(/^(.).*@/, '$1***@')
      const waiting = { address: asked, expiresAt: 9e12, triesLeft: 5 }
      state = { ...(state as MailState), asked: waiting }
    }
    return json(state)
  })
  await renderFeature(<MailSection />)
  return sent
}

it('asks for an address, then for its code, and says where mail goes', async () => {
  const user = userEvent.setup()
  const sent = await section()
  const field = await screen.findByLabelText('Mail address')
  await fillIn(user, field, 'not an address')
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  await screen.findByRole('alert')
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
  await fillIn(user, field, 'anna@mail.example')
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  await screen.findByText('We’ve sent a code to a***@mail.example.')
  const posted = sent.find(({ method }) => method === 'POST')
  expect(JSON.parse(posted?.body ?? '')).toEqual({ address: 'anna@mail.example', language: 'en' })

  await fillIn(user, screen.getByLabelText('Code from the mail'), '00000000')
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await screen.findByText('That code or passkey wasn’t accepted.')
  await fillIn(user, screen.getByLabelText('Code from the mail'), CODE)
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await screen.findByText('Sent to a***@mail.example')
  expect(screen.queryByLabelText('Mail address')).toBeNull()
})

it('stops with one tap, and changes the address beside the one in use', async () => {
  const user = userEvent.setup()
  const used = { address: 'o***@mail.example', confirmedAt: 1, unusable: false }
  const sent = await section({ ...NONE, used })
  await user.click(await screen.findByRole('button', { name: 'Change address' }))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByLabelText('Mail address')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Change address' }))
  await fillIn(user, screen.getByLabelText('Mail address'), 'new@mail.example')
  await user.click(screen.getByRole('button', { name: 'Send code' }))
  await screen.findByText('We’ve sent a code to n***@mail.example.')
  screen.getByText('Sent to o***@mail.example')
  await user.click(screen.getByRole('button', { name: 'Use another address' }))
  screen.getByLabelText('Mail address')
  await user.click(screen.getByRole('button', { name: 'Stop mail' }))
  await waitFor(() => expect(sent.map(({ method }) => method)).toContain('DELETE'))
  await screen.findByLabelText('Mail address')
  expect(screen.queryByRole('button', { name: 'Stop mail' })).toBeNull()
})

it('says that an address refuses mail', async () => {
  const used = { address: 'o***@mail.example', confirmedAt: 1, unusable: true }
  await section({ ...NONE, used })
  await screen.findByText(/o\*\*\*@mail.example refuses our mail/)
  expect(screen.queryByText('Sent to o***@mail.example')).toBeNull()
})

it('is not there where the server sends no mail', async () => {
  const sent = await section({ ...NONE, available: false })
  await waitFor(() => expect(sent.length).toBeGreaterThan(0))
  await Promise.resolve()
  expect(screen.queryByText('Mail notices')).toBeNull()
})
