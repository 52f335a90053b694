import { describe, expect, it } from 'vitest'
import { LEAD_MAX_MS } from '#contract/signed-order.ts'
import { isSure, leadMs, signingBlock, type SigningView } from '#features/ticket/signing.ts'
import type { SigningKey } from '#device/signing-keys.ts'

const line = (roundTripMs: number, uncertaintyMs = roundTripMs / 2) => ({
  roundTripMs,
  usualTripMs: roundTripMs,
  uncertaintyMs,
  agrees: true,
})

describe('the lead of an order', () => {
  it.each([
    [0, 500],
    [20, 600],
    [60, 700],
    [300, 1_400],
    [800, 2_900],
    [2_000, LEAD_MAX_MS],
  ])('on a line with a round trip of %i ms is %i ms', (roundTripMs, lead) => {
    expect(leadMs(line(roundTripMs))).toBe(lead)
  })
  it.each([800, 2_000])('leaves the server time on a line of %i ms, however uneven', (trip) => {
    const lead = leadMs(line(trip))
    // All of the round trip on the way there puts the clock ahead by half of it, and the other way round.
    for (const there of [0, trip / 2, trip]) {
      const clockAheadMs = there - trip / 2
      const startsAt = clockAheadMs + lead
      expect(startsAt - there).toBeGreaterThanOrEqual(1_000)
    }
  })
  it('grows with what the probes disagree by', () => {
    expect(leadMs(line(100, 250))).toBe(1_200)
  })
  it('grows after orders that came too late, up to the maximum', () => {
    expect(leadMs(line(20), { moreMs: 500 })).toBe(1_100)
    expect(leadMs(line(800), { moreMs: 1_500 })).toBe(LEAD_MAX_MS)
  })
  it('follows a device whose probes or commands are slow, however fast the best probe was', () => {
    expect(leadMs({ ...line(20), usualTripMs: 620 })).toBe(1_200)
    expect(leadMs(line(20), { commandMs: 40 })).toBe(600)
    expect(leadMs(line(20), { commandMs: 1_400 })).toBe(1_900)
    expect(leadMs(line(20), { commandMs: 9_000 })).toBe(LEAD_MAX_MS)
  })
})

describe('the clock', () => {
  it('is sure when probes agree and it may be wrong by 2 s at most', () => {
    expect(isSure(null)).toBe(false)
    expect(isSure(line(4_000))).toBe(true)
    expect(isSure(line(4_002))).toBe(false)
    expect(isSure({ ...line(10), agrees: false })).toBe(false)
  })
})

const NOW = 1_700_000_000_000
// The block does not depend on the key itself.
const key = { keyId: '0123456789abcdef', registered: true } as SigningKey
const ready: SigningView = {
  account: 'someone',
  signer: { status: 'ready', key },
  clock: line(100),
  isLong: false,
  head: { status: 'live', value: { seq: 7, timeMs: NOW as never, hash: '' }, asOf: NOW },
  nowMs: NOW,
  mustSign: false,
}

describe('what keeps a device from fixing a start', () => {
  it('is nothing when key, clock and newest record are known', () => {
    expect(signingBlock(ready)).toBeNull()
  })
  it('is a key that is being made or could not be registered yet', () => {
    expect(signingBlock({ ...ready, signer: { status: 'none' } })).toBe('preparing')
    expect(signingBlock({ ...ready, signer: { status: 'preparing' } })).toBe('preparing')
    expect(signingBlock({ ...ready, signer: { status: 'failed' } })).toBe('unregistered')
  })
  it('is nothing for a device that cannot sign, and for a visitor', () => {
    const unsigned = { status: 'unsigned', error: null } as const
    expect(signingBlock({ ...ready, signer: unsigned, clock: null })).toBeNull()
    // Live prices take signed orders only.
    expect(signingBlock({ ...ready, signer: unsigned, mustSign: true })).toBe('mustSign')
    expect(signingBlock({ ...ready, account: null, signer: { status: 'none' } })).toBeNull()
  })
  it('is a clock that is not certain, with the reason after some seconds', () => {
    expect(signingBlock({ ...ready, clock: null })).toBe('clock')
    expect(signingBlock({ ...ready, clock: { ...line(100), agrees: false } })).toBe('clock')
    expect(signingBlock({ ...ready, clock: line(5_000), isLong: true })).toBe('clockUncertain')
  })
  it('is a clock that is behind the newest record, which cannot be from the future', () => {
    expect(signingBlock({ ...ready, nowMs: NOW - 200 })).toBeNull()
    expect(signingBlock({ ...ready, nowMs: NOW - 201 })).toBe('clock')
  })
  it('is a newest record that is missing, or older than the server accepts', () => {
    expect(signingBlock({ ...ready, head: { status: 'connecting' } })).toBe('connecting')
    expect(signingBlock({ ...ready, nowMs: NOW + 2_050 })).toBeNull()
    expect(signingBlock({ ...ready, nowMs: NOW + 2_051 })).toBe('stale')
  })
})
