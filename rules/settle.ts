/** The settlement rule: the result of an order, which depends only on the tick log and the order's frozen terms. */
import type { Order, Spot, RuleVoidReason } from '#contract/order.ts'
import type { Direction } from '#contract/scalars.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { startOf } from '#rules/signed-order.ts'
import { type EntryHalf, type ExitHalf, entryOf, exitOf, type Tick } from '#rules/spot.ts'

/** The version of the rule, incremented with every change. An order keeps the version under which it was accepted. */
export const RULE_VERSION = 1

/** The terms of an order that the rule depends on. */
export interface SettleTerms {
  direction: Direction
  /** t0 on the market clock, ms. */
  startsAt: number
  /** T = t0 + duration, ms. */
  expiresAt: number
}

/** The terms of an order that the rule depends on. */
export const settleTermsOf = (order: Order): SettleTerms => ({
  direction: order.direction,
  startsAt: startOf(order),
  expiresAt: order.expiresAt,
})

/** The result of an order with its decisive ticks. A void has a reason, and the ticks that were found. */
export type Settlement<S extends Spot = Tick> =
  | { outcome: 'won' | 'lost' | 'draw'; entry: S; exit: S }
  | { outcome: 'void'; reason: RuleVoidReason; entry: S | null; exit: S | null }

/** The part of a half that combining needs. For a live order the entry tick is known, but not the whole record. */
type Half<H extends EntryHalf | ExitHalf, S extends Spot> = { tick: S | null; reason: H['reason'] }

/** Combines both halves into one result. Equal prices are a draw, which returns the stake. */
export function combine<S extends Spot>(
  terms: SettleTerms,
  entryHalf: Half<EntryHalf, S>,
  exitHalf: Half<ExitHalf, S>,
): Settlement<S> {
  const inside = (spot: S | null): S | null =>
    spot !== null && spot.timeMs > terms.startsAt && spot.timeMs <= terms.expiresAt ? spot : null
  const entry = inside(entryHalf.tick)
  const exit = inside(exitHalf.tick)
  const voided = (reason: RuleVoidReason): Settlement<S> => ({
    outcome: 'void',
    reason,
    entry,
    exit,
  })

  if (entryHalf.reason !== null) return voided(entryHalf.reason)
  if (entry === null) return voided('late_entry')
  if (exitHalf.reason !== null) return voided(exitHalf.reason)
  if (exit === null || entry.seq === exit.seq) return voided('too_few_ticks')
  if (entry.price === exit.price) return { outcome: 'draw', entry, exit }
  const rose = exit.price > entry.price
  return { outcome: rose === (terms.direction === 'up') ? 'won' : 'lost', entry, exit }
}

/**
 * Applies the whole rule to one contiguous slice, from the last good tick before `startsAt` (or the start of the log)
 * to the first record after `expiresAt`. More records on either side do not change the result. Null if the order is not
 * decided yet.
 */
export function settle(records: readonly TickRecord[], terms: SettleTerms): Settlement | null {
  const exit = exitOf(records, terms.expiresAt)
  const entry = entryOf(records, terms.startsAt)
  return exit === null || entry === null ? null : combine(terms, entry, exit)
}
