import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fieldIssues } from '#contract/field-issues.ts'
import { DatabaseGone } from '#server/platform/db/database.ts'
import { rejectedFrom } from '#server/platform/db/sql-errors.ts'
import { Rejected } from '#server/platform/errors.ts'
import { handshakeAddress, limitAddress, proxyTrust } from '#server/platform/http/client-address.ts'
import { rejectionOf } from '#server/platform/http/error-replies.ts'
import { isAmbiguousJson } from '#server/platform/http/http.ts'
import { hostAllowed, originAllowed } from '#server/platform/http/origin.ts'

const sqlError = (code: string, message: string, detail?: string): Error =>
  Object.assign(new Error(message), { code, detail })

describe('the name a server is called by', () => {
  it.each([
    ['127.0.0.1:8460', true],
    ['[::1]:8460', true],
    ['192.168.1.20', true],
    ['localhost:8460', true],
    ['desk.localhost', true],
    ['app.example', true],
    ['app.example:443', true],
    ['APP.example', true],
    [undefined, true],
    ['evil.example', false],
    ['app.example.evil.example', false],
    ['127.0.0.1.evil.example', false],
    ['localhost.evil.example', false],
    ['app.example@evil.example', false],
    ['', false],
    ['a b', false],
  ])('%s is allowed: %s', (host, expected) => {
    expect(hostAllowed(host, ['app.example'])).toBe(expected)
  })
})

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
    expect(originAllowed({ origin, host }, allowed)).toBe(expected)
  })

  it.each([
    ['same-origin', true],
    ['same-site', false],
    ['cross-site', false],
    ['none', false],
  ])('that is missing, from a page that is %s, is allowed: %s', (site, expected) => {
    const headers = { host: '127.0.0.1:8460', 'sec-fetch-site': site }
    expect(originAllowed(headers, allowed)).toBe(expected)
  })
})

describe('the address that limits count', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9%eth0', '2001:db8:1:2::/64'],
    ['2001:db8::5', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unreadable'],
    ['203.0.113.7, 10.0.0.1', 'unreadable'],
  ])('of %s is %s', (address, expected) => {
    expect(limitAddress(address)).toBe(expected)
  })

  it('is trusted to be a proxy however it is written', () => {
    const trust = proxyTrust(['10.0.0.0/8', '192.168.1.9', '2001:db8::/32'])
    const trusted = ['10.1.2.3', '::ffff:10.1.2.3', '192.168.1.9:4711', '[2001:DB8:0:1::2]:80']
    expect(trusted.filter(trust)).toEqual(trusted)
    expect(['11.0.0.1', '192.168.1.8', '2001:db9::1', 'proxy', ''].filter(trust)).toEqual([])
  })
})

describe('the names of a JSON text', () => {
  it.each([
    ['{"a":1,"a":2}', true],
    ['{"a":{"b":1,"b":2}}', true],
    ['[{"a":1},{"a":[{"c":1,"c":1}]}]', true],
    ['{"a":1,"\\u0061":2}', true],
    ['{"a":1,"b":{"a":2}}', false],
    ['[{"a":1},{"a":2}]', false],
    ['{"a":"a","b":"a:{\\"a\\":1}"}', false],
    ['{"":0,"a":[]}', false],
  ])('of %s repeat: %s', (json, expected) => {
    expect(isAmbiguousJson(json)).toBe(expected)
  })
})

describe('the strings of a JSON text', () => {
  it.each([
    ['{"a":"\\ud800"}', true],
    ['{"\\udc00":1}', true],
    ['["\\ud83d\\ude00"]', false],
    ['["\\\\ud800"]', false],
    ['{"a":"plain"}', false],
  ])('of %s are broken: %s', (json, expected) => {
    expect(isAmbiguousJson(json)).toBe(expected)
  })
})

describe('the address of a handshake', () => {
  const ask = (from: string, forwarded?: string) =>
    handshakeAddress(['10.0.0.0/8', '192.0.2.1'])({
      socket: Object.defineProperty(new Socket(), 'remoteAddress', { value: from }),
      headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
    })
  it.each([
    ['203.0.113.7', undefined, '203.0.113.7'],
    ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.1.2.3', '198.51.100.1', '198.51.100.1'],
    ['10.1.2.3', '203.0.113.99, 198.51.100.1, 192.0.2.1', '198.51.100.1'],
    ['10.1.2.3', '2001:db8::5', '2001:db8:0:0::/64'],
    ['10.1.2.3:443', '198.51.100.1:5000', '198.51.100.1'],
    ['10.1.2.3', 'nonsense', 'unreadable'],
    ['10.1.2.3', '', '10.1.2.3'],
  ])('from %s, forwarded for %s, is %s', (from, forwarded, expected) => {
    expect(ask(from, forwarded)).toBe(expected)
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
    [new DatabaseGone('terminating connection'), 'unavailable'],
    [Object.assign(new Error('aborted'), { code: 'ECONNRESET' }), 'unavailable'],
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
