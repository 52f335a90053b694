import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DealerQuotes } from '#features/orders/receipt/dealer-quotes.tsx'
import { dealerReceipt } from '#support/dealer-receipts.ts'
import { liveReceipt } from '#support/live-receipts.ts'
import { renderFeature } from '../render-feature.tsx'

it('shows bid and ask behind entry and exit, and that no one can look them up', async () => {
  const { view } = await renderFeature(<DealerQuotes receipt={dealerReceipt()} />)
  const { container } = view
  expect(container.querySelector('[data-quote=entry]')?.textContent).toMatch(
    /^Entry priceOANDABid 0\.99994, ask 1\.00007Received /,
  )
  expect(container.querySelector('[data-quote=exit]')?.textContent).toContain('OANDA')
  expect(screen.getByText(/No one can look these quotes up/)).toBeTruthy()
  expect(screen.getByText(/this proves less than trades at venues do/)).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})

it('shows nothing on a receipt of other prices', async () => {
  const { view } = await renderFeature(<DealerQuotes receipt={liveReceipt()} />)
  expect(view.container.textContent).toBe('')
})
