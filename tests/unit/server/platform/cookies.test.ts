import { expect, it } from 'vitest'
import { newSecret, userCookies } from '#server/platform/http/cookies.ts'

const { session: plain } = userCookies(false)
const { session: secure } = userCookies(true)

it('sets a cookie that scripts cannot read and other sites cannot send', () => {
  const text = plain.set('x')
  for (const part of ['fairtick=x', 'Path=/', 'HttpOnly', 'SameSite=Strict']) {
    expect(text.split('; ')).toContain(part)
  }
  expect(text).not.toContain('Secure')
})

it('binds the cookie to this very host behind HTTPS', () => {
  expect(secure.set('x')).toMatch(/^__Host-fairtick=x; Path=\/; .*; Secure$/)
  expect(secure.clear()).toMatch(/^__Host-fairtick=; .*Max-Age=0; Secure$/)
})

it('reads its own secret back from among others', () => {
  const secret = newSecret()
  expect(plain.read(`a=b; fairtick=${secret}; fairtick-device=c`)).toBe(secret)
})

it.each([undefined, '', 'fairtick', 'fairtick=short', 'xfairtick=y', `fairtick=${'a'.repeat(44)}`])(
  'takes %j for no cookie',
  (header) => {
    expect(plain.read(header)).toBeUndefined()
  },
)

it('trusts neither of two cookies with its name', () => {
  const two = `fairtick=${newSecret()}; fairtick=${newSecret()}`
  expect(plain.read(two)).toBeUndefined()
})
