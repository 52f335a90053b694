/** Decides the waiting orders of one product by the published rule. It sees the log and frozen terms, never a user. */
import type { Order, Spot } from '#contract/order.ts'
import { timeMs } from '#contract/scalars.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { combine, type Settlement, settleTermsOf } from '#rules/settle.ts'
import { type EntryHalf, type ExitHalf, entryOf, exitOf } from '#rules/spot.ts'

/** An order between acceptance and settlement. */
export interface Waiting {
  productId: number
  /** The order as stored, or as it will be after the write in progress. */
  order: Order
  /** Set if the entry half voids the order. The order stays open until its expiry, when every void is settled. */
  voidEntry: EntryHalf | null
}

/** A decided order. `entrySeq` is the rule's; the row of a void order may lack it. */
export interface Outcome {
  waiting: Waiting
  order: Order
  entrySeq: number | null
}

/** A spot without the other fields of its record. */
const bare = (spot: Spot | null): Spot | null =>
  spot && { seq: spot.seq, timeMs: spot.timeMs, price: spot.price }

/** Drops an entry after expiry. This can happen only to orders shorter than 3 s. */
const inTime = (half: EntryHalf | null, expiresAt: number): EntryHalf | null =>
  half?.tick && half.reason === null && half.tick.timeMs > expiresAt
    ? { tick: null, reason: 'late_entry' }
    : half

/** Sorts orders by their entry half. `undecided` orders wait for more records. */
export function decideEntries(
  records: readonly TickRecord[],
  due: readonly Waiting[],
): { entered: Waiting[]; voided: Waiting[]; undecided: Waiting[] } {
  const entered: Waiting[] = []
  const voided: Waiting[] = []
  const undecided: Waiting[] = []
  for (const waiting of due) {
    const { startsAt, expiresAt } = settleTermsOf(waiting.order)
    const half = inTime(entryOf(records, startsAt), expiresAt)
    if (half?.reason) voided.push({ ...waiting, voidEntry: half })
    else if (half?.tick) {
      const order: Order = { ...waiting.order, status: 'live', entry: bare(half.tick) }
      entered.push({ ...waiting, order })
    } else undecided.push(waiting)
  }
  return { entered, voided, undecided }
}

function gain(order: Order, outcome: Settlement['outcome']): bigint {
  if (outcome === 'won') return order.payout - order.stake
  return outcome === 'lost' ? -order.stake : 0n
}

function outcomeOf(waiting: Waiting, exit: ExitHalf, settledAt: number): Outcome {
  const entry = waiting.voidEntry ?? { tick: waiting.order.entry, reason: null }
  const settlement = combine<Spot>(settleTermsOf(waiting.order), entry, exit)
  const order: Order = {
    ...waiting.order,
    status: settlement.outcome,
    exit: bare(settlement.exit),
    settledAt: timeMs.parse(settledAt),
    voidReason: settlement.outcome === 'void' ? settlement.reason : null,
    profitAndLoss: gain(waiting.order, settlement.outcome),
  }
  return { waiting, order, entrySeq: settlement.entry?.seq ?? null }
}

/** Decides orders whose entry half is known. Orders with the same expiry share the exit half. */
export function decideExits(
  records: readonly TickRecord[],
  due: readonly Waiting[],
  settledAt: number,
): { outcomes: Outcome[]; undecided: Waiting[] } {
  const halves = new Map<number, ExitHalf | null>()
  const outcomes: Outcome[] = []
  const undecided: Waiting[] = []
  for (const waiting of due) {
    const { expiresAt } = waiting.order
    const known = halves.get(expiresAt)
    const exit = known === undefined ? exitOf(records, expiresAt) : known
    halves.set(expiresAt, exit)
    if (exit === null) undecided.push(waiting)
    else outcomes.push(outcomeOf(waiting, exit, settledAt))
  }
  return { outcomes, undecided }
}
