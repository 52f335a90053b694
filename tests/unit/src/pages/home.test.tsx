import { act, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { order } from '#contract/order.ts'
import { PATHS } from '#lib/paths.ts'
import { sampleBalance } from '#support/sample-account.ts'
import { tallWindow } from '#support/tall-window.ts'
import { HomePage } from '../../../../src/pages/home/home.tsx'
import { depositTermsWire } from '../features/cashier/cashier-wire.ts'
import {
  fakeNetwork,
  json,
  type Network,
  openExplanations,
  renderFeature,
} from '../features/render-feature.tsx'
import { sampleOrder, settledOrder } from '../features/sample-order.ts'
import { productsReply, sparklinesReply } from '../features/sample-product.ts'

const orders = {
  orders: ['4', '3', '2', '1'].map((id) => z.encode(order, settledOrder({ id }))),
  next: null,
}
const answer: Network = ({ path }) => {
  if (path === '/products') return json(productsReply)
  if (path === '/sparklines') return json(sparklinesReply)
  if (path === '/deposit-terms') return json(depositTermsWire())
  if (path.startsWith('/orders?')) return json(orders)
  if (path.startsWith('/news?')) return json({ items: [], next: null })
  return json({}, 404)
}

beforeEach(() => {
  tallWindow()
})

async function shown(who: 'user' | 'visitor', network = answer, address: string = PATHS.home) {
  if (who === 'user') localStorage.setItem('token', 'handle')
  fakeNetwork(network)
  const room = await renderFeature(<HomePage />, address)
  const { streams } = room
  const stamp = () => ({ asOf: streams.now })
  const say = {
    balance: (change = {}) =>
      act(async () => streams.state$('balance').next({ value: sampleBalance(change), ...stamp() })),
    positions: (count: number) =>
      act(async () => {
        const open = Array.from({ length: count }, (_, i) =>
          sampleOrder({ id: String(90 + i), expiresAt: streams.now + 30_000 }),
        )
        streams.state$('positions').next({ value: { open, settled: [] }, ...stamp() })
      }),
    unread: (unread: number) =>
      act(async () =>
        streams.state$('messages').next({ value: { unread, latest: [] }, ...stamp() }),
      ),
  }
  return { ...room, say, user: userEvent.setup() }
}
const region = (name: string) => within(screen.getByRole('region', { name }))
const hrefs = (links: HTMLElement[]) => links.map((link) => link.getAttribute('href'))

it('shows a visitor the market and the ways in, and asks for nothing of an account', async () => {
  const { streams } = await shown('visitor')
  expect(await screen.findByText('Bitcoin')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toContain(
    encodeURIComponent(PATHS.home),
  )
  expect(screen.queryByRole('region', { name: 'My orders' })).toBeNull()
  const leased = [...streams.leases.keys()].filter((name) => !/^(quote|stats|session):/.test(name))
  expect(leased).toEqual([])
})

it('leads a visitor to the deposit by way of the log-in', async () => {
  await shown('visitor')
  const way = screen.getByRole('link', { name: 'Quick deposit' }).getAttribute('href')
  expect(way).toBe(`${PATHS.login}?back=${encodeURIComponent(`${PATHS.home}?open=deposit`)}`)
})

it('recommends what moved most, says by which rule, and leads to it', async () => {
  await shown('visitor')
  await screen.findByText('Bitcoin')
  const recommended = region('Product recommendations')
  const ways = hrefs(recommended.getAllByRole('link')).map((way) => way?.split('=')[1])
  expect(ways).toEqual([undefined, 'ETHUSDT', 'BTCUSDT', 'EURUSD', 'GC'])
  expect(recommended.queryByText(/moved most/)).toBeNull()
  openExplanations()
  expect(recommended.getByText(/moved most in the last 24 hours/)).toBeTruthy()
})

it('does not claim its rule when the day’s prices did not load', async () => {
  await shown('visitor', (sent) => (sent.path === '/sparklines' ? json({}, 500) : answer(sent)))
  await screen.findByText('Bitcoin')
  openExplanations()
  expect(screen.queryByText(/moved most/)).toBeNull()
  expect(screen.getByText(/Some open markets/)).toBeTruthy()
})

it('shows what is mine as the stream brings it, with one main thing to do', async () => {
  const { say } = await shown('user')
  expect(screen.queryByText('0.00')).toBeNull()
  await say.balance({ total: '1000.00', available: '870.00' })
  expect(screen.getByText('1,000.00')).toBeTruthy()
  expect(screen.getByText('870.00')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Quick deposit' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Trade products' }).getAttribute('href')).toBe(
    PATHS.products,
  )
})

it('offers practice money first to who has nothing at all', async () => {
  const { say } = await shown('user')
  await say.balance({ total: '0.00', available: '0.00', practiceNextAt: null })
  expect(screen.getByRole('button', { name: 'Get practice money' })).toBeTruthy()
  await say.balance({ version: 2, total: '10000.00', available: '10000.00' })
  expect(screen.queryByRole('button', { name: 'Get practice money' })).toBeNull()
})

it('says at its ways how many positions are open and messages unread', async () => {
  const { say } = await shown('user')
  await say.positions(2)
  await say.unread(3)
  const ways = within(screen.getByRole('navigation', { name: 'Shortcuts' }))
  expect(ways.getByRole('link', { name: /My orders/ }).textContent).toContain('2 open')
  expect(ways.getByRole('link', { name: /System messages/ }).textContent).toContain('3 unread')
  await say.unread(0)
  expect(ways.getByRole('link', { name: 'System messages' })).toBeTruthy()
})

it('has the three tabs of orders, each with the newest three and the way to all', async () => {
  const { say, user } = await shown('user')
  await say.positions(1)
  const block = region('My orders')
  expect(block.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Order history',
    'Positions 1',
    'Closed',
  ])
  expect(await block.findAllByRole('listitem')).toHaveLength(3)
  expect(hrefs(block.getAllByRole('link'))).toEqual([`${PATHS.orders}?tab=all`])
  await user.click(block.getByRole('tab', { name: 'Positions 1' }))
  expect(block.getByRole('timer')).toBeTruthy()
  await user.click(block.getByRole('tab', { name: 'Closed' }))
  expect(await block.findAllByRole('listitem')).toHaveLength(3)
  expect(hrefs(block.getAllByRole('link'))).toEqual([`${PATHS.orders}?tab=settled`])
})

it('opens an order with why it ended so', async () => {
  const { user } = await shown('user')
  const [first] = await region('My orders').findAllByRole('listitem')
  if (first === undefined) throw new Error('no order')
  await user.click(within(first).getByRole('button'))
  expect(await screen.findByRole('dialog', { name: 'Bitcoin' })).toBeTruthy()
})

it('says what fills an empty order block', async () => {
  await shown('user', (sent) =>
    sent.path.startsWith('/orders?') ? json({ orders: [], next: null }) : answer(sent),
  )
  expect(await region('My orders').findByText('No orders')).toBeTruthy()
})

it('opens the deposit over home by its address, as the way through the log-in does', async () => {
  await shown('user', answer, `${PATHS.home}?open=deposit`)
  expect(await screen.findByRole('dialog', { name: 'Deposit' })).toBeTruthy()
})

it('opens the deposit over home', async () => {
  const { user } = await shown('user')
  await user.click(screen.getByRole('button', { name: 'Quick deposit' }))
  expect(await screen.findByRole('dialog', { name: 'Deposit' })).toBeTruthy()
})

it('changes the language from home', async () => {
  const { user } = await shown('visitor')
  await user.click(screen.getByRole('button', { name: /^Language/ }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Language' }))
  await user.click(sheet.getByText('Deutsch'))
  expect(localStorage.getItem('language')).toBe('de')
})

it('leads from each highlight to an article that is there, and to all of them', async () => {
  await shown('visitor')
  const ways = hrefs(screen.getAllByRole('link')).filter((way) => way?.includes('detail?id='))
  expect(ways).toHaveLength(5)
  expect(new Set(ways)).toContain(`${PATHS.homeDetail}?id=check`)
  expect(screen.getByRole('link', { name: 'News and help' }).getAttribute('href')).toBe(
    PATHS.homeDetail,
  )
})

it('reads the products anew when it is pulled down', async () => {
  const asked: string[] = []
  await shown('visitor', (sent) => {
    asked.push(sent.path)
    return answer(sent)
  })
  await screen.findByText('Bitcoin')
  asked.length = 0
  const touch = (clientY: number) => ({ touches: [{ clientY }] })
  const title = screen.getByRole('heading', { name: 'Product recommendations' })
  fireEvent.touchStart(title, touch(0))
  fireEvent.touchMove(title, touch(400))
  await act(async () => void fireEvent.touchEnd(title))
  expect(asked.toSorted()).toEqual(['/products', '/sparklines'])
})

it('gives all leases back when it is left', async () => {
  const { streams, view } = await shown('user')
  await region('Product recommendations').findByText('Bitcoin')
  expect(streams.leases.size).toBeGreaterThan(0)
  view.unmount()
  expect(streams.leases.size).toBe(0)
})

it('shows the three newest articles of the news, and nothing where there are none', async () => {
  const items = ['5', '4', '3', '2'].map((id) => ({
    id,
    language: 'en',
    title: `Article ${id}`,
    publishedAt: 1_795_000_000_000,
  }))
  const { view } = await shown('visitor', (sent) =>
    sent.path.startsWith('/news?') ? json({ items, next: null }) : answer(sent),
  )
  await screen.findByText('Article 5')
  const links = region('News').getAllByRole('link')
  expect(links).toHaveLength(4)
  expect(region('News').getByRole('link', { name: 'All news' }).getAttribute('href')).toBe(
    PATHS.homeDetail,
  )
  expect(screen.queryByText('Article 2')).toBeNull()
  view.unmount()
  await shown('visitor')
  expect(screen.queryByRole('region', { name: 'News' })).toBeNull()
})
