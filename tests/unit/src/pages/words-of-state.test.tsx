import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { StatusChip } from '#app/status-chip.tsx'
import { marketSession, type Product, product } from '#contract/product.ts'
import { PriceCell } from '#features/market/price-cell.tsx'
import { OrderButtons } from '#features/ticket/order-buttons.tsx'
import { sampleWithdrawal } from '#support/sample-account.ts'
import { BigPrice } from '../../../../src/pages/detail/price-header.tsx'
import { SideTicket } from '../../../../src/pages/trading/side-ticket.tsx'
import { Requested } from '../../../../src/pages/withdraw-money/requested.tsx'
import { fakeNetwork, json, renderFeature } from '../features/render-feature.tsx'
import { bitcoin } from '../features/sample-product.ts'

const CLOSED = marketSession.parse({ state: 'closed', opensAt: null, closesAt: null })
const WAITING = marketSession.parse({ state: 'catching_up', opensAt: null, closesAt: null })
const ENDED: Product = {
  ...bitcoin,
  source: 'recorded',
  session: CLOSED,
  replay: product.shape.replay.parse({
    repeats: false,
    fastBars: false,
    watchOnly: false,
    recordedAt: 1,
    startedAt: 2,
  }),
}
const VENUELESS: Product = { ...bitcoin, source: 'live', session: WAITING }

async function page(shown: Product) {
  fakeNetwork(() => json({}, 404))
  const { streams } = await renderFeature(
    <>
      <StatusChip />
      <BigPrice product={shown} />
      <OrderButtons product={shown} onPick={() => {}} />
    </>,
  )
  await act(async () => streams.tick(shown.id, 6_400_000, 'up'))
  return streams
}
const pill = () => document.querySelector('[data-connection] [role=status]')?.textContent

it('says of the connection that it is up, and leaves to the price whether that is live', async () => {
  await page(bitcoin)
  expect(pill()).toBe('Connected')
  expect(screen.getByRole('button', { name: /^Up/ })).toBeTruthy()
})

it.each([
  ['an ended recording', ENDED, 'The recording has ended'],
  ['a market without venues', VENUELESS, 'There’s no price'],
])('says why there is no price and offers no order: %s', async (_, resting, text) => {
  await page(resting)
  expect(pill()).toBe('Connected')
  expect(screen.getByText(new RegExp(`^${text}`))).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Up/ })).toBeNull()
})

it('leaves the ticket at the side out for the same reason', async () => {
  fakeNetwork(() => json({}, 404))
  await renderFeature(<SideTicket product={ENDED} />)
  expect(screen.getByText(/^The recording has ended/)).toBeTruthy()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

it('calls a withdrawal requested until it is paid out, and then that', async () => {
  const withdrawal = sampleWithdrawal({ status: 'requested' })
  const { streams } = await renderFeature(
    <Requested withdrawal={withdrawal} onAnother={() => {}} />,
  )
  expect(screen.getByText('Withdrawal requested')).toBeTruthy()
  const paid = { reviewAt: 1, decidedAt: 2, sentAt: 3, doneAt: 4 }
  const now = sampleWithdrawal({ status: 'paid', ...paid })
  await act(async () => streams.state$('withdrawals').next({ value: [now], asOf: 5 }))
  expect(screen.getByRole('heading').textContent).toBe('Paid out')
  expect(screen.queryByText(/wait patiently/)).toBeNull()
})

it('ends the wait for a price with words where the market gives none', async () => {
  fakeNetwork(() => json({}, 404))
  const { id, priceDecimals: decimals } = VENUELESS
  await renderFeature(
    <>
      <BigPrice product={VENUELESS} />
      <PriceCell productId={id} decimals={decimals} session={WAITING} />
    </>,
  )
  expect(document.querySelector('.animate-skeleton')).toBeNull()
})
