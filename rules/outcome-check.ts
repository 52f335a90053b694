/** Verifies the result of a settled order: the settlement rule, applied to the records of the receipt. */
import type { Order } from '#contract/order.ts'
import type { LogSegment, ReceiptEvidence } from '#contract/settlement-receipt.ts'
import type { GapReason, HaltReason, TickRecord } from '#contract/tick-log.ts'
import { formatOf, readCheckpointText } from '#rules/checkpoint.ts'
import type { DeviceTools } from '#rules/device-check.ts'
import { combine, RULE_VERSION, type Settlement, settleTermsOf } from '#rules/settle.ts'
import { readRefusal } from '#rules/signed-order.ts'
import { entryOf, exitOf, indexAfter } from '#rules/spot.ts'
import { holdDeadlineOf } from '#rules/terms.ts'
import { findLast } from '#rules/find-last.ts'

/** The finding about the result. `seq` is the record of the price log that decides otherwise. */
export interface OutcomeFinding {
  verdict: 'holds' | 'fails'
  seq?: number
}
type OutcomeTools = Pick<DeviceTools, 'sha256' | 'verify'>

/** Why an order is void whose commit ended after its start. The purchase was answered with a refusal. */
export const UNDONE = 'too_late'

const FAILS: OutcomeFinding = { verdict: 'fails' }
const judged = (holds: boolean): OutcomeFinding => (holds ? { verdict: 'holds' } : FAILS)

/** Whether the segment reaches back to a tick before the moment, or to the start of the log, as the rule requires. */
const reachesBack = ({ before, records }: LogSegment, momentMs: number): boolean =>
  before.seq === 0 || records.some(({ kind, timeMs }) => kind === 'tick' && timeMs < momentMs)

/** Applies the settlement rule to the two segments; null if they lack records that the rule needs. */
export function settleReceipt({ order, entry, exit }: ReceiptEvidence): Settlement | null {
  const terms = settleTermsOf(order)
  const { startsAt, expiresAt } = terms
  const exitFrom = order.exit?.timeMs ?? expiresAt
  if (!reachesBack(entry, startsAt) || !reachesBack(exit, exitFrom)) return null
  const entryHalf = entryOf(entry.records, startsAt)
  const exitHalf = exitOf(exit.records, expiresAt)
  if (entryHalf === null || exitHalf === null) return null
  // The segment ends before it shows whether there was a tick.
  if (entryHalf.tick === null && entryHalf.reason === null) return null
  return combine(terms, entryHalf, exitHalf)
}

const sameSpot = (one: Order['entry'], other: Order['entry']): boolean =>
  one === null || other === null
    ? one === other
    : one.seq === other.seq && one.timeMs === other.timeMs && one.price === other.price

/**
 * Whether a void order names no ticks but those of the rule. It may name none: a void at the start is decided before
 * later ticks are known.
 */
const areSpots = (result: Settlement, { entry, exit }: Order): boolean =>
  (entry === null || sameSpot(result.entry, entry)) &&
  (exit === null || sameSpot(result.exit, exit))

/** The record for which the moment of an order is void: the gap that covers it, or the halt before it, if it is one. */
function voidingRecord(
  records: readonly TickRecord[],
  momentMs: number,
  reason: string,
): TickRecord | undefined {
  const after = indexAfter(records, momentMs)
  if (!/^(?:gap|halt)/.test(reason)) return undefined
  return reason.startsWith('gap')
    ? findLast(records.slice(0, after + 1), ({ kind }) => kind === 'gap')
    : findLast(records.slice(0, after), ({ kind }) => kind === 'halt')
}

interface Voiding {
  gap: readonly GapReason[]
  halt: readonly HaltReason[]
  /** Whether prices may be so far apart that one at the start, at the expiry or in between is missing. */
  sparse: boolean
}
/**
 * What may void an order, by the source of its prices. Anything else would be a choice of the server. A simulated
 * series has a price at least each 1.8 s and is filled in after an outage. A recording has its own jumps and its end,
 * and a live market may lose its venues.
 */
const MAY_VOID: Readonly<Record<Order['source'], Voiding>> = {
  simulated: { gap: [], halt: ['closed'], sparse: false },
  recorded: { gap: ['loop', 'jump'], halt: ['closed', 'ended'], sparse: true },
  live: { gap: ['restart', 'feed', 'jump'], halt: ['closed', 'maintenance'], sparse: true },
  dealer: { gap: ['restart', 'feed', 'jump'], halt: ['closed', 'maintenance'], sparse: true },
}

/**
 * Whether the order was voided for what may not void it, with the record at fault if there is one. Servers that signed
 * older formats of checkpoints did not fill in what an outage missed.
 */
function findForbiddenVoid({ order, entry, exit }: ReceiptEvidence): OutcomeFinding | null {
  const { voidReason, source } = order
  if (voidReason === null) return null
  const { startsAt, expiresAt } = settleTermsOf(order)
  const isEntry = voidReason.endsWith('_entry')
  const { records, checkpoint } = isEntry ? entry : exit
  const facts = checkpoint && readCheckpointText(checkpoint.text)
  if (source !== 'live' && source !== 'dealer' && facts !== null && formatOf(facts) < 3) return null
  const may = MAY_VOID[source]
  const record = voidingRecord(records, isEntry ? startsAt : expiresAt, voidReason)
  const isForbidden =
    record?.kind === 'gap' || record?.kind === 'halt'
      ? !(may[record.kind] as readonly string[]).includes(record.reason)
      : !may.sparse
  return isForbidden ? { ...FAILS, ...(record && { seq: record.seq }) } : null
}

function checkResult(receipt: ReceiptEvidence): OutcomeFinding {
  const { order } = receipt
  const result = order.ruleVersion === RULE_VERSION ? settleReceipt(receipt) : null
  if (result === null || result.outcome !== order.status) return FAILS
  const reason = result.outcome === 'void' ? result.reason : null
  if (reason !== order.voidReason) return FAILS
  if (result.outcome === 'void') {
    return findForbiddenVoid(receipt) ?? judged(areSpots(result, order))
  }
  if (!sameSpot(result.entry, order.entry)) return { ...FAILS, seq: result.entry.seq }
  if (!sameSpot(result.exit, order.exit)) return { ...FAILS, seq: result.exit.seq }
  return judged(true)
}

/**
 * An order that was undone as too late proves it by the refusal of the very text that its device had signed, or of its
 * receipt.
 */
async function checkUndone(receipt: ReceiptEvidence, tools: OutcomeTools): Promise<OutcomeFinding> {
  const { order, device, acceptance, refusal, terms } = receipt
  if (order.status !== 'void' || order.startsAt === undefined || refusal === undefined) return FAILS
  const facts = readRefusal(refusal.text)
  const isOfIt =
    facts?.intent === tools.sha256((device ?? acceptance).text) &&
    facts.reason === UNDONE &&
    facts.startsAt === order.startsAt &&
    facts.refusedAt > holdDeadlineOf(order, terms)
  return judged(isOfIt && (await tools.verify(refusal)))
}

/** Verifies the status of the order, its ticks and its reason. */
export async function checkOutcome(
  receipt: ReceiptEvidence,
  tools: OutcomeTools,
): Promise<OutcomeFinding> {
  return receipt.order.voidReason === UNDONE ? checkUndone(receipt, tools) : checkResult(receipt)
}
