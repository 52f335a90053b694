import { expect, it } from 'vitest'
import { type OrderStatus, orderStatus } from '#contract/order.ts'
import {
  endStateOf,
  openStateOf,
  sharedWhyOf,
  shownTimeOf,
  STATUSES,
  whyOf,
} from '#features/orders/presentation.ts'
import { sampleOrder, settledOrder } from '../sample-order.ts'

const NOW = 1_030_000
const PRICE = 6_400_001
const settled = { settledAt: 1_060_250, exit: { seq: 19, timeMs: 1_059_800, price: 6_399_900 } }
const refunded = { ...settled, profitAndLoss: '0.00' }
const ORDERS = {
  open: sampleOrder({ status: 'open', entry: null }),
  live: sampleOrder(),
  won: settledOrder(),
  lost: sampleOrder({ ...settled, status: 'lost', profitAndLoss: '-10.00' }),
  draw: sampleOrder({ ...refunded, status: 'draw', exit: sampleOrder().entry }),
  void: sampleOrder({ ...refunded, status: 'void', exit: null, voidReason: 'stale_exit' }),
  compensated: sampleOrder({ ...refunded, status: 'compensated', exit: null }),
}

const EXPECTED: Record<OrderStatus, [status: string, line: string, why: string]> = {
  open: ['neutral payout null', 'strip:waiting text-ink-2  0', 'open void'],
  live: ['info payout null', 'strip:winning text-up winning 850', 'live void'],
  won: ['up returned won', 'strip:result.won text-up winning 850', 'won_up won_up'],
  lost: ['down null lost', 'strip:result.lost text-down losing -1000', 'lost_up lost_up'],
  draw: ['neutral null draw', 'strip:result.draw text-ink-2 level 0', 'draw draw'],
  void: ['warn null null', 'strip:result.void text-ink-2 level 0', 'void.stale_exit void'],
  compensated: [
    'warn null null',
    'strip:result.compensated text-ink-2 level 0',
    'compensated void',
  ],
}

it.each(orderStatus.options)('describes an order that is %s', (status) => {
  const order = ORDERS[status]
  const { badge, payout, mark } = STATUSES[status]
  const { text, tone, result, amount } = endStateOf(order) ?? openStateOf(order, PRICE, NOW)
  expect([
    `${badge} ${payout} ${mark}`,
    [text, tone, result, amount].join(' '),
    `${whyOf(order).key} ${sharedWhyOf(order)}`,
  ]).toEqual(EXPECTED[status])
})

it.each([
  ['frozen', sampleOrder({ frozen: { since: 1, end: null } }), PRICE, 'strip:frozen text-warn'],
  ['expired', sampleOrder({ expiresAt: NOW }), PRICE, 'strip:deciding text-ink-2'],
  ['without a live price', sampleOrder(), null, 'market:price.stale text-ink-3'],
  ['below its entry price', sampleOrder(), 6_399_999, 'strip:losing text-down'],
  ['at its entry price', sampleOrder(), 6_400_000, 'strip:level text-ink-2'],
])('has a line for an open order that is %s', (_, order, price, line) => {
  const { text, tone } = openStateOf(order, price, NOW)
  expect(`${text} ${tone}`).toBe(line)
})

it('shows the time of the settlement, and before it that of the start', () => {
  expect(shownTimeOf(ORDERS.won)).toBe(1_060_250)
  expect(shownTimeOf(ORDERS.live)).toBe(1_000_000)
  expect(shownTimeOf(sampleOrder({ startsAt: 1_000_300 }))).toBe(1_000_300)
})
