/** Verifies that a device fixed the start of an order before anyone could know its result. */
import type { Order } from '#contract/order.ts'
import type { DeviceOrder, ReceiptEvidence } from '#contract/settlement-receipt.ts'
import { SEEN_AGE_MAX_MS, UNSIGNED_LEAD_MS } from '#contract/signed-order.ts'
import { readSegment, type SegmentTools } from '#rules/chain-segment.ts'
import type { CheckpointFacts } from '#rules/checkpoint.ts'
import { outageOver, outagesIn } from '#rules/outage.ts'
import type { ReceiptFacts } from '#rules/receipt.ts'
import { isLeadOffered, readIntent, type SignedIntent } from '#rules/signed-order.ts'

/** The cryptography that the caller provides. */
export interface DeviceTools extends SegmentTools {
  /** Whether the device's key (P-256, SPKI DER in base64) signed the UTF-8 bytes of the text. */
  verifyDevice(device: Pick<DeviceOrder, 'publicKey' | 'text' | 'signature'>): Promise<boolean>
}

/** The finding about the moment. `seq` is the record of the price log that contradicts it. */
export interface MomentFinding {
  verdict: 'holds' | 'fails' | 'waiting'
  seq?: number
}
const HOLDS: MomentFinding = { verdict: 'holds' }
const FAILS: MomentFinding = { verdict: 'fails' }

/** Whether the text that the device signed says what the order says, within the public limits. */
function isAgreed({ order }: ReceiptEvidence, intent: SignedIntent, device: DeviceOrder): boolean {
  return (
    intent.symbol === order.symbol &&
    intent.direction === order.direction &&
    intent.stake === order.stake &&
    intent.durationMs === order.durationMs &&
    intent.termsId === order.termsId &&
    intent.startsAt === order.startsAt &&
    intent.deviceKeyId === device.keyId &&
    order.acceptedAt < intent.startsAt &&
    isLeadOffered(intent)
  )
}

/**
 * The record that the device had seen must be in the entry's segment, written by the tap, and must have been the newest
 * one within two seconds of it, as far as the device's clock was certain.
 */
function seenFault({ entry }: ReceiptEvidence, intent: SignedIntent): number | null {
  const { head, tappedAt, uncertaintyMs, startsAt } = intent
  const at = entry.records.findIndex(({ seq }) => seq === head.seq)
  const { seq, hash } = entry.records[at] ?? entry.before
  const isKnown = seq === head.seq && hash === head.hash
  const isLater = (entry.records[at]?.timeMs ?? 0) > startsAt
  const next = entry.records[at + 1]?.timeMs ?? startsAt
  const isOld = next < tappedAt - SEEN_AGE_MAX_MS - uncertaintyMs
  const outage = outageOver(outagesIn(entry.records), at)
  const isUnwritten = outage !== null && outage.writtenAt > tappedAt + uncertaintyMs
  return isKnown && !isLater && !isOld && !isUnwritten ? null : head.seq
}

/** The first checkpoint that names the registration of the device's key; null if the registration does not hold. */
async function anchorOf(
  { keyId, publicKey, registration }: DeviceOrder,
  acceptedAt: number,
  tools: DeviceTools,
): Promise<CheckpointFacts | 'waiting' | null> {
  const read = await readSegment('devices', registration, tools)
  if (read === null || read.first.text !== `key ${keyId} ${publicKey}`) return null
  if (read.first.timeMs > acceptedAt) return null
  return read.checkpoint ?? 'waiting'
}

/** Without a signature the server gave the start, at a fixed distance from the acceptance. */
const isGiven = ({ acceptedAt, startsAt }: Order, facts: ReceiptFacts | null): boolean =>
  startsAt === undefined || (facts?.mark === null && startsAt - acceptedAt === UNSIGNED_LEAD_MS)

/**
 * Verifies the device's part of a receipt. Null if no device signed, which is the weaker promise: the server fixed the
 * moment. `facts` is what the acceptance states.
 */
export async function checkMoment(
  receipt: ReceiptEvidence,
  facts: ReceiptFacts | null,
  tools: DeviceTools,
): Promise<MomentFinding | null> {
  const { device, order } = receipt
  if (device === undefined) return isGiven(order, facts) ? null : FAILS
  const intent = readIntent(device.text)
  const isMarked =
    facts?.mark?.intent === tools.sha256(device.text) && facts.mark.deviceKeyId === device.keyId
  const isKey = tools.sha256(device.publicKey).slice(0, 16) === device.keyId
  if (intent === null || !isMarked || !isKey || !isAgreed(receipt, intent, device)) return FAILS
  if (!(await tools.verifyDevice(device))) return FAILS
  const seq = seenFault(receipt, intent)
  if (seq !== null) return { ...FAILS, seq }
  const anchor = await anchorOf(device, order.acceptedAt, tools)
  return anchor === null ? FAILS : anchor === 'waiting' ? { verdict: 'waiting' } : HOLDS
}
