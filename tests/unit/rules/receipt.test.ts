import { expect, it } from 'vitest'
import { receiptText } from '#rules/receipt.ts'
import { anOrder } from '#support/orders.ts'

it('writes what was agreed in canonical lines, and names no user', () => {
  const text = receiptText(anOrder(), { seq: 77, hash: 'ab'.repeat(32) })
  expect(text.split('\n')).toEqual([
    'fairtick-receipt-1',
    'rule 1',
    'order 100001',
    'product EURUSD',
    'source simulated',
    'direction up',
    'stake 10.00',
    'payout rate 8500',
    'payout 18.50',
    'tie stake returns',
    'terms 00000000000000aa',
    'accepted 10000',
    'expires 40000',
    `head 77 ${'ab'.repeat(32)}`,
  ])
})
