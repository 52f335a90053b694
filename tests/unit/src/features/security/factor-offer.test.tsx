import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { FactorOffer, OFFER_EVERY_MS } from '#features/security/factor-offer.tsx'
import { factorOfferDueAtom } from '#api/factor-offer.ts'
import { sampleProfile } from '#support/sample-account.ts'
import { renderFeature } from '../render-feature.tsx'

afterEach(() => vi.useRealTimers())
const OFF = { totp: false, recoveryCodesLeft: 0, passkeys: [] }

async function afterLogIn(factors: Record<string, unknown> = {}) {
  const room = await renderFeature(<FactorOffer />)
  await act(async () => {
    const value = sampleProfile({ factors: { ...OFF, ...factors } })
    room.streams.state$('profile').next({ value, asOf: room.streams.now })
    room.store.set(factorOfferDueAtom, true)
  })
  return { ...room, user: userEvent.setup() }
}
const offer = () => screen.queryByText('Protect your account with two-step verification.')

it('offers a second factor after a log-in, with the way to it, and goes with one tap', async () => {
  const { user } = await afterLogIn()
  expect(offer()).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Set up' }).getAttribute('href')).toContain(
    'open=factors',
  )
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(offer()).toBeNull()
})

it('says nothing to who has one', async () => {
  await afterLogIn({ totp: true, recoveryCodesLeft: 10 })
  expect(offer()).toBeNull()
})

it('comes back after 30 days at the earliest, whatever was done about it', async () => {
  const begun = Date.now()
  const first = await afterLogIn()
  expect(offer()).toBeTruthy()
  first.view.unmount()
  const now = vi.spyOn(Date, 'now').mockReturnValue(begun + OFFER_EVERY_MS - 60_000)
  const second = await afterLogIn()
  expect(offer()).toBeNull()
  second.view.unmount()
  now.mockReturnValue(begun + OFFER_EVERY_MS + 60_000)
  await afterLogIn()
  expect(offer()).toBeTruthy()
  now.mockRestore()
})
