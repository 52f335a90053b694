/** Registration, step two: both passwords, each typed twice, and the terms. */
import { z } from 'zod/mini'
import { register } from '#contract/endpoints/registration.ts'
import { fieldIssue } from '#contract/field-issues.ts'

const required = z.string().check(z.minLength(1))

/** `terms` is `yes` or empty. `mismatch` of the trading password means that it equals the login password. */
export const registerForm = z
  .extend(z.pick(register.body, { password: true, tradingPassword: true }), {
    passwordAgain: required,
    tradingPasswordAgain: required,
    terms: required,
  })
  .check(({ value, issues }) => {
    const { password, tradingPassword } = value
    if (tradingPassword === password) issues.push(fieldIssue('tradingPassword', 'mismatch'))
    if (value.passwordAgain !== password) issues.push(fieldIssue('passwordAgain', 'mismatch'))
    if (value.tradingPasswordAgain !== tradingPassword)
      issues.push(fieldIssue('tradingPasswordAgain', 'mismatch'))
  })

export type RegisterFields = z.input<typeof registerForm>
export const EMPTY_REGISTER: RegisterFields = {
  password: '',
  passwordAgain: '',
  tradingPassword: '',
  tradingPasswordAgain: '',
  terms: '',
}

export const REGISTER_PLACES = {
  passwords_equal: 'tradingPassword',
  password_too_common: 'password',
} as const
