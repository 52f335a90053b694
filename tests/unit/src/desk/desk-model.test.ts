import { describe, expect, it } from 'vitest'
import { depositId, timeMs, withdrawalId } from '#contract/scalars.ts'
import { formatRoute, parseRoute } from '#desk/desk-route.ts'
import { emptyProposal, proposalForm } from '#desk/payout-proposal.tsx'
import { judge } from '#forms/form.ts'
import { type Deposit, DEPOSITS, type Withdrawal, WITHDRAWALS } from '#desk/queue-kinds.ts'

describe('the address of the desk', () => {
  it('carries tab, filter and what is open, and finds its way back', () => {
    const route = { tab: 'withdrawals', status: 'paid', id: '700001' } as const
    expect(parseRoute(formatRoute(route))).toEqual(route)
    expect(formatRoute({ tab: 'log', status: null, id: null })).toBe('#/log')
  })
  it('begins with the identities when it says nothing known', () => {
    for (const hash of ['', '#', '#/no-such-tab', '#/__proto__']) {
      expect(parseRoute(hash).tab).toBe('verifications')
    }
  })
})

const deposit = (status: Deposit['status']): Deposit => ({
  id: depositId.parse('500001'),
  account: 'somebody',
  method: 'bank_transfer',
  amount: 100n,
  status,
  hasProof: false,
  proof: null,
  createdAt: timeMs.parse(1),
  reviewAt: null,
  decidedAt: null,
  reviewer: null,
  reason: null,
  secondAbove: null,
  proposal: null,
})
const withdrawal = (status: Withdrawal['status']): Withdrawal => ({
  id: withdrawalId.parse('700001'),
  account: 'somebody',
  amount: 100n,
  fee: 1n,
  net: 99n,
  destination: { kind: 'bank_card', bank: 'A bank', number: '•••• 1234' },
  status,
  createdAt: timeMs.parse(1),
  reviewAt: null,
  decidedAt: null,
  sentAt: null,
  doneAt: null,
  reviewer: null,
  reason: null,
  secondAbove: null,
  proposal: null,
})

describe('what may be done next', () => {
  it('with a deposit: review first, then yes or no, and nothing once decided', () => {
    const steps = (status: Deposit['status']) => {
      const { forward, refuse } = DEPOSITS.steps(deposit(status), 'anna')
      return [forward?.step ?? null, refuse?.step ?? null]
    }
    expect(steps('submitted')).toEqual(['review', null])
    expect(steps('review')).toEqual(['approve', 'reject'])
    expect(steps('approved')).toEqual([null, null])
    expect(steps('cancelled')).toEqual([null, null])
  })
  it('with a withdrawal: one step at a time, after a look at where the money goes', () => {
    const steps = (status: Withdrawal['status']) => {
      const { forward, evidence, refuse } = WITHDRAWALS.steps(withdrawal(status), 'anna')
      return [forward?.step ?? null, evidence.join(), refuse?.step ?? null]
    }
    expect(steps('requested')).toEqual(['review', '', null])
    expect(steps('review')).toEqual(['approve', 'payTo', 'reject'])
    expect(steps('approved')).toEqual(['pay', 'payTo', null])
    expect(steps('paying')).toEqual(['sent', 'payTo', 'bounce'])
    expect(steps('paid')).toEqual([null, '', null])
  })
})

describe('a proposed payout account', () => {
  const card = {
    ...emptyProposal('bank_card'),
    holder: 'Li Wei',
    nationality: 'cn',
    bank: 'A bank',
  }
  it('names each field that is missing or does not fit', () => {
    expect(judge(proposalForm, { ...card, nationality: 'China', why: 'why' })).toEqual({
      output: null,
      issues: { nationality: 'format', number: 'empty', address: 'empty', why: 'too_short' },
    })
  })
  it('becomes the body of the kind it is, and nothing of the other', () => {
    const number = '4111 1111 1111 1111'
    const fields = { ...card, number, address: 'Branch', why: 'card lost' }
    expect(judge(proposalForm, fields)).toEqual({
      issues: {},
      output: {
        why: 'card lost',
        proposed: {
          kind: 'bank_card',
          holder: 'Li Wei',
          nationality: 'CN',
          bank: 'A bank',
          number,
          address: 'Branch',
        },
      },
    })
  })
})

describe('what one operator proposed', () => {
  const proposal = { step: 'approve', by: 'anna', at: timeMs.parse(1), reason: null } as const
  it('waits for another one, while either may refuse a deposit', () => {
    const item = { ...deposit('review'), secondAbove: 50n, proposal }
    const steps = (me: string) => {
      const { own, forward, refuse } = DEPOSITS.steps(item, me)
      return [own, forward?.step ?? null, refuse?.step ?? null]
    }
    expect(steps('anna')).toEqual([true, null, 'reject'])
    expect(steps('berta')).toEqual([false, 'approve', 'reject'])
  })
  it('leaves the other steps of a withdrawal to its proposer', () => {
    const steps = (status: Withdrawal['status'], step: 'approve' | 'bounce', me: string) => {
      const item = { ...withdrawal(status), secondAbove: 50n, proposal: { ...proposal, step } }
      const { own, forward, refuse } = WITHDRAWALS.steps(item, me)
      return [own, forward?.step ?? null, refuse?.step ?? null]
    }
    expect(steps('review', 'approve', 'anna')).toEqual([true, null, 'reject'])
    expect(steps('review', 'approve', 'berta')).toEqual([false, 'approve', 'reject'])
    expect(steps('paying', 'bounce', 'anna')).toEqual([true, 'sent', null])
    expect(steps('paying', 'bounce', 'berta')).toEqual([false, 'sent', 'bounce'])
  })
})
