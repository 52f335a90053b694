/** The form that asks for the trading password to confirm a withdrawal or a payout account. */
import { z } from 'zod/mini'
import { openWithdrawal } from '#contract/endpoints/cashier.ts'

export const confirmForm = z.pick(openWithdrawal.body, { tradingPassword: true })
export type ConfirmFields = z.input<typeof confirmForm>
export const CONFIRM_PLACES = { trading_password_wrong: 'tradingPassword' } as const
