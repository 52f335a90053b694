import { expect, it } from 'vitest'
import { depositStatus, withdrawalStatus } from '#contract/cashier.ts'
import { payoutChangeStatus } from '#contract/desk.ts'
import { act } from '#contract/records.ts'
import {
  canCancel,
  documentStep,
  DOCUMENTS,
  type DocumentStep,
  waitingStatuses,
} from '#rules/documents.ts'

it('waits for an operator wherever an operator’s step leads on', () => {
  expect(waitingStatuses('deposit')).toEqual(['submitted', 'review'])
  expect(waitingStatuses('withdrawal')).toEqual(['requested', 'review', 'approved', 'paying'])
  expect(waitingStatuses('verification')).toEqual(['verifying'])
  expect(waitingStatuses('fund_rate')).toEqual(['proposed'])
})

it('lets its user take a document back until it is decided, and a deposit until its review', () => {
  const withdrawals = withdrawalStatus.options.filter((status) => canCancel('withdrawal', status))
  expect(withdrawals).toEqual(['requested', 'review'])
  expect(depositStatus.options.filter((status) => canCancel('deposit', status))).toEqual([
    'submitted',
  ])
  const changes = payoutChangeStatus.options.filter((status) => canCancel('payout_change', status))
  expect(changes).toEqual([])
})

it('names each step as the operator log does, and knows no other', () => {
  const acts = Object.entries(DOCUMENTS).flatMap(([kind, steps]) =>
    Object.entries<DocumentStep>(steps)
      .filter(([, { byUser }]) => byUser !== true)
      .map(([step]) => `${kind}_${step}`),
  )
  expect(act.shape.act.options).toEqual(expect.arrayContaining(acts))
  expect(() => documentStep('deposit', 'pay')).toThrow('no document of kind deposit')
})
