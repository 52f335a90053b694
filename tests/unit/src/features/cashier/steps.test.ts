import { describe, expect, it } from 'vitest'
import { depositSteps } from '#features/cashier/deposit/deposit-kind.ts'
import { withdrawalSteps } from '#features/cashier/withdraw/withdrawal-kind.ts'
import { sampleDeposit, sampleWithdrawal } from '#support/sample-account.ts'

const shape = (steps: readonly { id: string; state: string }[]): string =>
  steps.map(({ id, state }) => `${id}:${state}`).join(' ')

describe('a deposit', () => {
  it.each([
    [{ status: 'submitted' }, 'submitted:current review:ahead ahead:ahead'],
    [{ status: 'review', reviewAt: 2 }, 'submitted:done review:current ahead:ahead'],
    [{ status: 'approved', reviewAt: 2, decidedAt: 3 }, 'submitted:done review:done approved:done'],
    [
      { status: 'rejected', reviewAt: 2, decidedAt: 3, reason: 'payment_differs' },
      'submitted:done review:done rejected:failed',
    ],
    [{ status: 'cancelled', decidedAt: 3 }, 'submitted:done cancelled:failed'],
  ])('%j stands at %s', (change, expected) => {
    expect(shape(depositSteps(sampleDeposit(change)))).toBe(expected)
  })
})

describe('a withdrawal', () => {
  const decided = { reviewAt: 2, decidedAt: 3 }
  it.each([
    [{ status: 'requested' }, 'requested:current review:ahead decided:ahead sent:ahead done:ahead'],
    [
      { status: 'review', reviewAt: 2 },
      'requested:done review:current decided:ahead sent:ahead done:ahead',
    ],
    [
      { status: 'approved', ...decided },
      'requested:done review:done approved:current sent:ahead done:ahead',
    ],
    [
      { status: 'paying', ...decided, sentAt: 4 },
      'requested:done review:done approved:done sent:current done:ahead',
    ],
    [
      { status: 'paid', ...decided, sentAt: 4, doneAt: 5 },
      'requested:done review:done approved:done sent:done done:done',
    ],
    [
      { status: 'rejected', ...decided, reason: 'limit_reached' },
      'requested:done review:done rejected:failed',
    ],
    [{ status: 'cancelled', decidedAt: 3 }, 'requested:done cancelled:failed'],
    [{ status: 'cancelled', ...decided }, 'requested:done review:done cancelled:failed'],
    [
      { status: 'bounced', ...decided, sentAt: 4, doneAt: 5, reason: 'destination_refused' },
      'requested:done review:done approved:done sent:done bounced:failed',
    ],
  ])('%j stands at %s', (change, expected) => {
    expect(shape(withdrawalSteps(sampleWithdrawal(change)))).toBe(expected)
  })

  it('carries the time of each step that was reached', () => {
    const steps = withdrawalSteps(sampleWithdrawal({ status: 'paying', ...decided, sentAt: 4 }))
    expect(steps.map(({ at }) => at)).toEqual([1_690_000_000_000, 2, 3, 4, null])
  })
})
