/** The trading password that confirms a withdrawal or a payout account: the model of a form with one field. */
import type { ApiError } from '#api/api-error.ts'
import type { Issues } from '#lib/form.ts'

export interface ConfirmFields extends Record<string, string> {
  tradingPassword: string
}

export const checkConfirm = ({ tradingPassword }: ConfirmFields): Issues<ConfirmFields> =>
  tradingPassword === '' ? { tradingPassword: 'empty' } : {}

export const confirmFieldOf = (error: ApiError): keyof ConfirmFields | null =>
  error.kind === 'rejected' && error.code === 'trading_password_wrong' ? 'tradingPassword' : null
