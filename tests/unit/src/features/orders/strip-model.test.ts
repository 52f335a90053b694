import { describe, expect, it } from 'vitest'
import { spot } from '#contract/order.ts'
import type { Direction } from '#contract/scalars.ts'
import { openStateOf, provisionalResultOf } from '#features/orders/presentation.ts'
import {
  arrivalsAfter,
  newEntries,
  RESULT_SHOWN_MS,
  stripOrders,
} from '#features/orders/strip/strip-model.ts'
import { combine, settleTermsOf } from '#rules/settle.ts'
import { sampleOrder, settledOrder } from '../sample-order.ts'

const WHILE_LIVE = 1_030_000

describe('how an open order stands', () => {
  it('is what the rule would decide at this price', () => {
    const OUTCOMES = { winning: 'won', losing: 'lost', level: 'draw' } as const
    for (const direction of ['up', 'down'] satisfies Direction[]) {
      for (const price of [6_399_999, 6_400_000, 6_400_001]) {
        const order = sampleOrder({ direction })
        const { entry } = order
        const exit = spot.parse({ seq: 9, timeMs: order.expiresAt, price })
        const settled = combine(
          settleTermsOf(order),
          { tick: entry, reason: null },
          { tick: exit, reason: null },
        )
        const result = provisionalResultOf(order, price)
        expect(result && OUTCOMES[result]).toBe(settled.outcome)
      }
    }
  })

  it('has the amount that it would bring; a draw returns the stake', () => {
    const up = sampleOrder()
    expect(openStateOf(up, 6_400_001, WHILE_LIVE)).toMatchObject({
      result: 'winning',
      amount: 850n,
    })
    expect(openStateOf(up, 6_399_999, WHILE_LIVE)).toMatchObject({
      result: 'losing',
      amount: -1_000n,
    })
    expect(openStateOf(up, 6_400_000, WHILE_LIVE)).toMatchObject({
      result: 'level',
      amount: 1_000n,
    })
  })

  it('is not known before the entry price, without a live price, or after the expiry', () => {
    const waits = sampleOrder({ status: 'open', entry: null })
    expect(openStateOf(waits, 6_400_001, WHILE_LIVE).kind).toBe('waiting')
    expect(openStateOf(sampleOrder(), null, WHILE_LIVE).kind).toBe('priceless')
    expect(openStateOf(sampleOrder(), 6_400_001, 1_060_000).kind).toBe('deciding')
    const frozen = sampleOrder({ frozen: { since: 1, end: null } })
    expect(openStateOf(frozen, 6_400_001, WHILE_LIVE).kind).toBe('frozen')
  })

  it('is known while the server’s time is not', () => {
    expect(openStateOf(sampleOrder(), 6_400_001, 0).kind).toBe('running')
  })
})

describe('the orders of the strip', () => {
  const at = (id: string, acceptedAt: number, symbol = 'BTCUSDT') => ({ id, acceptedAt, symbol })
  const ids = (input: Partial<Parameters<typeof stripOrders>[0]>): string[] =>
    stripOrders({
      open: [],
      settled: [],
      arrivals: new Map(),
      symbol: 'BTCUSDT',
      now: 2_000_000,
      ...input,
    }).map(({ id }) => id)

  it('are this product’s first, each newest first, and a settled one keeps its place', () => {
    const elsewhere = sampleOrder(at('4', 400, 'ETHUSDT'))
    const open = [elsewhere, sampleOrder(at('3', 300)), sampleOrder(at('1', 100))]
    const settled = [settledOrder({ ...at('2', 200), settledAt: 1_999_000 })]
    const arrivals = arrivalsAfter(null, settled, 2_000_000)
    expect(ids({ open, settled, arrivals })).toEqual(['3', '2', '1', '4'])
  })

  it('have a result for a minute after it arrived, also one that came late', () => {
    const old = settledOrder({ id: '1', settledAt: 1_000_000 })
    const late = settledOrder({ id: '2', settledAt: 1_000_000 })
    const atOpening = arrivalsAfter(null, [old], 2_000_000)
    const arrivals = arrivalsAfter(atOpening, [late, old], 2_000_000)
    expect(ids({ settled: [late, old], arrivals })).toEqual(['2'])
    const after = 2_000_000 + RESULT_SHOWN_MS
    expect(ids({ settled: [late, old], arrivals, now: after - 1 })).toEqual(['2'])
    expect(ids({ settled: [late, old], arrivals, now: after })).toEqual([])
    // A later result does not change when these arrived.
    expect(arrivalsAfter(arrivals, [late, old], after)).toEqual(arrivals)
  })

  it('are announced when their entry price comes, and at no other time', () => {
    const waits = sampleOrder({ status: 'open', entry: null })
    expect(newEntries([waits], [sampleOrder()])).toHaveLength(1)
    expect(newEntries([waits], [waits])).toEqual([])
    expect(newEntries([sampleOrder()], [sampleOrder()])).toEqual([])
    expect(newEntries([], [sampleOrder()])).toEqual([])
    expect(newEntries([waits], [settledOrder()])).toEqual([])
  })
})
