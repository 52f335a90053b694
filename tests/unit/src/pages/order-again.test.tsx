import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { z } from 'zod/mini'
import { commandTimerAtom } from '#commands/commands.ts'
import { order } from '#contract/order.ts'
import { toastsAtom } from '#notifications/toasts.ts'
import { sampleBalance } from '#support/sample-account.ts'
import { TradePanel } from '../../../../src/pages/detail/trade-panel.tsx'
import { fakeNetwork, json, problem, renderFeature } from '../features/render-feature.tsx'
import { sampleOrder, settledOrder } from '../features/sample-order.ts'
import { bitcoin, productsReply } from '../features/sample-product.ts'

const receipt = { text: 't', signature: 's', keyId: 'k' }
const START_MS = 1_700_000_000_000
const lost = settledOrder({
  direction: 'down',
  stake: '25.00',
  status: 'lost',
  profitAndLoss: '-25.00',
  acceptedAt: START_MS - 61_000,
  expiresAt: START_MS - 1_000,
  settledAt: START_MS - 500,
})

/** The page's orders and buttons, a moment after a Down order of 25.00 was lost. */
async function afterLoss(answer: () => Response, available = '1000.00') {
  localStorage.setItem('token', 'handle')
  localStorage.setItem('userInfo', JSON.stringify({ account: 'someone', nickname: 'someone' }))
  const calls = fakeNetwork(
    ({ path, method }) => {
      if (path === '/products') return json(productsReply)
      return method === 'POST' ? answer() : new Promise<Response>(() => {})
    },
    { lookUps: true },
  )
  const { store, streams } = await renderFeature(<TradePanel product={bitcoin} beside={false} />)
  // An answer comes before any patience ends.
  const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms >= 6_000 ? 1e6 : 1))
  store.set(commandTimerAtom, { now: () => 0, wait })
  const balance = sampleBalance({ available, total: available })
  await act(async () => {
    streams.tick(bitcoin.id, 6_400_000, 'up')
    streams.state$('balance').next({ value: balance, asOf: streams.now })
    streams.state$('positions').next({ value: { open: [], settled: [lost] }, asOf: streams.now })
  })
  const user = userEvent.setup()
  const again = await screen.findByRole('button', { name: /^Again/ })
  return { user, store, again, orders: () => calls.filter(({ path }) => path === '/orders') }
}

it('places the same order with the current terms by one tap, and says so in no toast', async () => {
  const bought = z.encode(order, sampleOrder({ direction: 'down', stake: '25.00' }))
  const { user, store, again, orders } = await afterLoss(() => json({ order: bought, receipt }))
  await user.click(again)
  await waitFor(() => expect(orders()).toHaveLength(1))
  expect(JSON.parse(orders()[0]?.body ?? '')).toMatchObject({
    symbol: 'BTCUSDT',
    direction: 'down',
    stake: '25.00',
    durationMs: 60_000,
    termsId: bitcoin.terms.termsId,
  })
  await waitFor(() => expect(screen.getByText('Purchase Successful')).toBeTruthy())
  expect(store.get(toastsAtom)).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('says above the buttons why it was refused', async () => {
  const { user, again, orders } = await afterLoss(() => problem('price_stale', 409))
  await user.click(again)
  expect((await screen.findByRole('alert')).textContent).toContain('The price is delayed')
  expect(orders()).toHaveLength(1)
})

it('opens the ticket with the values where something prevents the order', async () => {
  const { user, again, orders } = await afterLoss(() => json({}), '20.00')
  await user.click(again)
  const ticket = await screen.findByRole('dialog', { name: 'Bitcoin' }, { timeout: 5_000 })
  expect(ticket.textContent).toContain('Available balance too low')
  expect(screen.getByLabelText('Amount')).toHaveProperty('value', '25')
  expect(orders()).toEqual([])
})
