import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Order } from '#contract/order.ts'
import { OrderStrip } from '#features/orders/strip/order-strip.tsx'
import { RESULT_SHOWN_MS } from '#features/orders/strip/strip-model.ts'
import { boughtAtom } from '#data/bought.ts'
import { noticeAtom, toastsAtom } from '#notifications/toasts.ts'
import { productPath } from '#lib/paths.ts'
import { wantedTicketAtom } from '#features/orders/wanted-ticket.ts'
import { fakeNetwork, json, renderFeature } from '../render-feature.tsx'
import { sampleOrder, settledOrder } from '../sample-order.ts'
import { bitcoin, productsReply } from '../sample-product.ts'

const START_MS = 1_700_000_000_000
const times = { acceptedAt: START_MS, expiresAt: START_MS + 60_000 }
const running = (change: Record<string, unknown> = {}) => sampleOrder({ ...times, ...change })
const over = (change: Record<string, unknown> = {}) =>
  settledOrder({ ...times, settledAt: START_MS + 60_000, ...change })

beforeEach(() => {
  fakeNetwork(({ path }) => (path === '/products' ? json(productsReply) : new Promise(() => {})))
})

const Address = () => {
  const { pathname, search } = useLocation()
  return <output data-address>{pathname + search}</output>
}

async function shown(open: Order[], settled: Order[] = []) {
  const page = await renderFeature(
    <>
      <OrderStrip symbol={bitcoin.symbol} />
      <Address />
    </>,
    productPath(bitcoin.symbol),
  )
  const push = (next: Order[], done: Order[] = []) =>
    act(async () =>
      page.streams.state$('positions').next({
        value: { open: next, settled: done },
        asOf: page.streams.now,
      }),
    )
  await push(open, settled)
  await act(() => new Promise((done) => setTimeout(done, 0)))
  const price = (scaled: number) => act(async () => page.streams.tick(bitcoin.id, scaled))
  return { ...page, push, price, user: userEvent.setup() }
}
const cards = (): HTMLElement[] => within(screen.getByRole('list')).getAllByRole('listitem')
const news = (): string => screen.getAllByRole('status')[0]?.textContent ?? ''

describe('the strip above the order buttons', () => {
  it('takes no room while there is nothing to show', async () => {
    await shown([])
    expect(screen.queryByRole('list')).toBeNull()
  })

  it('waits for the entry price, and announces it once when it comes', async () => {
    const waits = running({ status: 'open', entry: null })
    const { price, push } = await shown([waits])
    await price(6_400_001)
    expect(screen.getByText('Waiting for the entry price')).toBeTruthy()
    expect(screen.queryByText(/Winning|Losing/)).toBeNull()
    expect(news()).toBe('')
    await push([running()])
    expect(news()).toBe('Bitcoin, Up: entry price 64,000.00')
    await price(6_400_100)
    expect(news()).toBe('Bitcoin, Up: entry price 64,000.00')
  })

  it('says by shape and words how the order stands, with both prices and the time left', async () => {
    const { price } = await shown([running()])
    await price(6_400_001)
    expect(screen.getByText('Winning now +8.50')).toBeTruthy()
    expect(document.querySelector('.lucide-circle-plus')).not.toBeNull()
    expect(screen.getByText('Entry 64,000.00')).toBeTruthy()
    expect(screen.getByText('Now 64,000.01')).toBeTruthy()
    expect(screen.getByRole('timer').textContent).toBe('1:00')
    await price(6_399_999)
    expect(screen.getByText('Losing now −10.00')).toBeTruthy()
    expect(document.querySelector('.lucide-circle-minus')).not.toBeNull()
    await price(6_400_000)
    expect(screen.getByText('Level now: 10.00 back')).toBeTruthy()
    expect(document.querySelector('.lucide-circle-equal')).not.toBeNull()
  })

  it('says nothing about the result from a price that is late, or after the expiry', async () => {
    const { price, streams } = await shown([running()])
    await price(6_400_001)
    await act(async () =>
      streams.connection$.next({
        status: 'reconnecting',
        attempt: 1,
        nextAttemptAt: null,
        asOf: 1,
      }),
    )
    expect(screen.getByText('Price delayed')).toBeTruthy()
    await act(async () => streams.connection$.next({ status: 'live' }))
    await price(6_400_001)
    streams.now += 60_000
    expect(await screen.findByText('Expired, waiting for the result')).toBeTruthy()
    expect(screen.queryByText(/Winning/)).toBeNull()
  })

  it.each([
    ['won', { profitAndLoss: '8.50' }, 'Won +8.50'],
    ['lost', { profitAndLoss: '-10.00' }, 'Lost −10.00'],
    ['draw', { profitAndLoss: '0.00' }, 'Draw: 10.00 refunded'],
    ['void', { profitAndLoss: '0.00', voidReason: 'stale_exit' }, 'Void: 10.00 refunded'],
  ])('tells the result in plain words for a minute: %s', async (status, fields, text) => {
    const { push, streams } = await shown([running()])
    streams.now += 61_000
    await push([], [over({ status, ...fields })])
    expect(screen.getByText(text)).toBeTruthy()
    streams.now += RESULT_SHOWN_MS
    await waitFor(() => expect(screen.queryByText(text)).toBeNull())
  })

  it('has a card per order, numbered, and names the product of another page', async () => {
    await shown([
      running({ id: '3', symbol: 'ETHUSDT', acceptedAt: START_MS + 2 }),
      running({ id: '2', direction: 'down' }),
      running({ id: '1' }),
    ])
    expect(cards().map((card) => card.textContent.match(/\d\/\d/)?.[0])).toEqual([
      '1/3',
      '2/3',
      '3/3',
    ])
    expect(cards().map((card) => card.textContent.includes('Ether'))).toEqual([false, false, true])
    // Each can be reached by keyboard.
    expect(screen.getAllByRole('button', { name: /^Details of order/ })).toHaveLength(3)
  })

  it('has the one that ends next first, and says what several have at stake together', async () => {
    const { price } = await shown([
      running({ id: '1', expiresAt: START_MS + 120_000 }),
      running({ id: '2', direction: 'down', expiresAt: START_MS + 60_000 }),
      running({ id: '3', symbol: 'ETHUSDT', expiresAt: START_MS + 30_000 }),
    ])
    expect(cards().map((card) => /(Up|Down)/.exec(card.textContent)?.[0])).toEqual([
      'Down',
      'Up',
      'Up',
    ])
    expect(screen.getByText('2 orders · 20.00 at risk')).toBeTruthy()
    await price(6_400_001)
    expect(screen.getByText('Now −1.50')).toBeTruthy()
  })

  it('says a purchase and a result once, without a toast', async () => {
    const { push, store } = await shown([running()])
    await act(async () => store.set(boughtAtom, '100001'))
    expect(news()).toBe('Purchase Successful')
    await push([], [over({ status: 'won', profitAndLoss: '8.50' })])
    expect(news()).toBe('Bitcoin: won +8.50')
    expect(store.get(toastsAtom)).toEqual([])
    expect(store.get(noticeAtom)?.text).toBe('Bitcoin: won +8.50')
  })

  it('opens everything about an order by a tap, which stays open when the card goes', async () => {
    const { user, push } = await shown([running()])
    await user.click(screen.getByRole('button', { name: 'Details of order 100001' }))
    expect(await screen.findByRole('dialog', { name: 'Bitcoin' })).toBeTruthy()
    await push([], [])
    expect(screen.getByRole('dialog', { name: 'Bitcoin' })).toBeTruthy()
  })

  it('offers the same ticket again, and goes to the page of its product for it', async () => {
    const { user, push, store, streams } = await shown([
      running({ symbol: 'ETHUSDT', direction: 'down' }),
    ])
    streams.now += 61_000
    await push(
      [],
      [over({ symbol: 'ETHUSDT', direction: 'down', status: 'lost', profitAndLoss: '-10.00' })],
    )
    await user.click(screen.getByRole('button', { name: /^Again/ }))
    expect(store.get(wantedTicketAtom)).toEqual({
      symbol: 'ETHUSDT',
      direction: 'down',
      stake: 1_000n,
      durationMs: 60_000,
      atOnce: false,
    })
    expect(document.querySelector('[data-address]')?.textContent).toBe(productPath('ETHUSDT'))
  })
})
