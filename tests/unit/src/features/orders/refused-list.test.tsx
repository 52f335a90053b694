import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { RefusedList } from '#features/orders/refused-list.tsx'
import { tallWindow } from '#support/tall-window.ts'
import { fakeNetwork, json, problem, renderFeature } from '../render-feature.tsx'

beforeEach(() => tallWindow())

const wire = (id: string, change: object = {}) => ({
  id,
  symbol: 'BTCUSDT',
  direction: 'up',
  stake: '10.00',
  durationMs: 60_000,
  startsAt: 1_000_000,
  expiresAt: 1_060_000,
  refusedAt: 1_000_050,
  reason: 'too_late',
  outcome: 'won',
  profitAndLoss: '8.50',
  intent: 'fairtick-order-1',
  refusal: { text: 'fairtick-refusal-1', signature: 's', keyId: 'k' },
  ...change,
})
const shown = async (refusals: object[]) => {
  const calls = fakeNetwork(() => json({ refusals, next: null }))
  await renderFeature(<RefusedList />)
  return calls
}

describe('the refused orders', () => {
  it('say why each was refused, and what it would have earned or lost', async () => {
    const calls = await shown([
      wire('100003'),
      wire('100002', { outcome: 'lost', profitAndLoss: '-10.00', reason: 'price_stale' }),
      wire('100001', { outcome: null, profitAndLoss: null }),
    ])
    const [won, lost, pending] = await screen.findAllByRole('article')
    if (!won || !lost || !pending) throw new Error('a row is missing')
    expect(within(won).getByText('Would have won')).toBeTruthy()
    expect(won.textContent).toContain('+8.50')
    expect(won.textContent).toContain('It arrived after its start')
    expect(within(lost).getByText('Would have lost')).toBeTruthy()
    expect(lost.textContent).toContain('−10.00')
    expect(lost.textContent).toContain('The price is delayed')
    expect(within(pending).getByText('Result not known yet')).toBeTruthy()
    expect(calls[0]?.path).toBe('/orders/refusals?limit=30')
  })

  it('name a limit in general where its value is not stored', async () => {
    await shown([
      wire('100002', { reason: 'too_many_positions' }),
      wire('100001', { reason: 'market_closed' }),
    ])
    expect(await screen.findByText('The order was outside a limit.')).toBeTruthy()
    expect(document.body.textContent).not.toContain('{{')
  })

  it('explain themselves when there are none', async () => {
    await shown([])
    expect(await screen.findByText('No refused orders')).toBeTruthy()
    expect(screen.getByText(/refusing only winning orders would be visible/)).toBeTruthy()
  })

  it('offer to try again when they could not be loaded', async () => {
    fakeNetwork(() => problem('unavailable', 503))
    await renderFeature(<RefusedList />)
    expect(await screen.findByRole('button', { name: /again/i })).toBeTruthy()
  })
})
