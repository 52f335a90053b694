import { describe, expect, it } from 'vitest'
import { isSettled, mergeClosed, mergeOrders } from '#features/orders/merge-orders.ts'
import { type OrderFilter, orderQuery, passes } from '#features/orders/order-list.ts'
import { NO_PAGES, reducePages, shownRows } from '#data/paged-list.ts'
import { timeMs } from '#contract/scalars.ts'
import { sampleOrder, settledOrder } from '../sample-order.ts'

const open = (id: number) => sampleOrder({ id: String(id) })
const settled = (id: number) => settledOrder({ id: String(id) })
const ids = (orders: readonly { id: string }[]): string[] => orders.map((order) => order.id)

describe('merging orders', () => {
  it('keeps each order once, newest first, also across lengths of ids', () => {
    const merged = mergeOrders([open(9), open(100)], [open(99), open(9)])
    expect(ids(merged)).toEqual(['100', '99', '9'])
  })

  it('never lets an older word take the place of a final one, whichever list comes last', () => {
    expect(mergeOrders([settled(1)], [open(1)])[0]).toEqual(settled(1))
    expect(mergeOrders([open(1)], [settled(1)])[0]).toEqual(settled(1))
    const waiting = sampleOrder({ id: '1', status: 'open', entry: null })
    expect(mergeOrders([open(1)], [waiting])[0]?.status).toBe('live')
  })

  it('sorts closed ones by when they closed, and by number within one moment', () => {
    const closed = (id: number, settledAt: number) => settledOrder({ id: String(id), settledAt })
    const merged = mergeClosed([closed(3, 50), closed(1, 90)], [closed(2, 90), closed(4, 10)])
    expect(ids(merged)).toEqual(['2', '1', '3', '4'])
  })

  it('keeps what closed above the newest page, and drops what would hide a hole below it', () => {
    const closed = (id: number, settledAt: number) => settledOrder({ id: String(id), settledAt })
    const before = reducePages(mergeClosed, NO_PAGES, {
      type: 'pushed',
      rows: [closed(1, 95), closed(9, 20)],
    })
    const event = { type: 'newest', rows: [closed(5, 90), closed(2, 60)], next: '2' } as const
    expect(ids(shownRows(mergeClosed, reducePages(mergeClosed, before, event)))).toEqual([
      '1',
      '5',
      '2',
    ])
  })

  it('knows final orders', () => {
    expect(
      ['won', 'lost', 'draw', 'void'].map((status) => isSettled(settledOrder({ status }))),
    ).toEqual([true, true, true, true])
    expect(isSettled(sampleOrder())).toBe(false)
  })
})

describe('the filter of past orders', () => {
  const all: OrderFilter = { status: 'settled', symbol: null, outcome: null, from: null, to: null }

  it('asks the server for nothing that is not set', () => {
    expect(orderQuery(all)).toEqual({ status: 'settled' })
    expect(orderQuery({ ...all, outcome: 'won' })).toEqual({ status: 'settled', outcome: 'won' })
  })

  it('lets a pushed order through just as the server would', () => {
    const closedAt = new Date(2026, 4, 1, 23, 59).getTime()
    const won = settledOrder({ id: '1', acceptedAt: closedAt - 86_400_000, settledAt: closedAt })
    expect(passes(all, won)).toBe(true)
    expect(passes(all, open(2))).toBe(false)
    expect(passes({ ...all, status: 'all' }, open(2))).toBe(true)
    expect(passes({ ...all, outcome: 'lost' }, won)).toBe(false)
    expect(passes({ ...all, from: '2026-05-01', to: '2026-05-01' }, won)).toBe(true)
    expect(passes({ ...all, from: '2026-05-02' }, won)).toBe(false)
    expect(passes({ ...all, to: '2026-04-30' }, won)).toBe(false)
    // Among all orders, the day is the day of the purchase.
    expect(passes({ ...all, status: 'all', to: '2026-04-30' }, won)).toBe(true)
    expect(orderQuery({ ...all, from: '2026-05-02' }).from).toBe(
      timeMs.parse(new Date(2026, 4, 2).getTime()),
    )
  })
})
