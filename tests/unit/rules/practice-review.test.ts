import { describe, expect, it } from 'vitest'
import {
  type DepositStatus,
  depositStatus,
  type WithdrawalStatus,
  withdrawalStatus,
} from '#contract/cashier.ts'
import { timeMs } from '#contract/scalars.ts'
import { DOCUMENTS } from '#rules/documents.ts'
import { practiceDepositStep, practiceWithdrawalStep } from '#rules/practice-review.ts'

const createdAt = timeMs.parse(1_000)

/** The whole way of a document of this amount: status, and when it came there. */
function way<S extends string>(
  from: S,
  next: (status: S) => { to: S; at: number; reason: string | null } | null,
): string[] {
  const seen: string[] = []
  for (let step = next(from); step !== null; step = next(step.to)) {
    seen.push(`${step.to} ${step.at - createdAt}${step.reason === null ? '' : ` ${step.reason}`}`)
  }
  return seen
}
const depositWay = (amount: bigint, from: DepositStatus = 'submitted'): string[] =>
  way(from, (status) => {
    const next = practiceDepositStep({ amount, status, createdAt })
    return next && { ...next, to: DOCUMENTS.deposit[next.step].to }
  })
const withdrawalWay = (amount: bigint, from: WithdrawalStatus = 'requested'): string[] =>
  way(from, (status) => {
    const next = practiceWithdrawalStep({ amount, status, createdAt })
    return next && { ...next, to: DOCUMENTS.withdrawal[next.step].to }
  })

describe('the practice reviewer’s rules', () => {
  it('approve a deposit after 8 s, and reject one that ends in .13', () => {
    expect(depositWay(10_000n)).toEqual(['review 3000', 'approved 8000'])
    expect(depositWay(10_013n)).toEqual(['review 3000', 'rejected 8000 practice_example'])
    expect(depositWay(10_031n)).toEqual(['review 3000', 'approved 8000'])
  })

  it('pay a withdrawal after 14 s; .13 is rejected, .31 comes back', () => {
    const sent = ['review 3000', 'approved 8000', 'paying 10000']
    expect(withdrawalWay(10_000n)).toEqual([...sent, 'paid 14000'])
    expect(withdrawalWay(10_031n)).toEqual([...sent, 'bounced 14000 practice_example'])
    expect(withdrawalWay(10_013n)).toEqual(['review 3000', 'rejected 8000 practice_example'])
  })

  it('leave alone what is decided', () => {
    const final = ['approved', 'rejected', 'cancelled', 'paid', 'bounced']
    for (const status of depositStatus.options.filter((option) => final.includes(option))) {
      expect(depositWay(100n, status)).toEqual([])
    }
    for (const status of withdrawalStatus.options.filter((option) => final.includes(option))) {
      if (status !== 'approved') expect(withdrawalWay(100n, status)).toEqual([])
    }
  })
})
