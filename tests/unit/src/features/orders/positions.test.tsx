import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { product as productSchema } from '#contract/product.ts'
import { PositionList } from '#features/orders/position-list.tsx'
import { PositionTable } from '#features/orders/dock/position-table.tsx'
import { useResultToasts } from '#features/orders/use-results.ts'
import { toastsAtom } from '#notifications/toasts.ts'
import type { Order } from '#contract/order.ts'
import { fakeNetwork, json, renderFeature } from '../render-feature.tsx'
import { sampleOrder, settledOrder } from '../sample-order.ts'
import { bitcoin } from '../sample-product.ts'

const START_MS = 1_700_000_000_000
const running = (change: Record<string, unknown> = {}) =>
  sampleOrder({ acceptedAt: START_MS, expiresAt: START_MS + 60_000, ...change })

beforeEach(() => {
  const products = {
    products: [z.encode(productSchema, bitcoin)],
    serverTime: 1,
    source: 'simulated',
  }
  fakeNetwork(() => json(products))
})

const listed = async (order: Order) => {
  const page = await renderFeature(
    <PositionList orders={[order]} view="detail" onOpen={() => {}} />,
  )
  await screen.findByText('Bitcoin')
  return page
}

describe('an open position', () => {
  it('counts down by the server clock and says that it is settling at the end', async () => {
    const { streams } = await listed(running())
    expect(screen.getByRole('timer').textContent).toBe('1:00')
    streams.now += 59_500
    await waitFor(() => expect(screen.getByRole('timer').textContent).toBe('0:01'))
    streams.now += 500
    expect(await screen.findByText('Settling…')).toBeTruthy()
  })

  it('says whether it would win at the current price, and greys an old one', async () => {
    const { streams } = await listed(running({ direction: 'down' }))
    await act(async () => streams.tick(bitcoin.id, 6_400_001))
    expect(screen.getByText(/If it expired now: lost/).parentElement?.textContent).toContain(
      '−10.00',
    )
    await act(async () => streams.tick(bitcoin.id, 6_399_999))
    expect(screen.getByText(/If it expired now: won/).parentElement?.textContent).toContain('+8.50')
    await act(async () => streams.tick(bitcoin.id, 6_400_000))
    // Nothing is won or lost, and 10.00 come back.
    expect(screen.getByText(/stake back/).parentElement?.textContent).toBe(
      'If it expired now: stake back 10.00',
    )
    await act(async () => {
      streams.connection$.next({ status: 'reconnecting', attempt: 1, nextAttemptAt: null, asOf: 1 })
    })
    expect(screen.getByText('64,000.00', { selector: '.text-ink-3' })).toBeTruthy()
  })

  it('waits for its entry tick', async () => {
    const { streams } = await listed(running({ status: 'open', entry: null }))
    await act(async () => streams.tick(bitcoin.id, 6_400_001))
    expect(screen.getByText('Waiting for the first price')).toBeTruthy()
  })
})

describe('the table of positions', () => {
  /** Sees every row at once, but for the first. */
  class AllButFirst {
    static seen = 0
    readonly #hear: (entries: { isIntersecting: boolean }[]) => void
    constructor(hear: (entries: { isIntersecting: boolean }[]) => void) {
      this.#hear = hear
    }
    observe(): void {
      AllButFirst.seen += 1
      const isIntersecting = AllButFirst.seen % 3 !== 1
      setTimeout(() => this.#hear([{ isIntersecting }]))
    }
    disconnect(): void {}
  }

  it('says how long it is and where a row is in it, although other rows are not mounted', async () => {
    vi.stubGlobal('IntersectionObserver', AllButFirst)
    const orders = ['7', '8', '9'].map((id) => running({ id }))
    await renderFeature(
      <PositionTable orders={orders} scroller={{ current: null }} onOpen={() => {}} />,
    )
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3))
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('4')
    const places = screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'))
    expect(places).toEqual(['1', '3', '4'])
  })
})

describe('results', () => {
  const Results = () => {
    useResultToasts()
    return null
  }
  const old = settledOrder({ id: '1', status: 'lost', profitAndLoss: '-10.00' })

  it('are said once each as they are pushed; those of before are not news', async () => {
    const { streams, store } = await renderFeature(<Results />)
    const push = (settled: Order[]) =>
      act(async () =>
        streams.state$('positions').next({ value: { open: [], settled }, asOf: streams.now }),
      )
    await push([])
    await push([settledOrder({ id: '2' })])
    await push([settledOrder({ id: '2' })])
    await push([
      settledOrder({ id: '3', status: 'void', voidReason: 'stale_exit', profitAndLoss: '0.00' }),
      settledOrder({ id: '2' }),
    ])
    expect(store.get(toastsAtom).map(({ text, tone }) => `${tone} ${text}`)).toEqual([
      'info Bitcoin: won +8.50',
      'info Bitcoin: order void, your stake of 10.00 was refunded in full',
    ])
  })

  it('of before the page opened stay quiet', async () => {
    const { streams, store } = await renderFeature(<Results />)
    await act(async () => {
      streams.state$('positions').next({ value: { open: [], settled: [old] }, asOf: streams.now })
    })
    expect(store.get(toastsAtom)).toEqual([])
  })
})
