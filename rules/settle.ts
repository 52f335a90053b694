/** The settlement rule: what became of an order, from the tick log and the order's frozen terms alone. */
import type { Spot, VoidReason } from '#contract/order.ts'
import type { Direction } from '#contract/scalars.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { type EntryHalf, type ExitHalf, entryOf, exitOf, type Tick } from '#rules/spot.ts'

/** Raised with every change of the rule; an order keeps the version it was accepted under. */
export const RULE_VERSION = 1

export interface SettleTerms {
  direction: Direction
  /** t0, market clock, ms. */
  acceptedAt: number
  /** T = t0 + duration, ms. */
  expiresAt: number
}

export type Settlement<S extends Spot = Tick> =
  | { outcome: 'won' | 'lost' | 'draw'; entry: S; exit: S }
  | { outcome: 'void'; reason: VoidReason; entry: S | null; exit: S | null }

/** A half as far as combining needs it: an order that is live knows its entry, but not the whole record. */
type Half<H extends EntryHalf | ExitHalf, S extends Spot> = { tick: S | null; reason: H['reason'] }

/** Both halves into one result. Equal prices are a draw: the stake returns. */
export function combine<S extends Spot>(
  terms: SettleTerms,
  entryHalf: Half<EntryHalf, S>,
  exitHalf: Half<ExitHalf, S>,
): Settlement<S> {
  const inside = (spot: S | null): S | null =>
    spot !== null && spot.timeMs > terms.acceptedAt && spot.timeMs <= terms.expiresAt ? spot : null
  const entry = inside(entryHalf.tick)
  const exit = inside(exitHalf.tick)
  const voided = (reason: VoidReason): Settlement<S> => ({ outcome: 'void', reason, entry, exit })

  if (entryHalf.reason !== null) return voided(entryHalf.reason)
  if (entry === null) return voided('late_entry')
  if (exitHalf.reason !== null) return voided(exitHalf.reason)
  if (exit === null || entry.seq === exit.seq) return voided('too_few_ticks')
  if (entry.price === exit.price) return { outcome: 'draw', entry, exit }
  const rose = exit.price > entry.price
  return { outcome: rose === (terms.direction === 'up') ? 'won' : 'lost', entry, exit }
}

/**
 * The whole rule on one contiguous slice, from the last good tick before `acceptedAt` (or the log's start)
 * to the first record after `expiresAt`; more on either side changes nothing. Null: not decided yet.
 */
export function settle(records: readonly TickRecord[], terms: SettleTerms): Settlement | null {
  const exit = exitOf(records, terms.expiresAt)
  const entry = entryOf(records, terms.acceptedAt)
  return exit === null || entry === null ? null : combine(terms, entry, exit)
}
