import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { order as orderSchema } from '#contract/order.ts'
import type { Order } from '#contract/order.ts'
import { product as productSchema } from '#contract/product.ts'
import { totalsOf, useDock } from '#features/orders/dock/dock-state.ts'
import { PositionDock } from '#features/orders/dock/position-dock.tsx'
import { litOrderAtom } from '#features/orders/lit-order.ts'
import { fakeNetwork, json, renderFeature } from '../render-feature.tsx'
import { sampleOrder, settledOrder } from '../sample-order.ts'
import { bitcoin } from '../sample-product.ts'

const START_MS = 1_700_000_000_000

const running = (change: Record<string, unknown> = {}) =>
  sampleOrder({ acceptedAt: START_MS, expiresAt: START_MS + 60_000, ...change })
const soon = running({ id: '7', stake: '30.00', payout: '55.50' })
const later = running({ id: '8', stake: '200.00', direction: 'down', expiresAt: START_MS + 90_000 })
const last = running({ id: '9', stake: '4.00', expiresAt: START_MS + 120_000 })

/** Every row is visible. */
class AllSeen {
  readonly #hear: (entries: { isIntersecting: boolean }[]) => void
  constructor(hear: (entries: { isIntersecting: boolean }[]) => void) {
    this.#hear = hear
  }
  observe(): void {
    setTimeout(() => this.#hear([{ isIntersecting: true }]))
  }
  disconnect(): void {}
}

const Dock = () => <PositionDock dock={useDock()} />

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', AllSeen)
  const closed = [
    settledOrder({ id: '3', profitAndLoss: '-40.00', status: 'lost', settledAt: START_MS - 9_000 }),
    settledOrder({ id: '4', profitAndLoss: '8.50', settledAt: START_MS - 5_000 }),
  ].map((each) => z.encode(orderSchema, each))
  fakeNetwork(({ path }) => {
    if (path.startsWith('/orders/refusals')) return json({ refusals: [], next: null })
    if (path.startsWith('/orders')) return json({ orders: closed, next: null })
    return json({
      products: [z.encode(productSchema, bitcoin)],
      serverTime: START_MS,
      source: 'simulated',
    })
  })
})

async function opened(open: Order[]) {
  const page = await renderFeature(<Dock />)
  const push = (now: Order[]) =>
    act(async () => {
      const value = { open: now, settled: [] }
      page.streams.state$('positions').next({ value, asOf: page.streams.now })
    })
  await push(open)
  return { ...page, push, user: userEvent.setup() }
}

const openButtons = () => screen.findAllByRole('button', { name: /^Details of order/ })
const shownIds = async (): Promise<(string | undefined)[]> =>
  (await openButtons()).map((row) => row.getAttribute('aria-label')?.replace(/\D/g, ''))
const heading = (name: string) => screen.getByRole('columnheader', { name })

describe('the dock of the positions', () => {
  it('is folded to its tabs until there is an open order, and then stays open', async () => {
    const { push, user } = await opened([])
    expect(screen.queryByText('No open positions')).toBeNull()
    await push([soon])
    expect(await shownIds()).toEqual(['7'])
    expect(screen.getByRole('tab', { name: 'Open (1)' })).toBeTruthy()
    await push([])
    expect(screen.getByText('No open positions')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Hide the positions' }))
    expect(screen.queryByText('No open positions')).toBeNull()
    // What the user has chosen holds.
    await push([soon])
    expect(screen.queryByRole('table')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show the positions' }))
    expect(await shownIds()).toEqual(['7'])
  })

  it('sorts by a heading, says so, and remembers it', async () => {
    const { user, view } = await opened([last, soon, later])
    expect(await shownIds()).toEqual(['7', '8', '9'])
    expect(heading('Time left').ariaSort ?? heading('Time left').getAttribute('aria-sort')).toBe(
      'ascending',
    )
    await user.click(screen.getByRole('button', { name: 'Amount' }))
    expect(await shownIds()).toEqual(['9', '7', '8'])
    await user.click(screen.getByRole('button', { name: 'Amount' }))
    expect(await shownIds()).toEqual(['8', '7', '9'])
    expect(heading('Amount').getAttribute('aria-sort')).toBe('descending')
    expect(heading('Time left').getAttribute('aria-sort')).toBe('none')
    view.unmount()
    await opened([last, soon, later])
    expect(await shownIds()).toEqual(['8', '7', '9'])
  })

  it('says in one line what is at risk and what it would come to now', async () => {
    const { streams } = await opened([soon, last])
    expect(screen.getByText('At risk').parentElement?.textContent).toBe('At risk34.00')
    await act(async () => streams.tick(bitcoin.id, 6_400_001))
    const [total, column] = screen.getAllByText('If it expired now')
    expect(total?.parentElement?.textContent).toBe('If it expired now+40.00')
    expect(column?.closest('[role=columnheader]')).not.toBeNull()
    await act(async () => streams.tick(bitcoin.id, 6_399_999))
    expect(total?.parentElement?.textContent).toBe('If it expired now−34.00')
  })

  it('lights the row of the order that is pointed at in the chart, and says which row is', async () => {
    const { store, user } = await opened([soon, last])
    const [first, second] = await openButtons()
    await act(async () => store.set(litOrderAtom, '9'))
    expect(second?.closest('[data-lit]')).not.toBeNull()
    expect(first?.closest('[data-lit]')).toBeNull()
    await user.hover(first ?? document.body)
    expect(store.get(litOrderAtom)).toBe('7')
    await user.unhover(first ?? document.body)
    expect(store.get(litOrderAtom)).toBeNull()
    await act(async () => first?.focus())
    expect(store.get(litOrderAtom)).toBe('7')
  })

  it('shows the closed orders, the last closed first, and the refused ones', async () => {
    const { user } = await opened([])
    await user.click(screen.getByRole('tab', { name: 'Closed' }))
    const table = await screen.findByRole('table', { name: 'Closed' })
    expect(await shownIds()).toEqual(['4', '3'])
    await user.click(within(table).getByRole('button', { name: 'Profit and loss' }))
    expect(await shownIds()).toEqual(['3', '4'])
    await user.click(screen.getByRole('tab', { name: 'Refused' }))
    expect(await screen.findByText('No refused orders')).toBeTruthy()
  })
})

describe('the totals', () => {
  it('count no order that waits for its entry or is frozen, and know nothing without a price', () => {
    const waiting = running({ id: '1', entry: null, status: 'open' })
    const price = () => 6_400_001
    expect(totalsOf([soon, waiting], price)).toEqual({ atRisk: 4_000n, now: 2_550n })
    expect(totalsOf([waiting], price).now).toBeNull()
    expect(totalsOf([soon, later], () => null)).toEqual({ atRisk: 23_000n, now: null })
    expect(totalsOf([soon], () => 6_400_000).now).toBe(0n)
  })
})
