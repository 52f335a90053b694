import { DAY_MS } from '#contract/time.ts'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { order } from '#contract/order.ts'
import { OrderHistory } from '#features/orders/order-history.tsx'
import type { OrderFilter } from '#features/orders/order-list.ts'
import { largeScreen } from '#support/large-screen.ts'
import { tallWindow } from '#support/tall-window.ts'
import { fakeNetwork, json, type Network, problem, renderFeature } from '../render-feature.tsx'
import { settledOrder } from '../sample-order.ts'

const FILTER = { status: 'settled', symbol: null, outcome: null, from: null, to: null } as const
const onFilter = vi.fn<(filter: OrderFilter) => void>()

const shown = async (answer: Network, filter: OrderFilter = FILTER) => {
  const calls = fakeNetwork((sent) => (sent.path.startsWith('/orders') ? answer(sent) : json({})))
  const page = await renderFeature(
    <OrderHistory filter={filter} onFilter={onFilter} onOpen={() => {}} />,
  )
  const asked = (): string[] =>
    calls.map((call) => call.path).filter((path) => path.startsWith('/orders'))
  return { ...page, asked }
}
const page = (...ids: string[]) =>
  json({ orders: ids.map((id) => z.encode(order, settledOrder({ id }))), next: null })

describe('closed positions', () => {
  it('say so when there are none', async () => {
    await shown(() => page())
    expect(await screen.findByText('No closed positions')).toBeTruthy()
  })

  it('say what failed and read again when asked', async () => {
    let tries = 0
    const { asked } = await shown(() => {
      tries += 1
      return tries <= 2 ? problem('unavailable', 503) : page('1')
    })
    expect(await screen.findByRole('alert')).toBeTruthy()
    const before = asked().length
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    if (screen.queryByRole('alert') !== null) {
      await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    }
    expect(await screen.findByText('No more')).toBeTruthy()
    expect(asked().length).toBeGreaterThan(before)
  })

  it('read the newest page again after the stream was away, and not before', async () => {
    const { streams, asked } = await shown(() => page('1'))
    await screen.findByText('No more')
    const news = { value: { open: [], settled: [] }, asOf: streams.now }
    await act(async () => streams.state$('positions').next(news))
    const before = asked().length
    await act(async () => streams.state$('positions').next(news))
    expect(asked().length).toBe(before)
    await act(async () => {
      streams.connection$.next({ status: 'reconnecting', attempt: 1, nextAttemptAt: null, asOf: 1 })
    })
    await act(async () => streams.connection$.next({ status: 'live' }))
    await act(async () => streams.state$('positions').next(news))
    expect(asked().length).toBe(before + 1)
  })
})

const NOON = new Date(2026, 10, 28, 12).getTime()
/** The order, and the earlier one that was closed last. */
const LONG = { id: '1', acceptedAt: NOON - DAY_MS, settledAt: NOON + 60_000, stake: '90.00' }
const SHORT = { id: '2', acceptedAt: NOON, settledAt: NOON + 30_000, stake: '20.00' }
const wire = (...changes: Record<string, unknown>[]) =>
  changes.map((change) => z.encode(order, settledOrder(change)))
const ALL = { ...FILTER, status: 'all' } as const

describe('past orders on a phone', () => {
  beforeEach(() => tallWindow())

  it('have the day they were placed on above them, with what its orders came to', async () => {
    await shown(
      () =>
        json({
          orders: wire({ ...SHORT, profitAndLoss: '-20.00', status: 'lost' }, LONG),
          next: null,
        }),
      ALL,
    )
    const days = await screen.findAllByRole('heading', { level: 2 })
    expect(days.map((day) => day.textContent)).toEqual([
      '28 Nov 2026Profit and loss −20.00',
      '27 Nov 2026Profit and loss +8.50',
    ])
  })
})

describe('past orders on a large screen', () => {
  beforeEach(() => {
    tallWindow()
    largeScreen()
  })
  const ids = async (): Promise<(string | undefined)[]> =>
    (await screen.findAllByRole('button', { name: /^Details of order/ })).map((row) =>
      row.getAttribute('aria-label')?.replace(/\D/g, ''),
    )
  const sortBy = (name: string) => userEvent.click(screen.getByRole('button', { name }))

  it('are a table in which each column has one meaning and sorts', async () => {
    await shown(() => json({ orders: wire(SHORT, LONG), next: null }), ALL)
    const table = await screen.findByRole('table', { name: 'Order history' })
    const heads = within(table).getAllByRole('columnheader')
    expect(heads.map((head) => head.textContent).slice(-2)).toEqual(['Placed', 'Closed'])
    expect(heads.at(-2)?.getAttribute('aria-sort')).toBe('descending')
    expect(await ids()).toEqual(['2', '1'])
    await sortBy('Closed')
    await sortBy('Closed')
    expect(await ids()).toEqual(['1', '2'])
    await sortBy('Amount')
    expect(await ids()).toEqual(['2', '1'])
    await sortBy('Amount')
    expect(await ids()).toEqual(['1', '2'])
  })

  it('are all read before they are sorted', async () => {
    const pages = [wire({ ...SHORT, id: '9' }), wire(SHORT), wire(LONG)]
    const asked = vi.fn((at: number) => at)
    await shown(({ path }) => {
      const at = asked(Number(new URLSearchParams(path.split('?')[1]).get('before') ?? 0))
      return json({ orders: pages[at] ?? [], next: at < 2 ? String(at + 1) : null })
    }, ALL)
    await ids()
    await sortBy('Amount')
    await sortBy('Amount')
    expect(await screen.findByText('No more')).toBeTruthy()
    expect(await ids()).toEqual(['1', '9', '2'])
    expect(screen.queryByText(/^Sorted: the newest/)).toBeNull()
  })

  it('say that only the newest are sorted when there are too many to read', async () => {
    await shown(({ path }) => {
      const before = Number(new URLSearchParams(path.split('?')[1]).get('before') ?? 9_000)
      const rows = Array.from({ length: 100 }, (_, at) => ({ ...SHORT, id: String(before - at) }))
      return json({ orders: wire(...rows), next: String(before - 100) })
    }, ALL)
    await ids()
    await sortBy('Amount')
    expect(await screen.findByText(/^Sorted: the newest 300\./)).toBeTruthy()
  })
})
