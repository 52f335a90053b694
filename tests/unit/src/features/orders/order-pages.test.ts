import { describe, expect, it } from 'vitest'
import { orderId } from '#contract/scalars.ts'
import { isSettled, mergeOrders } from '#features/orders/merge-orders.ts'
import {
  NO_PAGES,
  type Pages,
  reducePages,
  shownOrders,
  wantsMore,
} from '#features/orders/order-pages.ts'
import { sampleOrder, settledOrder } from '../sample-order.ts'

const open = (id: number) => sampleOrder({ id: String(id) })
const settled = (id: number) => settledOrder({ id: String(id) })
const ids = ({ orders }: Pick<Pages, 'orders'>): string[] => orders.map((order) => order.id)
const cursor = (id: number) => orderId.parse(String(id))

describe('merging orders', () => {
  it('keeps each order once, newest first, also across lengths of ids', () => {
    const merged = mergeOrders([open(9), open(100)], [open(99), open(9)])
    expect(ids({ orders: merged })).toEqual(['100', '99', '9'])
  })

  it('never lets an older word take the place of a final one, whichever list comes last', () => {
    expect(mergeOrders([settled(1)], [open(1)])[0]).toEqual(settled(1))
    expect(mergeOrders([open(1)], [settled(1)])[0]).toEqual(settled(1))
    const waiting = sampleOrder({ id: '1', status: 'open', entry: null })
    expect(mergeOrders([open(1)], [waiting])[0]?.status).toBe('live')
  })

  it('knows final orders', () => {
    expect(
      ['won', 'lost', 'draw', 'void'].map((status) => isSettled(settledOrder({ status }))),
    ).toEqual([true, true, true, true])
    expect(isSettled(sampleOrder())).toBe(false)
  })
})

describe('reading history page by page', () => {
  const first = reducePages(NO_PAGES, {
    type: 'page',
    orders: [settled(30), settled(20)],
    next: cursor(20),
  })

  it('asks for more until there is no more, and not while asking or after a failure', () => {
    expect(wantsMore(NO_PAGES)).toBe(true)
    expect(wantsMore(reducePages(NO_PAGES, { type: 'asked' }))).toBe(false)
    expect(wantsMore(first)).toBe(true)
    const failed = reducePages(first, { type: 'failed', error: { kind: 'network' } })
    expect(wantsMore(failed)).toBe(false)
    expect(ids(failed)).toEqual(['30', '20'])
    const last = reducePages(first, { type: 'page', orders: [settled(10)], next: null })
    expect(ids(last)).toEqual(['30', '20', '10'])
    expect(wantsMore(last)).toBe(false)
  })

  it('joins the newest page on when it reaches what was read, and keeps the place to read on', () => {
    const more = reducePages(first, {
      type: 'newest',
      orders: [settled(40), settled(30)],
      next: cursor(30),
    })
    expect(ids(more)).toEqual(['40', '30', '20'])
    expect(more.next).toBe('20')
  })

  it('starts anew when the newest page does not reach it: no order may hide in a hole', () => {
    const jump = reducePages(first, {
      type: 'newest',
      orders: [settled(90), settled(80)],
      next: cursor(80),
    })
    expect(ids(jump)).toEqual(['90', '80'])
    expect(jump.next).toBe('80')
  })

  it('keeps every order that was pushed, also more than the stream itself keeps', () => {
    const pushed = Array.from({ length: 120 }, (_, i) => settled(100 + i))
    const all = pushed.reduce(
      (pages, order) => reducePages(pages, { type: 'pushed', orders: [order] }),
      first,
    )
    expect(shownOrders(all)).toHaveLength(122)
    expect(all.next).toBe('20')
  })

  it('does not take a pushed order for a page that was read: the hole behind it stays known', () => {
    const pushed = reducePages(first, { type: 'pushed', orders: [settled(90)] })
    const jump = reducePages(pushed, {
      type: 'newest',
      orders: [settled(90), settled(80)],
      next: cursor(80),
    })
    expect(jump.next).toBe('80')
    expect(ids(jump)).toEqual(['90', '80'])
  })
})
