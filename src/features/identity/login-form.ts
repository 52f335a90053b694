/** Logging in: what must be there before it is sent, and where a refusal belongs. */
import type { ApiError } from '#api/api-error.ts'
import type { Issues } from '#lib/form.ts'

export interface LoginFields extends Record<string, string> {
  account: string
  password: string
}

export function checkLogin({ account, password }: LoginFields): Issues<LoginFields> {
  return {
    ...(account.trim() === '' && { account: 'empty' }),
    ...(password === '' && { password: 'empty' }),
  }
}

/** "Account or password is wrong" is about neither field: the server does not say which. */
export const loginFieldOf = (_error: ApiError): keyof LoginFields | null => null
