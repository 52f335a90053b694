import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { limitAddress } from '#server/platform/client-address.ts'
import { Rejected } from '#server/platform/errors.ts'
import { rejectionOf } from '#server/platform/error-replies.ts'
import { fieldIssues } from '#server/platform/field-issues.ts'
import { originAllowed } from '#server/platform/origin.ts'
import { rejectedFrom } from '#server/platform/sql-errors.ts'

const sqlError = (code: string, message: string, detail?: string): Error =>
  Object.assign(new Error(message), { code, detail })

describe('the origin of an unsafe request', () => {
  const allowed = ['https://app.example']
  it.each([
    ['http://127.0.0.1:8460', '127.0.0.1:8460', true],
    ['https://app.example', '127.0.0.1:8460', true],
    [undefined, '127.0.0.1:8460', true],
    ['https://evil.example', '127.0.0.1:8460', false],
    ['http://127.0.0.1:8461', '127.0.0.1:8460', false],
    ['null', '127.0.0.1:8460', false],
    ['http://127.0.0.1:8460.evil.example', '127.0.0.1:8460', false],
    ['http://127.0.0.1:8460', undefined, false],
  ])('%s at host %s is allowed: %s', (origin, host, expected) => {
    expect(originAllowed(origin, host, allowed)).toBe(expected)
  })
})

describe('the address that limits count', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::5', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s is %s', (address, expected) => {
    expect(limitAddress(address)).toBe(expected)
  })
})

describe('refusals by the database', () => {
  it.each([
    ['FT409', 'too_many_positions', '20', { limit: 20 }],
    ['FT409', 'available_too_low', '12.50', { available: '12.50' }],
    ['FT409', 'open_stake_limit', '5000.00', { limit: '5000.00' }],
    ['FT409', 'practice_taken', '1790000000000', { nextAt: 1_790_000_000_000 }],
    ['FT422', 'key_reused', undefined, {}],
    ['FT503', 'money_writes_halted', undefined, {}],
  ])('%s %s carries its parameter', (state, code, detail, params) => {
    expect(rejectedFrom(sqlError(state, code, detail))).toMatchObject({ code, params })
  })

  it('are not mistaken for other errors', () => {
    expect(rejectedFrom(sqlError('23505', 'too_many_positions'))).toBeUndefined()
    expect(rejectedFrom(sqlError('FT409', 'no such code'))).toBeUndefined()
    expect(rejectedFrom('FT409')).toBeUndefined()
  })
})

describe('what a caller is told about an error', () => {
  it.each([
    [new Rejected('market_closed', { opensAt: 5 }), 'market_closed'],
    [sqlError('57P01', 'terminating connection'), 'unavailable'],
    [sqlError('ECONNREFUSED', 'connect'), 'unavailable'],
    [new Error('timeout exceeded when trying to connect'), 'unavailable'],
    [Object.assign(new Error('too big'), { statusCode: 413 }), 'payload_too_large'],
    [Object.assign(new Error('bad json'), { statusCode: 400 }), 'validation_failed'],
    [new Error('secret detail'), 'internal'],
  ])('%s becomes %s', (error, code) => {
    expect(rejectionOf(error).code).toBe(code)
  })
})

describe('what is wrong with each field', () => {
  const schema = z.object({
    name: z.string().min(3).max(5),
    count: z.int().min(2).max(4),
    code: z.string().regex(/^\d+$/),
  })
  const issuesOf = (value: unknown) => {
    const result = schema.safeParse(value, { reportInput: true })
    return result.success ? [] : fieldIssues(result.error)
  }

  it('is said once a field, in the words of the catalogue', () => {
    expect(issuesOf({ name: 'ab', count: 1, code: 'x' })).toEqual([
      { path: 'name', code: 'too_short' },
      { path: 'count', code: 'too_small' },
      { path: 'code', code: 'format' },
    ])
    expect(issuesOf({ name: 'abcdef', count: 9, code: '' })).toEqual([
      { path: 'name', code: 'too_long' },
      { path: 'count', code: 'too_large' },
      { path: 'code', code: 'empty' },
    ])
    expect(issuesOf({ name: '', code: 7 })).toEqual([
      { path: 'name', code: 'empty' },
      { path: 'count', code: 'empty' },
      { path: 'code', code: 'format' },
    ])
  })
})
