import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { DeskRoute } from '#desk/desk-route.ts'
import { LogView } from '#desk/log-view.tsx'
import { fakeNetwork, json, renderFeature } from '../features/render-feature.tsx'

const LINE = {
  seq: '12',
  at: 1_700_000_000_000,
  actor: 'anna',
  act: 'deposit_reject',
  userNumber: '9',
  account: 'carla_31',
  ref: '71',
  reason: 'payment_differs',
  why: null,
  previousHash: null,
  salt: '5'.repeat(32),
  hash: 'ab'.repeat(32),
  format: 3,
  checkpoint: 7,
}
const ROUTE: DeskRoute = { tab: 'log', status: null, id: null }

it('says of each act which checkpoint fixes it, and which ones the next will', async () => {
  fakeNetwork(() => json({ acts: [{ ...LINE, seq: '13', checkpoint: null }, LINE], next: null }))
  await renderFeature(<LogView revision={1} route={ROUTE} />)
  const [newest, older] = await screen.findAllByRole('listitem')
  expect(newest?.textContent).toContain('In the next checkpoint, within ten seconds')
  expect(older?.textContent).toContain('Fixed by checkpoint 7')
  expect(older?.textContent).toContain('carla_31 · 71')
})
