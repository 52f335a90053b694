import { expect, it } from 'vitest'
import { openingCode } from '#contract/account.ts'
import { loginBuckets } from '#server/identity/login-buckets.ts'
import { newOpeningCode } from '#server/identity/opening-code.ts'
import { normalPhone } from '#server/identity/registration.ts'

const stranger = { account: 'Alice01', address: '203.0.113.7', knownDevice: null }
const names = (attempt: Parameters<typeof loginBuckets>[0]): string[] =>
  loginBuckets(attempt).map((bucket) => bucket.name)

it('never counts a stranger on a device of the owner: no bucket is shared', () => {
  const theirs = new Set(names(stranger))
  expect(names({ ...stranger, knownDevice: 'd1' }).filter((name) => theirs.has(name))).toEqual([])
})

it('counts an account alike however its letters are written', () => {
  expect(names({ ...stranger, account: 'ALICE01' })).toEqual(names(stranger))
})

it('counts strangers of all addresses together in one bucket of the account, and of no other', () => {
  const elsewhere = names({ ...stranger, address: '198.51.100.1' })
  const shared = names(stranger).filter((name) => elsewhere.includes(name))
  expect(shared).toHaveLength(1)
  const other = names({ ...stranger, account: 'Bob_01', address: '198.51.100.1' })
  expect(other.filter((name) => shared.includes(name))).toEqual([])
})

it('makes opening codes of the agreed form, all different', () => {
  const codes = Array.from({ length: 500 }, newOpeningCode)
  expect(codes.filter((code) => !openingCode.safeParse(code).success)).toEqual([])
  expect(new Set(codes).size).toBe(500)
})

it('knows which phone numbers can exist', () => {
  expect(normalPhone('+8613812345678')).toBe('+8613812345678')
  expect(normalPhone('+44 7400 000001')).toBe('+447400000001')
  expect(normalPhone('+8612345678901')).toBeNull()
  expect(normalPhone('+10000000000')).toBeNull()
})
