import { expect, it } from 'vitest'
import {
  clearCookie,
  cookieNames,
  newSecret,
  readCookie,
  setCookie,
} from '#server/platform/http/cookies.ts'

const plain = cookieNames(false)
const secure = cookieNames(true)

it('sets a cookie that scripts cannot read and other sites cannot send', () => {
  const text = setCookie(plain, 'session', 'x')
  for (const part of ['fairtick=x', 'Path=/', 'HttpOnly', 'SameSite=Strict']) {
    expect(text.split('; ')).toContain(part)
  }
  expect(text).not.toContain('Secure')
})

it('binds the cookie to this very host behind HTTPS', () => {
  expect(setCookie(secure, 'session', 'x')).toMatch(/^__Host-fairtick=x; Path=\/; .*; Secure$/)
  expect(clearCookie(secure)).toMatch(/^__Host-fairtick=; .*Max-Age=0; Secure$/)
})

it('reads its own secret back from among others', () => {
  const secret = newSecret()
  expect(readCookie(`a=b; fairtick=${secret}; fairtick-device=c`, 'fairtick')).toBe(secret)
})

it.each([undefined, '', 'fairtick', 'fairtick=short', 'xfairtick=y', `fairtick=${'a'.repeat(44)}`])(
  'takes %j for no cookie',
  (header) => {
    expect(readCookie(header, 'fairtick')).toBeUndefined()
  },
)

it('trusts neither of two cookies with its name', () => {
  const two = `fairtick=${newSecret()}; fairtick=${newSecret()}`
  expect(readCookie(two, 'fairtick')).toBeUndefined()
})
