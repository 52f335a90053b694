import { expect, it } from 'vitest'
import { COMMON_ERRORS, type Endpoint, errorsOf } from '#contract/endpoint.ts'
import { ENDPOINTS } from '#contract/endpoints/all.ts'
import { ERROR_CODES } from '#contract/errors.ts'
import { files } from './repository.ts'

const SOCKET_ONLY = ['topic_unknown', 'too_many_subscriptions']
const rows = Object.values(ENDPOINTS).flatMap((area): Endpoint[] => Object.values(area))

it('declares every code at an endpoint, for all endpoints, or for the socket', () => {
  const declared = new Set<string>([
    ...COMMON_ERRORS,
    ...SOCKET_ONLY,
    ...rows.flatMap((row) => errorsOf(row)),
  ])
  expect(ERROR_CODES.filter((code) => !declared.has(code))).toEqual([])
})

it('throws no code on the server that the catalogue lacks', () => {
  const thrown = files(/\.ts$/, ['server']).flatMap((file) =>
    [...file.text.matchAll(/new Rejected\(\s*'(\w+)'/g)].map((match) => match[1] ?? ''),
  )
  expect(thrown.filter((code) => !ERROR_CODES.some((known) => known === code))).toEqual([])
})

it('raises no refusal in SQL that the catalogue lacks', () => {
  const raised = files(/\.sql$/, ['server']).flatMap((file) =>
    [...file.text.matchAll(/raise exception '(\w+)' using errcode = 'FT[45]/g)].map(
      (m) => m[1] ?? '',
    ),
  )
  expect(raised.length).toBeGreaterThan(0)
  expect(raised.filter((code) => !ERROR_CODES.some((known) => known === code))).toEqual([])
})

it('asks for a key on every endpoint that moves money, and for a session', () => {
  const money = rows.filter((row) => row.errors.some((code) => code === 'key_missing'))
  expect(money.length).toBeGreaterThan(0)
  for (const row of money) {
    expect([row.command !== undefined, row.access]).toEqual([
      true,
      expect.stringMatching(/^(user|guest)$/),
    ])
  }
})
