import { expect, it } from 'vitest'
import { reachOf } from '#lib/reach.ts'

it('trusts what arrives more than what the browser thinks of its network', () => {
  expect(reachOf('live', false, 0)).toBe('reached')
})

it('says offline at once when there is no network', () => {
  expect(reachOf('reconnecting', false, 0)).toBe('offline')
  expect(reachOf('stale', false, 0)).toBe('offline')
  expect(reachOf('connecting', false, 0)).toBe('offline')
})

it('waits three seconds before it calls a server unreachable', () => {
  expect(reachOf('reconnecting', true, 2_999)).toBe('reached')
  expect(reachOf('reconnecting', true, 3_000)).toBe('unreachable')
  expect(reachOf('connecting', true, 3_000)).toBe('unreachable')
})

it('calls neither a session that has ended nor prices that stand still a lost link', () => {
  expect(reachOf('ended', false, 60_000)).toBe('reached')
  expect(reachOf('stale', true, 60_000)).toBe('reached')
})
