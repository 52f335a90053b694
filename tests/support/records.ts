/** Builds tick-log records by hand for tests; hashes are not real unless a test chains them itself. */
import type { Price, TimeMs } from '#contract/scalars.ts'
import type { TickRecord } from '#contract/tick-log.ts'

export type Planned =
  | { kind: 'tick'; at: number; price: number }
  | { kind: 'heartbeat' | 'gap' | 'halt'; at: number }

const NO_HASH = '0'.repeat(64)

export function recordOf(planned: Planned, seq: number): TickRecord {
  const link = { seq, timeMs: planned.at as TimeMs, hash: NO_HASH }
  switch (planned.kind) {
    case 'tick':
      return { kind: 'tick', ...link, price: planned.price as Price, size: 0 }
    case 'heartbeat':
      return { kind: 'heartbeat', ...link }
    case 'gap':
      return { kind: 'gap', ...link, reason: 'feed' }
    case 'halt':
      return { kind: 'halt', ...link, reason: 'maintenance' }
  }
}

/** The whole log, numbered from 1. */
export const logOf = (planned: readonly Planned[]): TickRecord[] =>
  planned.map((item, index) => recordOf(item, index + 1))

export const tick = (at: number, price: number): Planned => ({ kind: 'tick', at, price })
export const heartbeat = (at: number): Planned => ({ kind: 'heartbeat', at })
export const gap = (at: number): Planned => ({ kind: 'gap', at })
export const halt = (at: number): Planned => ({ kind: 'halt', at })
