import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { tallWindow } from '#support/tall-window.ts'
import { fakeNetwork, json, type Network, renderFeature } from '../features/render-feature.tsx'
import { productsReply, sparklinesReply } from '../features/sample-product.ts'
import { ProductPage } from '../../../../src/pages/product/product.tsx'

const answer: Network = ({ path }) => json(path === '/products' ? productsReply : sparklinesReply)

beforeEach(() => {
  tallWindow()
})

async function shown() {
  fakeNetwork(answer)
  const room = await renderFeature(<ProductPage />)
  await screen.findByText('Bitcoin')
  return { ...room, user: userEvent.setup() }
}
const rows = (): (string | undefined)[] =>
  within(screen.getByRole('tabpanel'))
    .queryAllByRole('link')
    .map((link) => link.getAttribute('href')?.split('=')[1])

describe('the product list', () => {
  it('says that it loads, then shows the products', async () => {
    fakeNetwork(answer)
    await renderFeature(<ProductPage />)
    await screen.findByText('Bitcoin')
    expect(rows()).toEqual(['GC', 'EURUSD', 'BTCUSDT', 'ETHUSDT'])
  })

  it('shows a class by its tab, also by arrow keys', async () => {
    const { user } = await shown()
    await user.click(screen.getByRole('tab', { name: 'Virtual' }))
    expect(rows()).toEqual(['BTCUSDT', 'ETHUSDT'])
    await user.keyboard('{ArrowLeft}')
    expect(screen.getByRole('tab', { name: 'Forex' }).getAttribute('aria-selected')).toBe('true')
    expect(rows()).toEqual(['EURUSD'])
  })

  it('finds by name or symbol, says when nothing fits, and clears', async () => {
    const { user } = await shown()
    await user.type(screen.getByRole('searchbox', { name: 'Search products' }), 'bitc')
    await waitFor(() => expect(rows()).toEqual(['BTCUSDT']))
    await user.keyboard('zzz')
    expect(await screen.findByText('No products found')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(rows()).toHaveLength(4)
  })

  it('finds in all classes, by names in any language, and says the class of what it found', async () => {
    const { user } = await shown()
    await user.click(screen.getByRole('tab', { name: 'Virtual' }))
    const field = screen.getByRole('searchbox')
    await user.type(field, '黄金')
    await waitFor(() => expect(rows()).toEqual(['GC']))
    const list = within(screen.getByRole('list'))
    expect(list.getByText('Futures')).toBeTruthy()
    await user.clear(field)
    await user.type(field, 'u')
    expect(rows()).toEqual(['GC', 'EURUSD', 'BTCUSDT', 'ETHUSDT'])
    const classes = list.getAllByText(/^(Futures|Forex|Virtual)$/).map((text) => text.textContent)
    expect(classes).toEqual(['Futures', 'Forex', 'Virtual'])
    await user.clear(field)
    expect(rows()).toEqual(['BTCUSDT', 'ETHUSDT'])
    expect(list.queryByText('Virtual')).toBeNull()
  })

  it('offers what is similar where nothing is found, and all products', async () => {
    const { user } = await shown()
    await user.click(screen.getByRole('tab', { name: 'Forex' }))
    await user.type(screen.getByRole('searchbox'), 'bitcion')
    await waitFor(() => expect(rows()).toEqual(['BTCUSDT']))
    expect(screen.getByText('No products found')).toBeTruthy()
    await user.keyboard('xxyyzz')
    expect(rows()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Show all products' }))
    expect(rows()).toHaveLength(4)
    expect(screen.getByRole('tab', { name: 'All' }).getAttribute('aria-selected')).toBe('true')
  })

  it('keeps favourites under their tab', async () => {
    const { user } = await shown()
    await user.click(screen.getByRole('tab', { name: 'Favourites' }))
    expect(await screen.findByText('No favourites yet')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'All' }))
    await user.click(screen.getByRole('button', { name: 'Favourite: Bitcoin' }))
    await user.click(screen.getByRole('tab', { name: 'Favourites' }))
    expect(rows()).toEqual(['BTCUSDT'])
  })

  it('sorts by rise and says in which way', async () => {
    const { user } = await shown()
    await user.click(screen.getByRole('button', { name: '24h change, not sorted' }))
    expect(rows()).toEqual(['ETHUSDT', 'BTCUSDT', 'EURUSD', 'GC'])
    await user.click(screen.getByRole('button', { name: '24h change, descending' }))
    expect(rows()).toEqual(['GC', 'EURUSD', 'BTCUSDT', 'ETHUSDT'])
  })
})

it('says what failed and tries again on demand', async () => {
  let broken = true
  fakeNetwork((sent) => {
    if (broken) throw new TypeError('offline')
    return answer(sent)
  })
  await renderFeature(<ProductPage />)
  const notice = await screen.findByRole('alert')
  expect(notice.textContent).toContain('No connection')
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Bitcoin')).toBeTruthy()
})

it('gives all leases back when it is left', async () => {
  const { streams, view } = await shown()
  expect(streams.leases.size).toBeGreaterThan(0)
  view.unmount()
  expect(streams.leases.size).toBe(0)
})

const STARTS_AT = Date.UTC(2026, 10, 25, 12)

describe('a class or a favourite that is not offered', () => {
  const live = { ...productsReply.products[2], source: 'live' as const, logStartsAt: STARTS_AT }
  const gold = { ...live, id: 27, symbol: 'XAUUSDT', class: 'futures' as const }
  const liveAnswer: Network = ({ path }) =>
    json(
      path === '/products'
        ? { products: [gold, live], serverTime: 1, source: 'live' }
        : sparklinesReply,
    )
  async function shownLive() {
    fakeNetwork(liveAnswer)
    await renderFeature(<ProductPage />)
    await screen.findByText('Bitcoin')
    return userEvent.setup()
  }

  it('says that a class has no products and why, and leads to those that have some', async () => {
    const user = await shownLive()
    await user.click(screen.getByRole('tab', { name: 'Forex' }))
    expect(await screen.findByText('No products in this class right now')).toBeTruthy()
    expect(screen.getByText(/too few price sources have these products\.$/)).toBeTruthy()
    const panel = within(screen.getByRole('tabpanel'))
    const buttons = panel.getAllByRole('button').map(({ textContent }) => textContent)
    expect(buttons).toEqual(['Futures', 'Virtual'])
    await user.click(panel.getByRole('button', { name: 'Futures' }))
    expect(rows()).toEqual(['XAUUSDT'])
    expect(screen.getByRole('tab', { name: 'Futures' }).getAttribute('aria-selected')).toBe('true')
  })

  it('gives no reason of live prices where prices are not live', async () => {
    const few = productsReply.products.filter((one) => one.class !== 'forex')
    fakeNetwork(({ path }) =>
      json(path === '/products' ? { ...productsReply, products: few } : sparklinesReply),
    )
    await renderFeature(<ProductPage />)
    await screen.findByText('Bitcoin')
    await userEvent.click(screen.getByRole('tab', { name: 'Forex' }))
    expect(await screen.findByText('These classes have products:')).toBeTruthy()
    expect(screen.queryByText(/price sources/)).toBeNull()
  })

  it('lists favourites that are not offered, and removes them', async () => {
    localStorage.setItem('favourites', JSON.stringify(['BTCUSDT', 'EURUSD', 'NOSUCH']))
    const user = await shownLive()
    await user.click(screen.getByRole('tab', { name: 'Favourites' }))
    expect(await screen.findByRole('heading', { name: 'Not offered right now' })).toBeTruthy()
    expect(rows()).toEqual(['BTCUSDT', 'EURUSD'])
    await user.click(screen.getByRole('button', { name: 'Favourite: Bitcoin' }))
    expect(rows()).toEqual(['EURUSD'])
    expect(screen.queryByText('No favourites yet')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Favourite: Euro / US dollar' }))
    expect(rows()).toEqual([])
  })
})
