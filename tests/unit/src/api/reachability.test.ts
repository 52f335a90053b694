import { expect, it } from 'vitest'
import { reachabilityOf } from '#api/reachability.ts'

const tries = (attempt: number) =>
  ({ status: 'reconnecting', attempt, nextAttemptAt: null, asOf: null }) as const
const connecting = { status: 'connecting' } as const
const stale = { status: 'stale', asOf: 1 } as const

it('trusts what arrives more than what the browser thinks of its network', () => {
  expect(reachabilityOf({ status: 'live' }, false, 0)).toBe('reached')
})

it('says offline at once when there is no network', () => {
  expect(reachabilityOf(tries(1), false, 0)).toBe('offline')
  expect(reachabilityOf(stale, false, 0)).toBe('offline')
  expect(reachabilityOf(connecting, false, 0)).toBe('offline')
})

it('waits three seconds before it calls a server unreachable', () => {
  expect(reachabilityOf(tries(2), true, 2_999)).toBe('reached')
  expect(reachabilityOf(tries(2), true, 3_000)).toBe('unreachable')
})

it('does not call a server unreachable while only a socket was tried', () => {
  expect(reachabilityOf(connecting, true, 60_000)).toBe('reached')
  expect(reachabilityOf(tries(1), true, 60_000)).toBe('reached')
})

it('calls neither a session that has ended nor prices that stand still a lost link', () => {
  expect(reachabilityOf({ status: 'ended' }, false, 60_000)).toBe('reached')
  expect(reachabilityOf(stale, true, 60_000)).toBe('reached')
})
