/** Checks that the acceptance of an order is in the public log of its minute (rules/merkle-tree.ts). */
import type { Inclusion, ReceiptEvidence, SignedText } from '#contract/settlement-receipt.ts'
import { CHECKPOINT_DELAY_MAX_MS, readCheckpointText } from '#rules/checkpoint.ts'
import { bytesOfHex, commitmentOf, rootByPath, type Sha256Bytes } from '#rules/merkle-tree.ts'
import { outagesIn } from '#rules/outage.ts'
import type { Sha256 } from '#rules/tick-chain.ts'

interface LogTools {
  sha256: Sha256
  sha256Bytes: Sha256Bytes
  verify(signed: SignedText): Promise<boolean>
}

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

async function isIncluded(
  receipt: ReceiptEvidence,
  inclusion: Inclusion,
  { sha256, sha256Bytes, verify }: LogTools,
): Promise<boolean> {
  const { checkpoint, salt, size } = inclusion
  const facts = readCheckpointText(checkpoint.text)
  if (facts === null || facts.anchors === null || !(await verify(checkpoint))) return false
  const { orders } = facts.anchors
  const data = bytesOfHex(commitmentOf(salt, receipt.acceptance.text, sha256))
  const isTimely = facts.timeMs >= receipt.order.acceptedAt && facts.timeMs <= dueBy(receipt)
  return (
    isTimely && orders.size === size && rootByPath(inclusion, data, sha256Bytes) === orders.root
  )
}

/**
 * Whether the public log has the acceptance in time. `waiting`: no checkpoint of the receipt is late enough to tell.
 * Null if the receipt is from before there was a log, which its first checkpoint shows by its format.
 */
export async function checkPublicLog(
  receipt: ReceiptEvidence,
  tools: LogTools,
): Promise<'holds' | 'fails' | 'waiting' | null> {
  const { entry, exit, inclusion = null } = receipt
  if (inclusion !== null) return (await isIncluded(receipt, inclusion, tools)) ? 'holds' : 'fails'
  const [first, last] = [entry, exit].map(({ checkpoint }) =>
    checkpoint === null ? null : readCheckpointText(checkpoint.text),
  )
  if ((first ?? last)?.anchors === null) return null
  const due = dueBy(receipt)
  return [first, last].some((facts) => (facts?.timeMs ?? 0) > due) ? 'fails' : 'waiting'
}
