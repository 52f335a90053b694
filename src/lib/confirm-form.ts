/** The trading password that confirms a withdrawal or a payout account: a form with one field. */
import type { z } from 'zod'
import { openWithdrawal } from '#contract/endpoints/cashier.ts'

export const confirmForm = openWithdrawal.body.pick({ tradingPassword: true })
export type ConfirmFields = z.input<typeof confirmForm>
export const CONFIRM_PLACES = { trading_password_wrong: 'tradingPassword' } as const
