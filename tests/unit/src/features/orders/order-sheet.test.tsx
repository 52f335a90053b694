import { screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Order, order as orderSchema } from '#contract/order.ts'
import { product as productSchema } from '#contract/product.ts'
import { OrderSheet } from '#features/orders/order-sheet.tsx'
import { fakeNetwork, json, renderFeature } from '../render-feature.tsx'
import { sampleOrder, settledOrder } from '../sample-order.ts'
import { bitcoin } from '../sample-product.ts'

const tick = (seq: number, timeMs: number, price: number) => ({
  kind: 'tick',
  seq,
  timeMs,
  price,
  size: 1,
  hash: 'a'.repeat(64),
})
const evidence = {
  entryRecords: [
    tick(6, 999_700, 6_399_900),
    tick(7, 1_000_400, 6_400_000),
    tick(8, 1_000_900, 6_400_050),
  ],
  exitRecords: [
    tick(18, 1_059_200, 6_400_080),
    tick(19, 1_059_800, 6_400_100),
    tick(20, 1_060_100, 6_400_110),
  ],
  transfers: [],
}
const receipt = { text: 't', signature: 's', keyId: 'k' }

async function opened(order: Order) {
  fakeNetwork(({ path }) =>
    path.startsWith('/orders/')
      ? json({ order: orderSchema.encode(order), receipt, evidence })
      : json({ products: [productSchema.encode(bitcoin)], serverTime: 1, source: 'simulated' }),
  )
  await renderFeature(<OrderSheet order={order} open onClose={() => {}} />)
  await screen.findAllByRole('table')
}
const rowsOf = (name: RegExp): (string | null)[] =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

afterEach(() => vi.unstubAllGlobals())

describe('the sheet of a settled order', () => {
  it('shows buy and transaction price between their neighbours, and names the decisive ticks', async () => {
    await opened(settledOrder())
    const entry = rowsOf(/Buy price and the records/)
    expect(entry).toHaveLength(3)
    expect(entry.map((row) => row?.includes('Buy price'))).toEqual([false, true, false])
    expect(entry[1]).toContain('64,000.00')
    const exit = rowsOf(/Transaction price and the records/)
    expect(exit).toHaveLength(3)
    expect(exit.map((row) => row?.includes('Transaction price'))).toEqual([false, true, false])
    expect(exit[1]).toContain('64,001.00')
  })

  it('says what a won order returned', async () => {
    await opened(settledOrder())
    expect(screen.getByText('Returned').parentElement?.textContent).toContain('18.50')
    expect(screen.queryByText('Returned if right')).toBeNull()
  })

  it.each(['lost', 'draw', 'void'])('promises nothing for a %s order', async (status) => {
    await opened(settledOrder({ status, profitAndLoss: '0.00' }))
    expect(screen.queryByText(/Returned/, { selector: 'dt' })).toBeNull()
  })

  it('says what a running order would return', async () => {
    await opened(sampleOrder())
    expect(screen.getByText('Returned if right')).toBeTruthy()
  })
})
