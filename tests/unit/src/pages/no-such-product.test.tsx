import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { PATHS } from '#lib/paths.ts'
import { fakeNetwork, json, renderFeature } from '../features/render-feature.tsx'
import { productsReply } from '../features/sample-product.ts'
import { ShownProduct } from '../../../../src/pages/detail/shown-product.tsx'

const STARTS_AT = Date.UTC(2026, 10, 25, 12)
const live = {
  ...productsReply,
  source: 'live',
  products: productsReply.products
    .filter((one) => one.class === 'virtual')
    .map((one, n) => ({ ...one, source: 'live', logStartsAt: STARTS_AT + n * 60_000 })),
}

async function opened(symbol: string, reply: object) {
  fakeNetwork(() => json(reply))
  await renderFeature(<ShownProduct symbol={symbol} as={() => <p>the product</p>} />)
}

it('says of a product without a live price why it is not offered, and since when prices are live', async () => {
  await opened('EURUSD', live)
  expect(await screen.findByText('No live price for Euro / US dollar')).toBeTruthy()
  expect(screen.getByText(/too few price sources have this product/)).toBeTruthy()
  const since = screen.getByText(/^Prices here have been live/).textContent
  expect(since).toContain('since 25 Nov 2026')
  expect(since).toContain('12:00')
  expect(screen.getByRole('link').getAttribute('href')).toBe(PATHS.products)
})

it('says no more than that there is none of an unknown symbol, and where prices are not live', async () => {
  await opened('NOSUCH', live)
  expect(await screen.findByText('This product doesn’t exist.')).toBeTruthy()
  expect(screen.queryByText(/price sources/)).toBeNull()
})

it('gives no reason of live prices where prices are simulated', async () => {
  await opened('XAUUSDT', productsReply)
  expect(await screen.findByText('This product doesn’t exist.')).toBeTruthy()
})

it('shows the product where there is one', async () => {
  await opened('BTCUSDT', live)
  expect(await screen.findByText('the product')).toBeTruthy()
})
