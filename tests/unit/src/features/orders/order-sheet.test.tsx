import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod/mini'
import { type Order, order as orderSchema } from '#contract/order.ts'
import { product as productSchema } from '#contract/product.ts'
import { OrderSheet } from '#features/orders/order-sheet.tsx'
import { type StoredReceipts, storedReceipts, storedReceiptsAtom } from '#device/receipts.ts'
import { sha256Hex } from '#proof/device-tools.ts'
import { storedTable } from '#support/stored-table.ts'
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
const receipt = { text: 'stake 10.00', signature: 's', keyId: 'k' }
let purchases: StoredReceipts
beforeEach(() => {
  localStorage.setItem('userInfo', JSON.stringify({ account: 'someone', nickname: 'someone' }))
  const options = { sha256: async () => sha256Hex, now: () => 1 }
  purchases = storedReceipts(storedTable(), options)
})

const rendered = (order: Order) =>
  renderFeature(<OrderSheet order={order} open onClose={() => {}} />, '/', (store) =>
    store.set(storedReceiptsAtom, purchases),
  )
async function opened(order: Order) {
  fakeNetwork(({ path }) =>
    path.startsWith('/orders/')
      ? json({ order: z.encode(orderSchema, order), receipt, evidence })
      : json({ products: [z.encode(productSchema, bitcoin)], serverTime: 1, source: 'simulated' }),
  )
  await rendered(order)
  await screen.findAllByRole('table')
}
const rowsOf = (name: RegExp): (string | null)[] =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent)

describe('the sheet of a settled order', () => {
  it('shows entry and exit price between their neighbours, and names the decisive ticks', async () => {
    await opened(settledOrder())
    const entry = rowsOf(/Entry price and the records/)
    expect(entry).toHaveLength(3)
    expect(entry.map((row) => row?.includes('Entry price'))).toEqual([false, true, false])
    expect(entry[1]).toContain('64,000.00')
    const exit = rowsOf(/Exit price and the records/)
    expect(exit).toHaveLength(3)
    expect(exit.map((row) => row?.includes('Exit price'))).toEqual([false, true, false])
    expect(exit[1]).toContain('64,001.00')
  })

  it('says what a won order returned', async () => {
    await opened(settledOrder())
    expect(screen.getByText('Paid out').parentElement?.textContent).toContain('18.50')
    expect(screen.queryByText('Payout if right')).toBeNull()
  })

  it.each(['lost', 'draw', 'void'])('promises nothing for a %s order', async (status) => {
    await opened(settledOrder({ status, profitAndLoss: '0.00' }))
    expect(screen.queryByText(/Paid out|Payout/, { selector: 'dt' })).toBeNull()
  })

  it('says what a running order would return', async () => {
    await opened(sampleOrder())
    expect(screen.getByText('Payout if right')).toBeTruthy()
  })
})

describe('the sheet of a frozen order', () => {
  const since = 1_000_500
  const frozen = { since, end: null }

  it('shows what it means and how it ends instead of a countdown', async () => {
    await opened(sampleOrder({ frozen }))
    expect(await screen.findByText('Frozen: being examined')).toBeTruthy()
    expect(screen.getByText(/Its stake stays held/)).toBeTruthy()
    expect(screen.queryByText('Time left')).toBeNull()
  })

  it('shows a fault that was found after the settlement', async () => {
    await opened(settledOrder({ frozen }))
    expect(await screen.findByText(/No one can change its result/)).toBeTruthy()
  })

  it('shows no result and no receipt of an order that was compensated, but what was paid', async () => {
    const end = { at: 1_200_000, amount: '18.50' }
    await opened(sampleOrder({ status: 'compensated', frozen: { since, end } }))
    expect(await screen.findByText(/Paid by the published rule: 18\.50/)).toBeTruthy()
    expect(screen.getByText('Compensated')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /full receipt/ })).toBeNull()
  })
})

describe('the receipt of an open position', () => {
  const bought = () => ({ account: 'someone', id: sampleOrder().id })

  it('is kept from now on where this device did not know of it', async () => {
    await opened(sampleOrder())
    expect(await screen.findByText(/^Saved on this device/)).toBeTruthy()
    expect((await purchases.find(bought()))?.receipt).toEqual(receipt)
    expect(screen.getByRole('button', { name: 'Download receipt' })).toBeTruthy()
  })

  it('is refused in words when it is not the one that was received', async () => {
    await purchases.keep(bought(), { ...receipt, text: 'stake 5.00' })
    await opened(sampleOrder())
    expect((await screen.findByRole('alert')).textContent).toContain('isn’t the receipt')
    const rows = within(screen.getByRole('table', { name: 'What differs' })).getAllByRole('row')
    expect(rows[1]?.textContent).toBe('stake 5.00stake 10.00')
  })

  it('can be had from the device when the server cannot be asked', async () => {
    await purchases.keep(bought(), receipt)
    fakeNetwork(({ path }) => {
      if (path.startsWith('/orders/')) throw new TypeError('no network')
      return json({
        products: [z.encode(productSchema, bitcoin)],
        serverTime: 1,
        source: 'simulated',
      })
    })
    await rendered(sampleOrder())
    expect(await screen.findByText(/^This is the copy saved on this device/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Download receipt' })).toBeTruthy()
  })
})
