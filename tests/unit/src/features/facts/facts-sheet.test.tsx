import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { marketSession, type Product } from '#contract/product.ts'
import { FactsButton } from '#features/facts/facts-button.tsx'
import { fakeNetwork, json, renderFeature } from '../render-feature.tsx'
import { bitcoin } from '../sample-product.ts'

async function opened(product: Product) {
  fakeNetwork(() => json({}))
  const page = await renderFeature(<FactsButton product={product} name="Bitcoin" />)
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{Enter}')
  await screen.findByRole('dialog', { name: 'About this product' })
  return page
}
const euro: Product = { ...bitcoin, class: 'forex', quoteCurrency: 'USD', priceDecimals: 5 }

it('says what the product is, where its prices come from, and under which terms', async () => {
  await opened(bitcoin)
  const { textContent: text } = screen.getByRole('dialog')
  expect(text).toContain('Price of one Bitcoin in USDT')
  expect(text).toContain('You don’t buy the product itself.')
  expect(text).toContain('These prices are simulated.')
  expect(text).toContain('Open around the clock, every day')
  expect(text).toContain('Smallest price step0.01')
  expect(text).toContain('Stake per order5.00 – 2,000.00')
  expect(text).toContain('30 sec80%55.56%')
  const history = screen.getByRole('link', { name: /Price history/ })
  expect(history.getAttribute('href')).toBe('/api/ticks/BTCUSDT')
})

it('says of a currency pair when it closes and opens next', async () => {
  const { streams } = await opened(euro)
  expect(screen.getByRole('dialog').textContent).toContain('Price of 1 BTC in USD.')
  const session = (value: object) =>
    act(async () =>
      streams.session$(bitcoin.id).next({ value: marketSession.parse(value), asOf: streams.now }),
    )
  await session({ state: 'open', opensAt: null, closesAt: streams.now + 3_600_000 })
  expect(screen.getByText(/^Open\. Next closing: \w{3} \d\d:\d\d$/)).toBeTruthy()
  await session({ state: 'closed', opensAt: streams.now + 3_600_000, closesAt: null })
  expect(screen.getByText(/^Closed\. Next opening: \w{3} \d\d:\d\d$/)).toBeTruthy()
  expect(screen.getByText(/^In your time/)).toBeTruthy()
  await session({ state: 'halted', opensAt: null, closesAt: null })
  expect(screen.getByText('Paused')).toBeTruthy()
})
