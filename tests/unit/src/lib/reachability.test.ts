import { expect, it } from 'vitest'
import { reachabilityOf } from '#lib/reachability.ts'

it('trusts what arrives more than what the browser thinks of its network', () => {
  expect(reachabilityOf('live', false, 0)).toBe('reached')
})

it('says offline at once when there is no network', () => {
  expect(reachabilityOf('reconnecting', false, 0)).toBe('offline')
  expect(reachabilityOf('stale', false, 0)).toBe('offline')
  expect(reachabilityOf('connecting', false, 0)).toBe('offline')
})

it('waits three seconds before it calls a server unreachable', () => {
  expect(reachabilityOf('reconnecting', true, 2_999)).toBe('reached')
  expect(reachabilityOf('reconnecting', true, 3_000)).toBe('unreachable')
  expect(reachabilityOf('connecting', true, 3_000)).toBe('unreachable')
})

it('calls neither a session that has ended nor prices that stand still a lost link', () => {
  expect(reachabilityOf('ended', false, 60_000)).toBe('reached')
  expect(reachabilityOf('stale', true, 60_000)).toBe('reached')
})
