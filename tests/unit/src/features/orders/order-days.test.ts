import { expect, it } from 'vitest'
import type { Order } from '#contract/order.ts'
import { orderDays } from '#features/orders/order-days.ts'
import { sampleOrder, settledOrder } from '../sample-order.ts'

const noon = (day: number): number => new Date(2026, 10, day, 12).getTime()
const accepted = ({ acceptedAt }: Order): number => acceptedAt
const placed = (id: string, acceptedAt: number, profitAndLoss: string) =>
  settledOrder({ id, acceptedAt, profitAndLoss })

const orders = [
  sampleOrder({ id: '5', acceptedAt: noon(28) + 1 }),
  placed('4', noon(28), '-10.00'),
  placed('3', noon(27) + 2, '8.50'),
  placed('2', noon(27) + 1, '-2.25'),
  placed('1', noon(27), '0.00'),
]

it('begins each day with its newest order, and sums what has a result', () => {
  expect([...orderDays(orders, accepted, true)]).toEqual([
    ['5', { at: noon(28) + 1, result: -1_000n }],
    ['3', { at: noon(27) + 2, result: 625n }],
  ])
})

it('knows no sum of a day whose older orders may still come', () => {
  const days = orderDays(orders, accepted, false)
  expect(days.get('5')?.result).toBe(-1_000n)
  expect(days.get('3')?.result).toBeNull()
  expect(orderDays([], accepted, false).size).toBe(0)
})
