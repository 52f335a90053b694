import { expect, it } from 'vitest'
import { files } from './repository.ts'

const DECIDING =
  /^(rules\/(settle|spot)|server\/trading\/(settlement[\w-]*|schedule|records-around))\.ts$/
const sources = files(/\.ts$/, ['rules', 'server/trading']).filter(({ path }) =>
  DECIDING.test(path),
)
const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')

it('what decides a result names no user, account, role or session', () => {
  expect(sources.length).toBeGreaterThanOrEqual(8)
  const named = sources.filter(({ text }) =>
    /user|account(?!s? for)|role|session|identity|cashier/i.test(withoutComments(text)),
  )
  expect(named.map(({ path }) => path)).toEqual([])
})

it('what decides a result imports only the log, the rule, the order and the platform', () => {
  const allowed = [
    /^#(contract|rules)\//,
    /^#server\/(platform\/(?!operator-log|desk-changes|user-transaction)|market\/market\.ts$)/,
    /^#server\/trading\/(settlement|schedule|records-around|order-row|trading-store)/,
  ]
  const imports = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/from '([^']+)'/g)].map((match) => `${path} ← ${match[1]}`),
  )
  expect(
    imports.filter((line) => !allowed.some((door) => door.test(line.split(' ← ')[1] ?? ''))),
  ).toEqual([])
})

it('what makes prices reaches no order, user or money', () => {
  const feeds = files(/\.ts$/, ['server/market'])
  expect(feeds.length).toBeGreaterThan(20)
  const allowed = [
    /^#(contract|rules)\//,
    /^#server\/(market\/|platform\/(?!operator-log|desk-changes|user-transaction))/,
    // `ws` connects to venues.
    /^(node:|zod(\/mini)?$|fastify$|ws$)/,
  ]
  const imports = feeds.flatMap(({ path, text }) =>
    [...text.matchAll(/from '([^']+)'/g)].map((match) => `${path} ← ${match[1]}`),
  )
  expect(
    imports.filter((line) => !allowed.some((door) => door.test(line.split(' ← ')[1] ?? ''))),
  ).toEqual([])
})
