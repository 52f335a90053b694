import { describe, expect, it } from 'vitest'
import type { ApiError } from '#api/api-error.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { logInForm } from '#features/identity/use-log-in.ts'
import { judge, startForm, summariseForm, type Fields, type Places } from '#forms/form.ts'
import { strengthOf } from '#i18n/password-text.ts'
import {
  REGISTER_CHECK_PLACES,
  registerCheckForm,
  tidyOpeningCode,
  tidyPhone,
} from '#features/identity/register-check-form.ts'
import {
  REGISTER_PLACES,
  type RegisterFields,
  registerForm,
} from '#features/identity/register-form.ts'

const rejected = (code: ErrorCode): ApiError => ({
  kind: 'rejected',
  code,
  status: 422,
  params: {},
  issues: [],
})
const placeOf = <F extends Fields>(fields: F, places: Places<F>, error: ApiError) => {
  const form = { ...startForm(fields), submission: { status: 'refused' as const, error } }
  return Object.keys(summariseForm(form, {}, places).refusals)[0] ?? null
}
const checkRegisterCheck = (fields: typeof stepOne) => judge(registerCheckForm, fields).issues
const checkRegister = (fields: RegisterFields) => judge(registerForm, fields).issues
const checkLogin = (fields: { account: string; password: string }) =>
  judge(logInForm, fields).issues
const registerCheckFieldOf = (error: ApiError) => placeOf(stepOne, REGISTER_CHECK_PLACES, error)
const registerFieldOf = (error: ApiError) => placeOf(stepTwo, REGISTER_PLACES, error)
const stepOne = { account: 'newby_01', phone: '+8613800000000', openingCode: '0123456789' }
const stepTwo = {
  password: 'first-Secret-1',
  passwordAgain: 'first-Secret-1',
  tradingPassword: 'other-Secret-2',
  tradingPasswordAgain: 'other-Secret-2',
  terms: 'yes',
}

describe('registration, step one', () => {
  it('is sound when each field is', () => {
    expect(checkRegisterCheck(stepOne)).toEqual({})
  })

  it('wants an account of 6 to 12 word characters', () => {
    const issue = (account: string) => checkRegisterCheck({ ...stepOne, account }).account
    expect(['', 'short', 'thirteen_char', 'has space', 'good_1'].map(issue)).toEqual([
      'empty',
      'too_short',
      'too_long',
      'format',
      undefined,
    ])
  })

  it('reads phone numbers as people write them', () => {
    expect(tidyPhone('138 0000 0000')).toBe('+8613800000000')
    expect(tidyPhone('0049 (170) 123-4567')).toBe('+491701234567')
    expect(tidyPhone('+1 202.555.0123')).toBe('+12025550123')
    expect(tidyPhone('＋８６13800000000')).toBe('+8613800000000')
    expect(tidyPhone('+49 (0)170 1234567')).toBe('+491701234567')
    expect(tidyPhone('\u202a+86 138–0000–0000\u202c')).toBe('+8613800000000')
    expect(tidyPhone('٠٠٤٩ ١٧٠ ١٢٣٤٥٦٧')).toBe('+491701234567')
    expect(checkRegisterCheck({ ...stepOne, phone: '12345' }).phone).toBe('format')
    expect(checkRegisterCheck({ ...stepOne, phone: ' ' }).phone).toBe('empty')
  })

  it('reads a mobile number of mainland China of every range without the country code', () => {
    const ranges = '130 138 147 150 159 162 165 166 167 170 178 188 190 191 192 193 195 198 199'
    for (const range of ranges.split(' ')) {
      const { output } = judge(registerCheckForm, { ...stepOne, phone: `${range} 1234 5678` })
      expect(output?.phone, range).toBe(`+86${range}12345678`)
    }
  })

  it('sends only what one number of a country can be', () => {
    const wrong = ['62812345678', '+999123456', '+8612', '13800000000x', '13800000000 ext. 5']
    for (const phone of [...wrong, '+86 13800000000 / 13900000000', 'call +8613800000000'])
      expect(checkRegisterCheck({ ...stepOne, phone }).phone, phone).toBe('format')
  })

  it('forgives case, blanks and look-alikes in the opening code', () => {
    expect(tidyOpeningCode('o1il-23abcd')).toBe('011123ABCD')
    expect(checkRegisterCheck({ ...stepOne, openingCode: 'abc' }).openingCode).toBe('format')
  })

  it('puts each refusal beside the field that it is about', () => {
    expect(registerCheckFieldOf(rejected('account_taken'))).toBe('account')
    expect(registerCheckFieldOf(rejected('phone_invalid'))).toBe('phone')
    expect(registerCheckFieldOf(rejected('opening_code_unknown'))).toBe('openingCode')
    expect(registerCheckFieldOf(rejected('internal'))).toBeNull()
    expect(registerCheckFieldOf({ kind: 'network' })).toBeNull()
  })
})

describe('registration, step two', () => {
  it('is sound when passwords pair, differ, and the terms are agreed', () => {
    expect(checkRegister(stepTwo)).toEqual({})
  })

  it('says which pair does not match', () => {
    expect(checkRegister({ ...stepTwo, passwordAgain: 'x' })).toEqual({
      passwordAgain: 'mismatch',
    })
    expect(checkRegister({ ...stepTwo, tradingPasswordAgain: 'x' })).toEqual({
      tradingPasswordAgain: 'mismatch',
    })
  })

  it('refuses a trading password like the login password', () => {
    const same = { tradingPassword: stepTwo.password, tradingPasswordAgain: stepTwo.password }
    expect(checkRegister({ ...stepTwo, ...same })).toEqual({ tradingPassword: 'mismatch' })
  })

  it('wants 10 to 128 characters and agreement', () => {
    const issue = (password: string) =>
      checkRegister({ ...stepTwo, password, passwordAgain: password }).password
    expect(['', '9'.repeat(9), 'ten-chars!', 'x'.repeat(128), 'x'.repeat(129)].map(issue)).toEqual([
      'empty',
      'too_short',
      undefined,
      undefined,
      'too_long',
    ])
    expect(checkRegister({ ...stepTwo, terms: '' })).toEqual({ terms: 'empty' })
  })

  it('puts refusals of passwords beside them', () => {
    expect(registerFieldOf(rejected('password_too_common'))).toBe('password')
    expect(registerFieldOf(rejected('passwords_equal'))).toBe('tradingPassword')
    expect(registerFieldOf(rejected('account_taken'))).toBeNull()
  })
})

it('lets log-in be sent with anything in both fields', () => {
  expect(checkLogin({ account: ' ', password: '' })).toEqual({
    account: 'empty',
    password: 'empty',
  })
  expect(checkLogin({ account: 'x', password: ' ' })).toEqual({})
})

describe('strength of a password', () => {
  it('grows with length and variety', () => {
    expect(strengthOf('')).toBe(0)
    expect(strengthOf('tgb7hu3m')).toBe(1)
    expect(strengthOf('tgb7hu3mwq')).toBe(2)
    expect(strengthOf('tgb7hu3mwqpa4k')).toBe(3)
    expect(strengthOf('Tgb7-hu3mwqpa4k')).toBe(4)
  })

  it('is weak for runs, repeats, few letters and the account itself', () => {
    expect(strengthOf('12345678901234')).toBe(1)
    expect(strengthOf('aaaaaaaaaaaaaa')).toBe(1)
    expect(strengthOf('abababababab')).toBe(1)
    expect(strengthOf('my-newby_01-secret', 'Newby_01')).toBe(1)
    expect(strengthOf('Password-qwerty')).toBeLessThan(4)
  })
})
