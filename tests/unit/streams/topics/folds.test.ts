import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deskQueue, deskState } from '#contract/desk-state.ts'
import type { Fold } from '#streams/operators/fold-snapshot.ts'
import { newestFirst } from '#streams/topics/newest-first.ts'
import { STATE_TOPICS } from '#streams/topics/table.ts'
import {
  sampleBalance,
  sampleDeposit,
  sampleProfile,
  sampleWithdrawal,
} from '#support/sample-account.ts'
import { sampleFund, sampleRate } from '#support/sample-fund.ts'
import { sampleLimits } from '#support/sample-limits.ts'

const NONE_WAITING = Object.fromEntries(deskQueue.options.map((queue) => [queue, 0]))
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
    neverStepsBack(STATE_TOPICS.balance.fold, (version) => sampleBalance({ version }))
  })
  it('never steps back, by delta or by snapshot: the profile', () => {
    neverStepsBack(STATE_TOPICS.profile.fold, (version) => sampleProfile({ version }))
  })
  it('never steps back, by delta or by snapshot: the fund', () => {
    neverStepsBack(STATE_TOPICS.fund.fold, (version) => sampleFund({ version }))
  })
  it('never steps back, by delta or by snapshot: the limits', () => {
    neverStepsBack(STATE_TOPICS.limits.fold, (version) => sampleLimits({ version }))
  })
  it('takes the later word of two with one version', () => {
    const first = sampleBalance({ version: 3, available: '1.00' })
    const second = sampleBalance({ version: 3, available: '2.00' })
    expect(STATE_TOPICS.balance.fold.delta(first, second)).toBe(second)
    expect(STATE_TOPICS.balance.fold.snapshot(second, first)).toBe(second)
  })
})

describe('the desk', () => {
  const deskAt = (revision: number, typing: string[] = []) =>
    deskState.parse({ revision, typing, waiting: NONE_WAITING, space: 'enough' })
  it('never steps back by a change, and takes the later of two with one revision', () => {
    expect(STATE_TOPICS.desk.fold.delta(deskAt(5), deskAt(4))).toEqual(deskAt(5))
    expect(STATE_TOPICS.desk.fold.delta(deskAt(5), deskAt(6))).toEqual(deskAt(6))
    expect(STATE_TOPICS.desk.fold.delta(deskAt(5), deskAt(5, ['typist']))).toEqual(
      deskAt(5, ['typist']),
    )
  })
  it('takes a snapshot as it is: revisions begin again when the server restarts', () => {
    expect(STATE_TOPICS.desk.fold.snapshot(deskAt(1), deskAt(5))).toEqual(deskAt(1))
  })
})

describe('ids in order', () => {
  it('are newest first by their size, beyond what a number can hold', () => {
    const ids = ['9', '10', '9007199254740993', '9007199254740992', '11']
    const sorted = ids.map((id) => ({ id })).sort(newestFirst)
    expect(idsOf(sorted)).toEqual(['9007199254740993', '9007199254740992', '11', '10', '9'])
  })
  it('leave what has one id in the order it had', () => {
    expect(newestFirst({ id: '7' }, { id: '7' })).toBe(0)
    expect(newestFirst({ id: '7' }, { id: '8' })).toBeGreaterThan(0)
    expect(newestFirst({ id: '8' }, { id: '7' })).toBeLessThan(0)
  })
})

describe('documents', () => {
  const depositAt = (id: number, status = 'submitted') => sampleDeposit({ id: String(id), status })
  it('come newest first, whatever order they arrive in', () => {
    const start = STATE_TOPICS.deposits.fold.snapshot(
      [depositAt(9), depositAt(100), depositAt(99)],
      null,
    )
    expect(idsOf(start)).toEqual(['100', '99', '9'])
    expect(idsOf(STATE_TOPICS.deposits.fold.delta(start, depositAt(101)))).toEqual([
      '101',
      '100',
      '99',
      '9',
    ])
  })
  it('are replaced in place as they move on', () => {
    const start = STATE_TOPICS.deposits.fold.snapshot([depositAt(2), depositAt(1)], null)
    const next = STATE_TOPICS.deposits.fold.delta(start, depositAt(1, 'approved'))
    expect(next.map(({ id, status }) => `${id} ${status}`)).toEqual(['2 submitted', '1 approved'])
  })
  it('are kept up to a hundred of a snapshot, the newest', () => {
    const many = Array.from({ length: 101 }, (_, at) => depositAt(at + 10))
    const start = STATE_TOPICS.deposits.fold.snapshot(many, null)
    expect([start.length, start[0]?.id, start.at(-1)?.id]).toEqual([100, '110', '11'])
  })
  it('are withdrawals as well', () => {
    const start = STATE_TOPICS.withdrawals.fold.snapshot([sampleWithdrawal({ id: '1' })], null)
    const next = STATE_TOPICS.withdrawals.fold.delta(start, sampleWithdrawal({ id: '2' }))
    expect(idsOf(STATE_TOPICS.withdrawals.fold.delta(next, sampleWithdrawal({ id: '1' })))).toEqual(
      ['2', '1'],
    )
  })
  it('are what a new snapshot says, and no more', () => {
    const start = STATE_TOPICS.deposits.fold.snapshot([depositAt(1)], null)
    expect(idsOf(STATE_TOPICS.deposits.fold.snapshot([depositAt(2)], start))).toEqual(['2'])
  })
  it('are kept up to a hundred, and the one that just changed always', () => {
    const many = Array.from({ length: 100 }, (_, at) => depositAt(at + 10))
    const start = STATE_TOPICS.deposits.fold.snapshot(many, null)
    const old = STATE_TOPICS.deposits.fold.delta(start, depositAt(3, 'approved'))
    expect(old).toHaveLength(100)
    expect(old.at(-1)).toMatchObject({ id: '3', status: 'approved' })
    expect(old[0]?.id).toBe('109')
    const next = STATE_TOPICS.deposits.fold.delta(old, depositAt(110))
    expect(next).toHaveLength(100)
    expect(next.at(-1)?.id).toBe('11')
  })
})

describe('rates', () => {
  const from = (day: string) => sampleRate({ from: day })
  const daysOf = (rates: readonly { from: string }[]): string[] => rates.map(({ from }) => from)
  it('come newest first, whatever order they arrive in', () => {
    const start = STATE_TOPICS.rates.fold.snapshot([from('2025-12-31'), from('2026-01-02')], null)
    expect(daysOf(start)).toEqual(['2026-01-02', '2025-12-31'])
    const next = STATE_TOPICS.rates.fold.delta(
      STATE_TOPICS.rates.fold.delta(start, from('2026-01-10')),
      from('2026-01-09'),
    )
    expect(daysOf(next)).toEqual(['2026-01-10', '2026-01-09', '2026-01-02', '2025-12-31'])
  })
  it('name each day once, as it was told last', () => {
    const start = STATE_TOPICS.rates.fold.snapshot([from('2026-01-02')], null)
    const again = sampleRate({ from: '2026-01-02', dailyRate: 60 })
    expect(STATE_TOPICS.rates.fold.delta(start, again)).toEqual([again])
  })
  it('are kept up to a hundred, the oldest dropped first', () => {
    const many = Array.from({ length: 100 }, (_, at) =>
      from(new Date(Date.UTC(2000, 0, at + 2)).toISOString().slice(0, 10)),
    )
    const start = STATE_TOPICS.rates.fold.snapshot([from('2000-01-01'), ...many], null)
    expect(daysOf(start).at(-1)).toBe('2000-01-02')
    const next = STATE_TOPICS.rates.fold.delta(start, from('2099-01-01'))
    expect(next).toHaveLength(100)
    expect(daysOf(next).at(0)).toBe('2099-01-01')
    expect(daysOf(next).at(-1)).toBe('2000-01-03')
  })
})
