import { expect, it } from 'vitest'
import { marketSession } from '#contract/product.ts'
import { blockedBy, endsBeforeClose } from '#features/ticket/tradable.ts'

const open = marketSession.parse({ state: 'open', opensAt: null, closesAt: 100_000 })
const view = { session: open, quote: 'live' as const, tickAt: 10_000, serverNow: 12_000 }

it('blocks nothing on an open market with a fresh price', () => {
  expect(blockedBy(view)).toBeNull()
})

it('blocks with the opening time when the market is closed, whatever the price does', () => {
  const closed = marketSession.parse({ state: 'closed', opensAt: 50_000, closesAt: null })
  expect(blockedBy({ ...view, session: closed, quote: 'stale' })).toEqual({
    reason: 'closed',
    opensAt: 50_000,
  })
})

it('tells halted, connecting and stale apart', () => {
  const halted = marketSession.parse({ state: 'halted', opensAt: null, closesAt: null })
  expect(blockedBy({ ...view, session: halted })).toEqual({ reason: 'halted' })
  expect(blockedBy({ ...view, quote: 'connecting', tickAt: null })).toEqual({
    reason: 'connecting',
  })
  expect(blockedBy({ ...view, quote: 'stale' })).toEqual({ reason: 'stale' })
})

it('takes a price as stale when its tick is older than five seconds', () => {
  expect(blockedBy({ ...view, serverNow: 15_000 })).toBeNull()
  expect(blockedBy({ ...view, serverNow: 15_001 })).toEqual({ reason: 'stale' })
})

it('offers a duration only when it ends before the close', () => {
  expect(endsBeforeClose({ durationMs: 60_000 }, open, 40_000)).toBe(true)
  expect(endsBeforeClose({ durationMs: 60_000 }, open, 40_001)).toBe(false)
  expect(endsBeforeClose({ durationMs: 60_000 }, { ...open, closesAt: null }, 40_001)).toBe(true)
})
