import { expect, it } from 'vitest'
import { marketSession } from '#contract/product.ts'
import { blockedBy, endsBeforeClose, isResting } from '#features/ticket/tradable.ts'

const open = marketSession.parse({ state: 'open', opensAt: null, closesAt: 100_000 })
const quote = { status: 'live' as const, value: { tickAt: 10_000 }, asOf: 12_000 }
const stale = { ...quote, status: 'stale' as const }
const linked = { connection: 'live' as const, reachability: 'reached' as const }
const view = {
  session: open,
  source: 'simulated' as const,
  replay: null,
  quote,
  ...linked,
  serverNow: 12_000,
}

it('blocks nothing on an open market with a fresh price', () => {
  expect(blockedBy(view)).toBeNull()
})

it('blocks with the opening time when the market is closed, whatever the price does', () => {
  const closed = marketSession.parse({ state: 'closed', opensAt: 50_000, closesAt: null })
  expect(blockedBy({ ...view, session: closed, quote: stale })).toEqual({
    reason: 'closed',
    opensAt: 50_000,
  })
})

it('says first that there is no network, whatever else is so', () => {
  expect(blockedBy({ ...view, reachability: 'offline' })).toEqual({ reason: 'offline' })
  expect(blockedBy({ ...view, reachability: 'unreachable', quote: stale })).toEqual({
    reason: 'unreachable',
  })
})

it('says that bars at a higher speed can only be watched, not that the market is closed', () => {
  const closed = marketSession.parse({ state: 'closed', opensAt: null, closesAt: null })
  const watched = { ...view, session: closed, replay: { watchOnly: true } }
  expect(blockedBy(watched)).toEqual({ reason: 'watchOnly' })
  expect(blockedBy({ ...view, replay: { watchOnly: false } })).toBeNull()
})

it('says that a recording has ended, which is no maintenance', () => {
  const closed = marketSession.parse({ state: 'closed', opensAt: null, closesAt: null })
  const ended = blockedBy({ ...view, session: closed, replay: { watchOnly: false } })
  expect(ended).toEqual({ reason: 'ended' })
  expect(blockedBy({ ...view, session: closed })).toEqual({ reason: 'closed', opensAt: null })
})

it('offers no order while the market itself takes none, and waits for what passes', () => {
  for (const reason of ['ended', 'halted', 'venues', 'watchOnly'] as const)
    expect(isResting({ reason })).toBe(true)
  expect(isResting({ reason: 'closed', opensAt: 1 })).toBe(true)
  for (const reason of ['offline', 'stale', 'connecting', 'catchingUp'] as const)
    expect(isResting({ reason })).toBe(false)
  expect(isResting(null)).toBe(false)
})

it('says of a live market or a dealer’s that it waits, and of others that they catch up', () => {
  const waiting = marketSession.parse({ state: 'catching_up', opensAt: null, closesAt: null })
  expect(blockedBy({ ...view, session: waiting })).toEqual({ reason: 'catchingUp' })
  expect(blockedBy({ ...view, session: waiting, source: 'live' })).toEqual({ reason: 'venues' })
  expect(blockedBy({ ...view, session: waiting, source: 'dealer' })).toEqual({ reason: 'venues' })
})

it('tells halted, connecting and stale apart', () => {
  const halted = marketSession.parse({ state: 'halted', opensAt: null, closesAt: null })
  expect(blockedBy({ ...view, session: halted })).toEqual({ reason: 'halted' })
  expect(blockedBy({ ...view, quote: { status: 'connecting' } })).toEqual({
    reason: 'connecting',
  })
  expect(blockedBy({ ...view, connection: 'reconnecting' })).toEqual({ reason: 'stale' })
})

it('rests when the tick is older than five seconds, not when it is merely greyed', () => {
  expect(blockedBy({ ...view, quote: stale, serverNow: 15_000 })).toBeNull()
  expect(blockedBy({ ...view, quote: stale, serverNow: 15_001 })).toEqual({ reason: 'stale' })
})

it('offers a duration only when it ends before the close', () => {
  expect(endsBeforeClose({ durationMs: 60_000 }, open, 40_000)).toBe(true)
  expect(endsBeforeClose({ durationMs: 60_000 }, open, 40_001)).toBe(false)
  expect(endsBeforeClose({ durationMs: 60_000 }, { ...open, closesAt: null }, 40_001)).toBe(true)
})
