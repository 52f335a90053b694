/** Builds tick-log records by hand for tests; hashes are not real unless a test chains them itself. */
import type { Price, TimeMs } from '#contract/scalars.ts'
import type { GapReason, HaltReason, TickRecord } from '#contract/tick-log.ts'

export type Planned =
  | { kind: 'tick'; at: number; price: number }
  | { kind: 'rejected'; at: number; price: number; bandBps?: number }
  | { kind: 'heartbeat'; at: number }
  | { kind: 'halt'; at: number; reason?: HaltReason }
  | { kind: 'gap'; at: number; reason?: GapReason }
  | { kind: 'filled'; at: number; fromMs: number; writtenAt: number }
  | { kind: 'orders'; at: number; size: number; root: string }

/** The kinds that need no more than a time and a price. */
export type PlainKind = Exclude<Planned['kind'], 'filled' | 'orders'>

const NO_HASH = '0'.repeat(64)
/** What every tick that was rejected here has failed. */
export const BAND_BPS = 100

export function recordOf(planned: Planned, seq: number): TickRecord {
  const link = { seq, timeMs: planned.at as TimeMs, hash: NO_HASH }
  switch (planned.kind) {
    case 'tick':
      return { kind: 'tick', ...link, price: planned.price as Price, size: 0 }
    case 'rejected':
      return {
        kind: 'rejected',
        ...link,
        price: planned.price,
        bandBps: planned.bandBps ?? BAND_BPS,
      }
    case 'heartbeat':
      return { kind: 'heartbeat', ...link }
    case 'gap':
      return { kind: 'gap', ...link, reason: planned.reason ?? 'feed' }
    case 'halt':
      return { kind: 'halt', ...link, reason: planned.reason ?? 'closed' }
    case 'filled': {
      const { fromMs, writtenAt } = planned
      return { kind: 'filled', ...link, fromMs: fromMs as TimeMs, writtenAt: writtenAt as TimeMs }
    }
    case 'orders':
      return { kind: 'orders', ...link, size: planned.size, root: planned.root }
  }
}

/** The whole log, numbered from 1. */
export const logOf = (planned: readonly Planned[]): TickRecord[] =>
  planned.map((item, index) => recordOf(item, index + 1))

/** `price` is for the kinds that have one. */
export const plannedOf = (kind: PlainKind, at: number, price: number): Planned =>
  kind === 'tick' || kind === 'rejected' ? { kind, at, price } : { kind, at }

export const tick = (at: number, price: number): Planned => ({ kind: 'tick', at, price })
export const rejected = (at: number, price: number, bandBps = BAND_BPS): Planned => ({
  kind: 'rejected',
  at,
  price,
  bandBps,
})
export const heartbeat = (at: number): Planned => ({ kind: 'heartbeat', at })
export const gap = (at: number, reason: GapReason = 'feed'): Planned => ({
  kind: 'gap',
  at,
  reason,
})
/** The marker after an outage whose ticks were filled in; `at` is the time up to which they reach. */
export const filled = (at: number, fromMs: number, writtenAt = at): Planned => ({
  kind: 'filled',
  at,
  fromMs,
  writtenAt,
})
export const halt = (at: number, reason: HaltReason = 'closed'): Planned => ({
  kind: 'halt',
  at,
  reason,
})
