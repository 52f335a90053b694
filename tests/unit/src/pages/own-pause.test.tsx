import { act, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { OrderButtons } from '#features/ticket/order-buttons.tsx'
import { pauseEnd } from '#rules/own-limits.ts'
import { sampleBalance } from '#support/sample-account.ts'
import { fundTermsWire, sampleFund } from '#support/sample-fund.ts'
import { sampleLimits } from '#support/sample-limits.ts'
import { HomePage } from '../../../../src/pages/home/home.tsx'
import { FundPage } from '../../../../src/pages/money/money.tsx'
import { TransferPage } from '../../../../src/pages/transfer/transfer.tsx'
import { UserPage } from '../../../../src/pages/user/user.tsx'
import { DepositsPage } from '../../../../src/pages/withdraw-list/withdraw-open.tsx'
import { depositTermsWire } from '../features/cashier/cashier-wire.ts'
import { fakeNetwork, json, renderFeature } from '../features/render-feature.tsx'
import { bitcoin } from '../features/sample-product.ts'

async function shown(ui: ReactNode, address = '/') {
  localStorage.setItem('token', 'handle')
  fakeNetwork(({ path }) => {
    if (path === '/deposit-terms') return json(depositTermsWire())
    if (path === '/fund/terms') return json(fundTermsWire())
    return json({ deposits: [], next: null })
  })
  const room = await renderFeature(ui, address)
  const { streams } = room
  const asOf = streams.now
  const broke = { total: '0.00', available: '0.00', practiceNextAt: null }
  await act(async () => {
    streams.state$('balance').next({ value: sampleBalance(broke), asOf })
    streams.state$('fund').next({ value: sampleFund(), asOf })
  })
  const pause = (change: object) =>
    act(async () =>
      streams.state$('limits').next({ value: sampleLimits({ version: 2, ...change }), asOf }),
    )
  const exclude = () => pause({ exclusion: pauseEnd('year_1', asOf) })
  return { ...room, pause, exclude }
}
const active = (name: RegExp): Element[] =>
  [...document.querySelectorAll('a, button:not(:disabled)')].filter((way) =>
    name.test(way.textContent?.trim() ?? ''),
  )

const PAGES = [
  ['home', HomePage, /^quick deposit$|^get practice money$/i],
  ['the purse', UserPage, /^quick deposit$|practice money/i],
  ['the fund', FundPage, /^deposit$/i],
  ['the deposits', DepositsPage, /^deposit$/i],
  ['a transfer in without money', TransferPage, /make a deposit|practice money/i],
] as const

it.each(PAGES)('lets %s offer no money in to a user who excluded themselves', async (...page) => {
  const [, Page, ways] = page
  const { exclude } = await shown(<Page />)
  expect(active(ways)).not.toEqual([])
  await exclude()
  expect(active(ways)).toEqual([])
  expect(screen.getAllByText(/You’re taking a break: no new orders or deposits/)).not.toEqual([])
})

it('offers practice money but no deposit during a time-out', async () => {
  const { pause, streams } = await shown(<UserPage />)
  await pause({ time_out: pauseEnd('days_7', streams.now) })
  expect(active(/practice money/)).toHaveLength(1)
  expect(active(/^Quick deposit$/)).toEqual([])
})

it('offers everything again when the break is over', async () => {
  const { pause, streams } = await shown(<UserPage />)
  await pause({ exclusion: streams.now - 1 })
  expect(active(/^Quick deposit$/)).toHaveLength(1)
  expect(screen.queryByText(/You’re taking a break/)).toBeNull()
})

it('shows no form of a deposit behind an old link', async () => {
  const { exclude } = await shown(<DepositsPage />, '/?new=1')
  await exclude()
  expect(screen.queryByRole('button', { name: 'Submit deposit' })).toBeNull()
})

it('says to a guest that someone else’s break may be the reason', async () => {
  localStorage.setItem(
    'userInfo',
    JSON.stringify({ account: 'g_0123456789', nickname: '-', guest: true }),
  )
  const { exclude, streams } = await shown(<OrderButtons product={bitcoin} onPick={() => {}} />)
  await act(async () => streams.tick(bitcoin.id, 1))
  await exclude()
  expect(active(/^(Up|Down)/)).toEqual([])
  expect(
    screen.getByText(/^Someone who was logged in on this device is taking a break/),
  ).toBeTruthy()
})

it('lets the order buttons rest and says why', async () => {
  const { exclude, streams } = await shown(<OrderButtons product={bitcoin} onPick={() => {}} />)
  await act(async () => streams.tick(bitcoin.id, 1))
  expect(active(/^(Up|Down)/)).toHaveLength(2)
  await exclude()
  expect(active(/^(Up|Down)/)).toEqual([])
  expect(screen.getByText(/You’re taking a break/)).toBeTruthy()
})
