/** Checks that the acceptance of an order is in the price log before its start, or in the tree of its minute. */
import type { Inclusion, InRecord, InTree, ReceiptEvidence } from '#contract/settlement-receipt.ts'
import type { SignedText } from '#contract/signed-text.ts'
import { CHECKPOINT_DELAY_MAX_MS, formatOf, readCheckpointText } from '#rules/checkpoint.ts'
import { bytesOfHex, commitmentOf, rootByPath, type Sha256Bytes } from '#rules/merkle-tree.ts'
import { outagesIn } from '#rules/outage.ts'
import { UNDONE } from '#rules/outcome-check.ts'
import { holdDeadlineOf } from '#rules/terms.ts'
import type { Sha256 } from '#rules/tick-chain.ts'

interface LogTools {
  sha256: Sha256
  sha256Bytes: Sha256Bytes
  verify(signed: SignedText): Promise<boolean>
}

/** From December 2026 on, every acceptance is in a price log, and readers believe no order that says otherwise. */
export const SEALED_SINCE_MS = Date.UTC(2026, 11, 1)

/**
 * The time up to which the acceptance must be in a checkpoint. After an outage the server can sign only when it runs
 * again, which the price log shows as a restart or by the marker of what was filled.
 */
function dueBy({ order, entry }: ReceiptEvidence): number {
  const restarts = entry.records.flatMap((record) =>
    record.kind === 'gap' && record.reason === 'restart' ? [record.timeMs] : [],
  )
  const filled = outagesIn(entry.records).map((outage) => outage.writtenAt)
  return Math.max(order.acceptedAt, ...restarts, ...filled) + CHECKPOINT_DELAY_MAX_MS
}

/** The root to which the proof leads from the acceptance; null if it leads to none. */
function rootFrom({ acceptance }: ReceiptEvidence, inclusion: Inclusion, tools: LogTools) {
  const data = bytesOfHex(commitmentOf(inclusion.salt, acceptance.text, tools.sha256))
  return rootByPath(inclusion, data, tools.sha256Bytes)
}

/**
 * Whether a record of the price log holds the acceptance, early enough before the start. It cannot be older than the
 * acceptance, whose text names a record of the same log by its hash. An order that it holds was not too late.
 */
function isInRecord(receipt: ReceiptEvidence, inclusion: InRecord, tools: LogTools): boolean {
  const record = receipt.entry.records.find(({ seq }) => seq === inclusion.record)
  return (
    receipt.order.voidReason !== UNDONE &&
    record?.kind === 'orders' &&
    record.timeMs <= holdDeadlineOf(receipt.order, receipt.terms) &&
    record.size === inclusion.size &&
    record.root === rootFrom(receipt, inclusion, tools)
  )
}

/** Whether the tree of a minute holds the acceptance. From format 4 on, the trees hold none. */
async function isInTree(
  receipt: ReceiptEvidence,
  inclusion: InTree,
  tools: LogTools,
): Promise<boolean> {
  const { checkpoint, size } = inclusion
  const facts = readCheckpointText(checkpoint.text)
  if (facts === null || facts.anchors === null || formatOf(facts) >= 4) return false
  const { orders } = facts.anchors
  const isTimely = facts.timeMs >= receipt.order.acceptedAt && facts.timeMs <= dueBy(receipt)
  return (
    isTimely &&
    orders.size === size &&
    orders.root === rootFrom(receipt, inclusion, tools) &&
    (await tools.verify(checkpoint))
  )
}

/**
 * Whether the acceptance is in public in time. `waiting`: no checkpoint of the receipt is late enough to tell. Null if
 * there is no acceptance, because the order was undone, or if the receipt is from before there was a log, which its
 * first checkpoint shows by its format.
 */
export async function checkPublicLog(
  receipt: ReceiptEvidence,
  tools: LogTools,
): Promise<'holds' | 'fails' | 'waiting' | null> {
  const { order, entry, exit, inclusion = null } = receipt
  const judged = (holds: boolean) => (holds ? 'holds' : 'fails')
  if (inclusion !== null && 'record' in inclusion) {
    return judged(isInRecord(receipt, inclusion, tools))
  }
  const [first, last] = [entry, exit].map(({ checkpoint }) =>
    checkpoint === null ? null : readCheckpointText(checkpoint.text),
  )
  const known = first ?? last
  const format = known && formatOf(known)
  const isUndone = inclusion === null && order.voidReason === UNDONE
  if (order.acceptedAt >= SEALED_SINCE_MS) return isUndone ? null : 'fails'
  if (inclusion !== null) return judged(await isInTree(receipt, inclusion, tools))
  if (format === 1) return null
  if ((format ?? 0) >= 4) return isUndone ? null : 'fails'
  const due = dueBy(receipt)
  return [first, last].some((facts) => (facts?.timeMs ?? 0) > due) ? 'fails' : 'waiting'
}
