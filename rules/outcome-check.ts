/** Verifies the result of a settled order: the settlement rule, applied to the records of the receipt. */
import type { Order } from '#contract/order.ts'
import type { LogSegment, SettledReceipt } from '#contract/settlement-receipt.ts'
import type { DeviceTools } from '#rules/device-check.ts'
import { combine, RULE_VERSION, type Settlement, settleTermsOf } from '#rules/settle.ts'
import { readRefusal } from '#rules/signed-order.ts'
import { entryOf, exitOf } from '#rules/spot.ts'

/** The finding about the result. `seq` is the record of the price log that decides otherwise. */
export interface OutcomeFinding {
  verdict: 'holds' | 'fails'
  seq?: number
}
type OutcomeTools = Pick<DeviceTools, 'sha256' | 'verify'>

const FAILS: OutcomeFinding = { verdict: 'fails' }
const judged = (holds: boolean): OutcomeFinding => (holds ? { verdict: 'holds' } : FAILS)

/** Whether the segment reaches back to a tick before the moment, or to the start of the log, as the rule requires. */
const reachesBack = ({ before, records }: LogSegment, momentMs: number): boolean =>
  before.seq === 0 || records.some(({ kind, timeMs }) => kind === 'tick' && timeMs < momentMs)

/** Applies the settlement rule to the two segments; null if they lack records that the rule needs. */
export function settleReceipt({ order, entry, exit }: SettledReceipt): Settlement | null {
  const terms = settleTermsOf(order)
  const { startsAt, expiresAt } = terms
  const exitFrom = order.exit?.timeMs ?? expiresAt
  if (!reachesBack(entry, startsAt) || !reachesBack(exit, exitFrom)) return null
  const entryHalf = entryOf(entry.records, startsAt)
  const exitHalf = exitOf(exit.records, expiresAt)
  if (entryHalf === null || exitHalf === null) return null
  return combine(terms, entryHalf, exitHalf)
}

const sameSpot = (one: Order['entry'], other: Order['entry']): boolean =>
  one === null || other === null
    ? one === other
    : one.seq === other.seq && one.timeMs === other.timeMs && one.price === other.price

function checkResult(receipt: SettledReceipt): OutcomeFinding {
  const { order } = receipt
  const result = order.ruleVersion === RULE_VERSION ? settleReceipt(receipt) : null
  if (result === null || result.outcome !== order.status) return FAILS
  if (result.outcome === 'void') return judged(result.reason === order.voidReason)
  if (!sameSpot(result.entry, order.entry)) return { ...FAILS, seq: result.entry.seq }
  if (!sameSpot(result.exit, order.exit)) return { ...FAILS, seq: result.exit.seq }
  return judged(order.voidReason === null)
}

/** An order that was undone as too late proves it by the refusal of the very text that its device had signed. */
async function checkUndone(receipt: SettledReceipt, tools: OutcomeTools): Promise<OutcomeFinding> {
  const { order, device, refusal } = receipt
  if (order.status !== 'void' || device === undefined || refusal === undefined) return FAILS
  const facts = readRefusal(refusal.text)
  const isOfIt =
    facts?.intent === tools.sha256(device.text) &&
    facts.reason === 'too_late' &&
    facts.startsAt === order.startsAt &&
    facts.refusedAt >= facts.startsAt
  return judged(isOfIt && (await tools.verify(refusal)))
}

/** Verifies the status of the order, its ticks and its reason. */
export async function checkOutcome(
  receipt: SettledReceipt,
  tools: OutcomeTools,
): Promise<OutcomeFinding> {
  return receipt.order.voidReason === 'too_late'
    ? checkUndone(receipt, tools)
    : checkResult(receipt)
}
