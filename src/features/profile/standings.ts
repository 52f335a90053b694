/** The state of each part of the account, as the rows of the personal centre show it. */
import type { Deposit, Withdrawal } from '#contract/cashier.ts'
import type { Profile } from '#contract/profile.ts'
import { standingOf } from '#rules/withdrawal-standing.ts'

const WAITING: readonly Deposit['status'][] = ['submitted', 'review']

export const depositsInReview = (deposits: readonly Deposit[]): number =>
  deposits.filter(({ status }) => WAITING.includes(status)).length

export const withdrawalsInReview = (withdrawals: readonly Withdrawal[]): number =>
  withdrawals.filter(({ status }) => standingOf(status) === 'under_review').length

/** The number of active second factors: the authenticator and each passkey. */
export const factorsOn = ({ totp, passkeys }: Profile['factors']): number =>
  Number(totp) + passkeys.length
