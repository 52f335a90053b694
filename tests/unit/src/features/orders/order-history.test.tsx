import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod/mini'
import { order } from '#contract/order.ts'
import { OrderHistory } from '#features/orders/order-history.tsx'
import type { OrderFilter } from '#features/orders/order-list.ts'
import { fakeNetwork, json, type Network, problem, renderFeature } from '../render-feature.tsx'
import { settledOrder } from '../sample-order.ts'

const FILTER = { status: 'settled', symbol: null, outcome: null, from: null, to: null } as const
const onFilter = vi.fn<(filter: OrderFilter) => void>()

const shown = async (answer: Network) => {
  const calls = fakeNetwork((sent) => (sent.path.startsWith('/orders') ? answer(sent) : json({})))
  const page = await renderFeature(
    <OrderHistory filter={FILTER} onFilter={onFilter} onOpen={() => {}} />,
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
