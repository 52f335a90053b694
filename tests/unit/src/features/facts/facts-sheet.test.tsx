import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { z } from 'zod/mini'
import { marketSession, type Product, productTerms } from '#contract/product.ts'
import { timeMs } from '#contract/scalars.ts'
import { DAY_MS } from '#contract/time.ts'
import { FactsButton } from '#features/facts/facts-button.tsx'
import { START_MS } from '#support/fake-streams.ts'
import { fakeNetwork, json, type Network, problem, renderFeature } from '../render-feature.tsx'
import { bitcoin } from '../sample-product.ts'

async function opened(product: Product, answer: object = {}) {
  return openedWith(product, () => json(answer))
}
async function openedWith(product: Product, network: Network) {
  fakeNetwork(network)
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

it('says of a live product what its price is made of, and what is not of this log', async () => {
  const index = {
    venues: ['binance', 'bybit', 'okx'],
    symbols: { binance: 'BTCUSDT', bybit: 'BTCUSDT', okx: 'BTC-USDT' },
    decimals: 2,
    needed: 3,
    freshMs: 5_000,
    lateMs: 750,
    spreadBps: 50,
    leadMs: 2_000,
  }
  const terms = productTerms.parse({ ...z.encode(productTerms, bitcoin.terms), index })
  const logStartsAt = timeMs.parse(Date.UTC(2026, 10, 25, 12))
  const { streams } = await opened({ ...bitcoin, source: 'live', terms, logStartsAt })
  expect(await screen.findByText(/^These prices are real/)).toBeTruthy()
  const { textContent: text } = screen.getByRole('dialog')
  expect(text).not.toContain('simulated')
  expect(text).toMatch(/Candles from before 25 Nov 2026, \d\d:\d\d are a venue’s public ones/)
  expect(text).toContain('Price sourceLive prices')
  expect(text).toMatch(/Prices fromBinance, Bybit,? and OKX/)
  expect(text).toContain('Venues needed3')
  expect(text).toContain('A trade counts for5 sec')
  expect(text).toContain('Maximum delay of a trade0.75 sec')
  expect(text).toContain('Largest spread0.5%')
  expect(text).toContain('Starts after acceptance, at least2 sec')
  const waiting = marketSession.parse({ state: 'catching_up', opensAt: null, closesAt: null })
  await act(async () => streams.session$(bitcoin.id).next({ value: waiting, asOf: streams.now }))
  expect(screen.getByText('There’s no price right now')).toBeTruthy()
})

/** A contract on live prices, whose market keeps holidays. */
function contract(): Product {
  const index = {
    venues: ['bybit', 'gate', 'okx'],
    symbols: { bybit: 'XAUUSDT', gate: 'XAU_USDT', okx: 'XAU-USDT-SWAP' },
    perpetual: true,
    decimals: 2,
    needed: 3,
    freshMs: 5_000,
    lateMs: 1_000,
    spreadBps: 100,
    leadMs: 2_000,
  }
  const terms = productTerms.parse({ ...z.encode(productTerms, bitcoin.terms), index })
  return { ...bitcoin, class: 'futures', source: 'live', terms }
}
const closingsUntil = (days: number): object => ({
  closings: {
    source: 'a test',
    readAt: 1,
    until: null,
    covers: [[0, START_MS + days * DAY_MS]],
    closed: [],
  },
})

it.each([
  [2, /known until .+\. It’s closed after that unless more are published\./],
  [9, null],
  [-1, /^Closed, because the holidays of this time aren’t published yet\.$/],
])('says of a contract what its calendar covers: %s more days', async (days, said) => {
  await opened(contract(), closingsUntil(days))
  const text = await screen.findByText(said ?? /The hours follow New York time/)
  expect(text).toBeTruthy()
  if (said === null) expect(screen.queryByText(/holidays/)).toBeNull()
})

it('says why the hours of a contract could not be loaded, and loads them when asked', async () => {
  let isAway = true
  const network: Network = () => (isAway ? problem('unavailable', 503) : json(closingsUntil(9)))
  await openedWith(contract(), network)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText(/The hours follow New York time/)).toBeNull()
  isAway = false
  await userEvent.click(retry)
  expect(await screen.findByText(/The hours follow New York time/)).toBeTruthy()
})

it('says of a dealer’s product whose quotes they are, and that no one can look them up', async () => {
  const dealer = {
    dealer: 'oanda',
    instrument: 'EUR_USD',
    decimals: 5,
    freshMs: 5_000,
    lateMs: 1_000,
    spreadBps: 20,
    leadMs: 2_000,
  }
  const terms = productTerms.parse({ ...z.encode(productTerms, bitcoin.terms), dealer })
  const { streams } = await opened({ ...bitcoin, source: 'dealer', terms })
  expect(
    await screen.findByText(/best buying and selling price\. It’s one dealer’s quote/),
  ).toBeTruthy()
  const { textContent: text } = screen.getByRole('dialog')
  expect(text).not.toMatch(/simulated|These prices are real|venues make/)
  expect(text).toContain('this proves less than trades at venues do')
  expect(text).toContain('Price sourceOne dealer’s quotes')
  expect(text).toContain('DealerOANDA')
  expect(text).toContain('A quote counts for5 sec')
  expect(text).toContain('Maximum delay of a quote1 sec')
  expect(text).toContain('Largest distance of bid and ask0.2%')
  expect(text).toContain('Starts after acceptance, at least2 sec')
  expect(streams.leases.get(`venues:${bitcoin.symbol}`)).toBeUndefined()
  const waiting = marketSession.parse({ state: 'catching_up', opensAt: null, closesAt: null })
  await act(async () => streams.session$(bitcoin.id).next({ value: waiting, asOf: streams.now }))
  expect(await screen.findByText('OANDA gives no price right now.')).toBeTruthy()
})
