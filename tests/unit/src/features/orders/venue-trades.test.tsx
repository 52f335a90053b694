import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { VenueTrades } from '#features/orders/receipt/venue-trades.tsx'
import { honest } from '#support/honest-receipts.ts'
import { liveReceipt } from '#support/live-receipts.ts'
import { renderFeature } from '../render-feature.tsx'

it('lists the trades of entry and exit, marks the one in the middle, and links each', async () => {
  await renderFeature(<VenueTrades receipt={liveReceipt()} />)
  const rows = screen.getAllByRole('listitem')
  expect(rows).toHaveLength(6)
  const [binance, bybit, okx] = rows.map((row) => within(row))
  expect(binance?.queryByText('Used')).toBeNull()
  expect(bybit?.getByText('Used')).toBeTruthy()
  // As the venue wrote it, with the digit that the price cuts off.
  expect(bybit?.getByText('1.000007')).toBeTruthy()
  expect(okx?.getByText('Trade 700000006')).toBeTruthy()
  const link = okx?.getByRole('link', { name: 'Look up at OKX' })
  expect(link?.getAttribute('href')).toBe(
    'https://www.okx.com/api/v5/market/history-trades?instId=EUR-USDT&type=1&after=700000007&limit=1',
  )
  expect(link?.getAttribute('rel')).toContain('noreferrer')
  expect(screen.getByText(/^Bybit lists trades for a few minutes only/)).toBeTruthy()
})

it('shows nothing on a receipt without trades', async () => {
  const { view } = await renderFeature(<VenueTrades receipt={honest()} />)
  expect(view.container.textContent).toBe('')
})
