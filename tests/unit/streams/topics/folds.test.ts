import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { message, messagesRead } from '#contract/account.ts'
import { type Order, type OrderStatus, order } from '#contract/order.ts'
import { candle } from '#contract/product.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { balanceFold } from '#streams/topics/balance.ts'
import { upsert } from '#streams/topics/candles.ts'
import { depositsFold } from '#streams/topics/documents.ts'
import { fundFold } from '#streams/topics/fund.ts'
import { messagesFold } from '#streams/topics/messages.ts'
import { positionsFold } from '#streams/topics/positions.ts'
import { profileFold } from '#streams/topics/profile.ts'
import { ratesFold } from '#streams/topics/rates.ts'
import { riseRate } from '#streams/topics/stats.ts'
import type { Positions } from '#streams/types.ts'
import { sampleBalance, sampleDeposit, sampleProfile } from '#support/sample-account.ts'
import { sampleFund, sampleRate } from '#support/sample-fund.ts'

const messageAt = (id: number, readAt: number | null = null) =>
  message.parse({ id: String(id), kind: 'welcome', params: {}, sentAt: id, readAt })
const orderAt = (id: number, status: OrderStatus): Order =>
  order.parse({
    id: String(id),
    symbol: 'GC',
    direction: 'up',
    stake: '1',
    payoutRate: 8_500,
    payout: '1.85',
    durationMs: 30_000,
    acceptedAt: 1,
    expiresAt: 30_001,
    termsId: 't',
    ruleVersion: 1,
    source: 'simulated',
    status,
    entry: null,
    exit: null,
    settledAt: null,
    voidReason: null,
    profitAndLoss: null,
  })
const fold = (orders: Order[], start: Order[] = []): Positions =>
  orders.reduce(positionsFold.delta, positionsFold.snapshot(start, null))
const idsOf = (orders: readonly { id: string }[]): string[] => orders.map(({ id }) => id)

function neverStepsBack<T extends { version: number }>(
  fold: Fold<T, T, T>,
  at: (version: number) => T,
): void {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(50)), { minLength: 1 }), (steps) => {
      let state = fold.snapshot(at(0), null)
      for (const [whole, version] of steps) {
        const before = state.version
        const next = at(version)
        state = whole ? fold.snapshot(next, state) : fold.delta(state, next)
        expect(state.version).toBe(Math.max(before, version))
      }
    }),
  )
}

describe('a state that comes whole', () => {
  it('never steps back, by delta or by snapshot: the balance', () => {
    neverStepsBack(balanceFold, (version) => sampleBalance({ version }))
  })
  it('never steps back, by delta or by snapshot: the profile', () => {
    neverStepsBack(profileFold, (version) => sampleProfile({ version }))
  })
  it('never steps back, by delta or by snapshot: the fund', () => {
    neverStepsBack(fundFold, (version) => sampleFund({ version }))
  })
})

describe('documents', () => {
  const depositAt = (id: number, status = 'submitted') => sampleDeposit({ id: String(id), status })
  it('come newest first, whatever order they arrive in', () => {
    const start = depositsFold.snapshot([depositAt(9), depositAt(100), depositAt(99)], null)
    expect(idsOf(start)).toEqual(['100', '99', '9'])
    expect(idsOf(depositsFold.delta(start, depositAt(101)))).toEqual(['101', '100', '99', '9'])
  })
  it('are replaced in place as they move on', () => {
    const start = depositsFold.snapshot([depositAt(2), depositAt(1)], null)
    const next = depositsFold.delta(start, depositAt(1, 'approved'))
    expect(next.map(({ id, status }) => `${id} ${status}`)).toEqual(['2 submitted', '1 approved'])
  })
  it('are what a new snapshot says, and no more', () => {
    const start = depositsFold.snapshot([depositAt(1)], null)
    expect(idsOf(depositsFold.snapshot([depositAt(2)], start))).toEqual(['2'])
  })
  it('are kept up to a hundred, and the one that just changed always', () => {
    const many = Array.from({ length: 100 }, (_, at) => depositAt(at + 10))
    const start = depositsFold.snapshot(many, null)
    const old = depositsFold.delta(start, depositAt(3, 'approved'))
    expect(old).toHaveLength(100)
    expect(old.at(-1)).toMatchObject({ id: '3', status: 'approved' })
    expect(old[0]?.id).toBe('109')
    const next = depositsFold.delta(old, depositAt(110))
    expect(next).toHaveLength(100)
    expect(next.at(-1)?.id).toBe('11')
  })
})

describe('rates', () => {
  const from = (day: string) => sampleRate({ from: day })
  const daysOf = (rates: readonly { from: string }[]): string[] => rates.map(({ from }) => from)
  it('come newest first, whatever order they arrive in', () => {
    const start = ratesFold.snapshot([from('2025-12-31'), from('2026-01-02')], null)
    expect(daysOf(start)).toEqual(['2026-01-02', '2025-12-31'])
    const next = ratesFold.delta(ratesFold.delta(start, from('2026-01-10')), from('2026-01-09'))
    expect(daysOf(next)).toEqual(['2026-01-10', '2026-01-09', '2026-01-02', '2025-12-31'])
  })
  it('name each day once, as it was told last', () => {
    const start = ratesFold.snapshot([from('2026-01-02')], null)
    const again = sampleRate({ from: '2026-01-02', dailyRate: 60 })
    expect(ratesFold.delta(start, again)).toEqual([again])
  })
  it('are kept up to a hundred, the oldest dropped first', () => {
    const many = Array.from({ length: 100 }, (_, at) =>
      from(new Date(Date.UTC(2000, 0, at + 1)).toISOString().slice(0, 10)),
    )
    const start = ratesFold.snapshot(many, null)
    const next = ratesFold.delta(start, from('2099-01-01'))
    expect(next).toHaveLength(100)
    expect(daysOf(next).at(0)).toBe('2099-01-01')
    expect(daysOf(next).at(-1)).toBe('2000-01-02')
  })
})

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
})

describe('messages', () => {
  it('count what is unread, and replace in place what was read', () => {
    const start = messagesFold.snapshot({ unread: 1, latest: [messageAt(1)] }, null)
    const two = messagesFold.delta(start, messageAt(2))
    expect(two.unread).toBe(2)
    expect(two.latest.map(({ id }) => id)).toEqual(['2', '1'])
    const read = messagesFold.delta(two, messageAt(1, 5))
    expect(read.unread).toBe(1)
    expect(read.latest.map(({ id }) => id)).toEqual(['2', '1'])
    expect(messagesFold.delta(read, messageAt(1, 5)).unread).toBe(1)
  })
  const readUpTo = (upTo: number, unread: number) =>
    messagesRead.parse({ unread, readUpTo: String(upTo), readAt: 9 })
  const fresh = (unread: number, ids: readonly number[]) =>
    messagesFold.snapshot({ unread, latest: ids.map((id) => messageAt(id)) }, null)

  it('count everything up to a number as read, and what came after it as unread', () => {
    const three = fresh(3, [10, 9, 8])
    const read = messagesFold.delta(three, readUpTo(9, 1))
    expect(read.unread).toBe(1)
    expect(read.latest.map(({ readAt }) => readAt)).toEqual([null, 9, 9])
    expect(read.readUpTo).toBe('9')
    const next = messagesFold.delta(read, messageAt(11))
    expect([next.unread, next.readUpTo]).toEqual([2, '9'])
    expect(messagesFold.delta(next, readUpTo(11, 0)).latest.every(({ readAt }) => readAt)).toBe(
      true,
    )
  })
  it('know what is older than the newest as read once all unread stands among them', () => {
    expect(fresh(2, [10, 9]).readUpTo).toBe('8')
    expect(fresh(3, [10, 9]).readUpTo).toBeUndefined()
    const none = messagesFold.snapshot({ unread: 0, latest: [messageAt(10, 1)] }, null)
    expect(none.readUpTo).toBe('10')
    expect(messagesFold.snapshot({ unread: 0, latest: [] }, null).readUpTo).toBeUndefined()
  })
})

describe('candles', () => {
  it('keep their order and replace by open time, whatever comes', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(20), fc.nat(9))), (changes) => {
        const candles = changes.map(([at, close]) => candle.parse([at, 1, 1, 1, close, 0]))
        const model = new Map(candles.map((each) => [each[0], each]))
        const all = candles.reduce<ReturnType<typeof upsert>>(
          (bars, each) => upsert(bars, [each]),
          [],
        )
        expect(all).toEqual([...model.values()].toSorted((a, b) => a[0] - b[0]))
      }),
    )
  })
})

describe('the rise', () => {
  it('is in basis points, cut toward zero, never minus zero', () => {
    expect(riseRate(101, 100)).toBe(100)
    expect(riseRate(99_999, 100_000)).toBe(0)
    expect(Object.is(riseRate(99_999, 100_000), 0)).toBe(true)
    expect(riseRate(98_765, 100_000)).toBe(-123)
    expect(riseRate(5, 0)).toBe(0)
  })
})
