import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { VenuesLine } from '#components/venues/venues-line.tsx'
import { type ProductVenues, productVenues } from '#contract/index-price.ts'
import type { Product } from '#contract/product.ts'
import { renderFeature } from '../features/render-feature.tsx'
import { bitcoin } from '../features/sample-product.ts'

const LIVE: Product = { ...bitcoin, source: 'live' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

async function shown(product = LIVE) {
  const page = await renderFeature(<VenuesLine product={product} />)
  const { streams } = page
  const venuesOf = (change: Partial<ProductVenues> = {}): ProductVenues =>
    productVenues.parse({
      alive: true,
      reason: null,
      needed: 3,
      venues: [
        { venue: 'binance', symbol: 'BTCUSDT', state: 'fresh', tradedAt: streams.now - 2_400 },
        { venue: 'bybit', symbol: 'BTCUSDT', state: 'fresh', tradedAt: streams.now - 900 },
        { venue: 'okx', symbol: 'BTC-USDT', state: 'fresh', tradedAt: streams.now - 400 },
      ],
      ...change,
    })
  const tell = (change: Partial<ProductVenues> = {}, asOf = streams.now) =>
    act(async () => streams.venues$('BTCUSDT').next({ value: venuesOf(change), asOf }))
  const rows = () => screen.getAllByRole('listitem').map((row) => row.textContent)
  return { ...page, tell, rows }
}

it('says how many venues make the price, which, how old their trades are, and what if one drops', async () => {
  const { tell, rows, streams } = await shown()
  expect(await screen.findByText('Checking the venues…')).toBeTruthy()
  await tell()
  expect(screen.getByText('Live: 3 of 3 venues')).toBeTruthy()
  expect(rows()).toEqual([
    'BinanceNewest trade 2 sec ago',
    'BybitNewest trade 1 sec ago',
    'OKXNewest trade 1 sec ago',
  ])
  expect(screen.getByText(/as long as at least 3 are left/)).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
  expect(streams.leases.get('venues:BTCUSDT')).toBe(1)
})

it.each([
  ['venues', /^Fewer than 3 venues have a recent trade/, 'No price right now'],
  ['spread', /^The venues disagree too much/, 'No price: the venues disagree'],
] as const)(
  'says why there is no price (%s), and what it means for orders',
  async (reason, text, summary) => {
    const { tell } = await shown()
    await tell({ alive: false, reason })
    expect(screen.getByText(summary)).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('status').textContent).toContain('No orders are taken.')
  },
)

it('says of a venue that it is quiet, away, or without a trade so far', async () => {
  const { tell, rows, streams } = await shown()
  await tell({
    venues: productVenues.shape.venues.parse([
      { venue: 'binance', symbol: 'A', state: 'quiet', tradedAt: streams.now - 61_000 },
      { venue: 'bybit', symbol: 'A', state: 'away', tradedAt: streams.now - 400 },
      { venue: 'okx', symbol: 'A', state: 'quiet', tradedAt: null },
    ]),
  })
  expect(rows()).toEqual(['BinanceNo trade for 1 min', 'BybitNot connected', 'OKXNo trade yet'])
})

it('changes its text at most once per second', async () => {
  const { tell } = await shown()
  await tell()
  await tell({ alive: false, reason: 'venues' })
  expect(screen.getByText('Live: 3 of 3 venues')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(screen.getByText('No price right now')).toBeTruthy()
})

it('does not call an old state live', async () => {
  const { tell, streams } = await shown()
  await tell({}, streams.now - 6_000)
  expect(screen.getByText('The state of the venues isn’t known right now')).toBeTruthy()
  expect(screen.queryByText(/^Live/)).toBeNull()
})

it('shows nothing of prices that are not live, and leases nothing', async () => {
  const { view, streams } = await shown(bitcoin)
  expect(view.container.textContent).toBe('')
  expect(streams.leases.size).toBe(0)
})
