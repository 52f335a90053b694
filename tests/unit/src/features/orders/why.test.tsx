import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { voidReason } from '#contract/order.ts'
import { WhyText } from '#features/orders/order-text.tsx'
import { whyOf } from '#features/orders/presentation.ts'
import { renderFeature } from '../render-feature.tsx'
import { sampleOrder, settledOrder } from '../sample-order.ts'

describe('why an order ended as it did', () => {
  it.each([
    ['won', 'up', 'won_up'],
    ['won', 'down', 'won_down'],
    ['lost', 'up', 'lost_up'],
    ['lost', 'down', 'lost_down'],
    ['draw', 'down', 'draw'],
  ])('%s %s has its own sentence', (status, direction, key) => {
    expect(whyOf(settledOrder({ status, direction })).key).toBe(key)
  })

  it('names both prices', async () => {
    const { view } = await renderFeature(<WhyText order={settledOrder()} decimals={2} />)
    expect(view.container.textContent).toBe(
      'You chose Up. The price went from 64,000.00 to 64,001.00, above the entry price, so you won.',
    )
  })

  it.each(voidReason.options)('says in words what voided it: %s', async (reason) => {
    await renderFeature(
      <WhyText order={settledOrder({ status: 'void', voidReason: reason })} decimals={2} />,
    )
    expect(screen.getByText(/your stake was refunded in full/)).toBeTruthy()
  })

  it('says what a running order waits for', async () => {
    await renderFeature(<WhyText order={sampleOrder()} decimals={2} />)
    expect(screen.getByText(/will be compared with the entry price/)).toBeTruthy()
  })
})
