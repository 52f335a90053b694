import { act, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { formatFor } from '#i18n/format.ts'
import { PATHS } from '#lib/paths.ts'
import { sampleProfile } from '#support/sample-account.ts'
import { AccountDetailPage } from '../../../../src/pages/account/account-detail.tsx'
import { AccountPage } from '../../../../src/pages/account/account.tsx'
import { accountWire } from '../features/cashier/cashier-wire.ts'
import { renderFeature } from '../features/render-feature.tsx'

const NOW = 1_700_000_000_000

async function shown(Page: () => ReactNode, payoutAccount: unknown) {
  localStorage.setItem('token', 'handle')
  const room = await renderFeature(<Page />)
  await act(async () =>
    room.streams.state$('profile').next({ value: sampleProfile({ payoutAccount }), asOf: NOW }),
  )
  return room
}

it('shows a visitor the way in', async () => {
  await renderFeature(<AccountPage />)
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy()
})

it('leads to the form while none is set', async () => {
  await shown(AccountPage, null)
  const link = screen.getByRole('link', { name: 'Set withdrawal account' })
  expect(link.getAttribute('href')).toBe(PATHS.accountDetail)
})

it('shows the saved account masked, cannot change it, and names the way to customer service', async () => {
  await shown(AccountPage, accountWire())
  expect(screen.getByText('•••• 1111')).toBeTruthy()
  expect(screen.getByText(/can’t change a saved withdrawal account here/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Contact customer service' })).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

it('says until when a change by customer service holds withdrawals, and only until then', async () => {
  const until = NOW + 48 * 3_600_000
  await shown(AccountPage, accountWire({ heldUntil: until }))
  const time = formatFor('en').dateClock(until)
  expect(screen.getByText(new RegExp(`on hold until ${time}`))).toBeTruthy()
})

it('says nothing of a hold that is over', async () => {
  await shown(AccountPage, accountWire({ heldUntil: NOW - 1 }))
  expect(screen.queryByText(/on hold/)).toBeNull()
})

it('opens the form in detail only while none is set', async () => {
  const { streams } = await shown(AccountDetailPage, null)
  expect(screen.getByRole('button', { name: 'Check the details' })).toBeTruthy()
  await act(async () =>
    streams.state$('profile').next({
      value: sampleProfile({ version: 2, payoutAccount: accountWire() }),
      asOf: NOW,
    }),
  )
  expect(screen.queryByRole('button', { name: 'Check the details' })).toBeNull()
  expect(screen.getByText('1 Lo***')).toBeTruthy()
})
