import { expect, it } from 'vitest'
import { withdrawalResult, withdrawalStatus } from '#contract/cashier.ts'
import { withdrawalResultOf } from '#rules/withdrawal-result.ts'

it('is a success once paid, failed once nothing will come, else under review', () => {
  const of = (result: string): string[] =>
    withdrawalStatus.options.filter((status) => withdrawalResultOf(status) === result)
  expect(of('success')).toEqual(['paid'])
  expect(of('failed')).toEqual(['rejected', 'cancelled', 'bounced'])
  expect(of('under_review')).toEqual(['requested', 'review', 'approved', 'paying'])
  expect(withdrawalResult.options.flatMap(of)).toHaveLength(withdrawalStatus.options.length)
})
