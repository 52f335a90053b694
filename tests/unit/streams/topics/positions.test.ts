import { describe, expect, it } from 'vitest'
import type { Order, OrderStatus } from '#contract/order.ts'
import { positionsFold } from '#streams/topics/positions.ts'
import type { Positions } from '#streams/types.ts'
import { anOrder } from '#support/orders.ts'

const orderAt = (id: number, status: OrderStatus): Order => anOrder({ id: String(id), status })
const fold = (orders: Order[], start: Order[] = []): Positions =>
  orders.reduce(positionsFold.delta, positionsFold.snapshot(start, null))
const idsOf = (orders: readonly { id: string }[]): string[] => orders.map(({ id }) => id)

describe('positions', () => {
  it('move from open to settled when they become final, newest first in both', () => {
    const state = fold([
      orderAt(9, 'open'),
      orderAt(10, 'open'),
      orderAt(9, 'live'),
      orderAt(11, 'open'),
      orderAt(10, 'won'),
      orderAt(9, 'lost'),
    ])
    expect(idsOf(state.open)).toEqual(['11'])
    expect(idsOf(state.settled)).toEqual(['9', '10'])
  })
  it('never go back from a later stage', () => {
    const state = fold([orderAt(1, 'live'), orderAt(1, 'open')])
    expect(state.open[0]?.status).toBe('live')
    const final = fold([orderAt(1, 'void'), orderAt(1, 'live'), orderAt(1, 'won')])
    expect(final.open).toEqual([])
    expect(final.settled.map(({ status }) => status)).toEqual(['void'])
  })
  it('order ids by size, not by letter', () => {
    expect(idsOf(fold([orderAt(100, 'open'), orderAt(99, 'open')]).open)).toEqual(['100', '99'])
  })
  it('keep what settled while watched over a new snapshot, up to fifty', () => {
    const many = Array.from({ length: 60 }, (_, at) => orderAt(at + 1, 'won'))
    const state = positionsFold.snapshot([orderAt(70, 'open')], fold(many))
    expect(idsOf(state.open)).toEqual(['70'])
    expect(state.settled).toHaveLength(50)
    expect(state.settled[0]?.id).toBe('60')
  })
  it('come newest first from a snapshot too, without those that are final already', () => {
    const all = [orderAt(9, 'live'), orderAt(10, 'won'), orderAt(11, 'open')]
    expect(idsOf(positionsFold.snapshot(all, null).open)).toEqual(['11', '9'])
    expect(positionsFold.snapshot(all, null).settled).toEqual([])
  })
  it.each(['won', 'lost', 'draw', 'void'] as const)('settle once they are %s', (status) => {
    const state = fold([orderAt(1, 'open'), orderAt(1, status)])
    expect(state).toEqual({ open: [], settled: [orderAt(1, status)] })
  })
  it('take the newest word on an order that stays at its stage', () => {
    const state = fold([anOrder({ status: 'live' }), anOrder({ status: 'live', expiresAt: 7 })])
    expect(state.open.map(({ expiresAt }) => expiresAt)).toEqual([7])
  })
})
