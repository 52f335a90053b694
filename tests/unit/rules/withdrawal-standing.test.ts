import { expect, it } from 'vitest'
import { withdrawalStanding, withdrawalStatus } from '#contract/cashier.ts'
import { standingOf } from '#rules/withdrawal-standing.ts'

it('is a success once paid, failed once nothing will come, else under review', () => {
  const of = (standing: string): string[] =>
    withdrawalStatus.options.filter((status) => standingOf(status) === standing)
  expect(of('success')).toEqual(['paid'])
  expect(of('failed')).toEqual(['rejected', 'cancelled', 'bounced'])
  expect(of('under_review')).toEqual(['requested', 'review', 'approved', 'paying'])
  expect(withdrawalStanding.options.flatMap(of)).toHaveLength(withdrawalStatus.options.length)
})
