/** The settlement rule: what became of an order, from the tick log and the order's frozen terms alone. */
import type { VoidReason } from '#contract/order.ts'
import type { Direction } from '#contract/scalars.ts'
import type { TickRecord } from '#contract/tick-log.ts'

/** Raised with every change of the rule; an order keeps the version it was accepted under. */
export const RULE_VERSION = 1
/** The entry tick may come this long after acceptance, and the exit tick be this old at expiry. */
export const MAX_SPOT_AGE_MS = 3_000

export interface SettleTerms {
  direction: Direction
  /** t0, market clock, ms. */
  acceptedAt: number
  /** T = t0 + duration, ms. */
  expiresAt: number
}
export type Tick = Extract<TickRecord, { kind: 'tick' }>

export type Settlement =
  | { outcome: 'won' | 'lost' | 'draw'; entry: Tick; exit: Tick }
  | { outcome: 'void'; reason: VoidReason; entry: Tick | null; exit: Tick | null }
