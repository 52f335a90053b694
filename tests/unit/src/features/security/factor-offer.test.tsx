import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { FactorOffer } from '#features/security/factor-offer.tsx'
import { factorOfferDueAtom } from '#api/factor-offer.ts'
import { PATHS } from '#lib/paths.ts'
import { sampleProfile } from '#support/sample-account.ts'
import { renderFeature } from '../render-feature.tsx'

const OFF = { totp: false, recoveryCodesLeft: 0, passkeys: [] }

async function afterLogIn(factors: Record<string, unknown> = {}, path?: string) {
  const room = await renderFeature(<FactorOffer />, path)
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

it('comes once per device, whatever was done about it', async () => {
  const first = await afterLogIn()
  expect(offer()).toBeTruthy()
  first.view.unmount()
  await afterLogIn()
  expect(offer()).toBeNull()
})

it.each([PATHS.products, PATHS.productDetail])(
  'waits while people trade, at %s, and comes on the next page',
  async (trading) => {
    const { view } = await afterLogIn({}, trading)
    expect(offer()).toBeNull()
    view.unmount()
    await afterLogIn({}, PATHS.home)
    expect(offer()).toBeTruthy()
  },
)
