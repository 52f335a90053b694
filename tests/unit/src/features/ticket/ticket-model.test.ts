import { describe, expect, it } from 'vitest'
import {
  check,
  maximumStake,
  openTicket,
  reduce,
  summarise,
  type Ticket,
  type TicketAction,
} from '#features/ticket/ticket-model.ts'

const terms = {
  termsId: '0123456789abcdef',
  ruleVersion: 1,
  durations: [
    { durationMs: 30_000, payoutRate: 8000 },
    { durationMs: 60_000, payoutRate: 8250 },
  ],
  stakeMin: 500n,
  stakeMax: 200_000n,
  maxOpenPositions: 10,
  maxOpenStake: 1_000_000n,
  bandBps: 100,
}
const limits = { terms, available: 15_050n }
const after = (...actions: TicketAction[]): Ticket =>
  actions.reduce((ticket, action) => reduce(ticket, action, limits), openTicket('up', terms))

describe('the ticket', () => {
  it('opens with the tapped direction, ten and one minute', () => {
    expect(openTicket('down', terms)).toEqual({
      direction: 'down',
      amount: '10',
      durationMs: 60_000,
    })
  })

  it('opens with the least the product takes when that is more than ten', () => {
    expect(openTicket('up', { ...terms, stakeMin: 2_550n }).amount).toBe('25.50')
  })

  it.each(['0', '9999999', '1.239', '12a', ''])('keeps what is typed as it is: %j', (text) => {
    expect(after({ type: 'typed', text }).amount).toBe(text)
  })

  it('takes the lowest of available, product and field as its most', () => {
    expect(maximumStake(limits)).toBe(15_050n)
    expect(maximumStake({ terms, available: 900_000n })).toBe(200_000n)
    expect(maximumStake({ terms, available: null })).toBe(200_000n)
    expect(maximumStake({ terms: { ...terms, stakeMax: 10n ** 12n }, available: null })).toBe(
      99_999_900n,
    )
  })

  it('fills the most, and nothing when there is nothing', () => {
    expect(after({ type: 'max' }).amount).toBe('150.50')
    const poor = { terms, available: 0n }
    expect(reduce(openTicket('up', terms), { type: 'max' }, poor).amount).toBe('10')
  })

  it('names what stands against sending, in the order a user can mend it', () => {
    const issue = (text: string): unknown => check(after({ type: 'typed', text }), limits)
    expect(issue('')).toEqual({ code: 'empty' })
    expect(issue('0.00')).toEqual({ code: 'below_minimum', minimum: 500n })
    expect(issue('12a')).toEqual({ code: 'unreadable' })
    expect(issue('1234567890123')).toEqual({ code: 'above_maximum', maximum: 200_000n })
    expect(issue('4.99')).toEqual({ code: 'below_minimum', minimum: 500n })
    expect(issue('2000.01')).toEqual({ code: 'above_maximum', maximum: 200_000n })
    expect(issue('150.51')).toEqual({ code: 'not_enough', available: 15_050n })
    expect(issue('150.50')).toBeNull()
  })

  it('does not claim too little money while the balance is unknown', () => {
    expect(check(after({ type: 'preset', stake: 50_000n }), { terms, available: null })).toBeNull()
  })

  it('says what the last tap would agree to, flooring the profit', () => {
    const ticket = after({ type: 'typed', text: '10.01' }, { type: 'duration', durationMs: 60_000 })
    expect(summarise(ticket, limits)).toEqual({
      stake: 1_001n,
      profit: 825n,
      payout: 1_826n,
      loss: 1_001n,
      breakEvenRate: 5482,
      payoutRate: 8250,
      durationMs: 60_000,
      termsId: '0123456789abcdef',
    })
  })

  it('has nothing to say without an amount or with a duration that is not offered', () => {
    expect(summarise(after({ type: 'typed', text: '' }), limits)).toBeNull()
    expect(summarise(after({ type: 'duration', durationMs: 1 }), limits)).toBeNull()
  })
})
