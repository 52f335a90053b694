/** Checks that the parts of a receipt are of one history: what one of them says of it, the others may not deny. */
import type { ProvenText } from '#contract/checkpoint-products.ts'
import { inTree, type LogSegment, type ReceiptEvidence } from '#contract/settlement-receipt.ts'
import { findContradiction, type SignedCheckpoint } from '#rules/checkpoint.ts'
import { readProven } from '#rules/checkpoint-line.ts'
import type { Sha256Bytes } from '#rules/merkle-tree.ts'
import type { Sha256 } from '#rules/tick-chain.ts'

interface HistoryTools {
  sha256: Sha256
  sha256Bytes: Sha256Bytes
}

/** Every checkpoint that the receipt shows, as far as it can be read. Their signatures are checked where they serve. */
function checkpointsIn(
  receipt: ReceiptEvidence,
  { sha256, sha256Bytes }: HistoryTools,
): SignedCheckpoint[] {
  const { entry, exit, inclusion, device, seeds = [] } = receipt
  const shown: readonly (ProvenText | null | undefined)[] = [
    entry.checkpoint,
    exit.checkpoint,
    inTree(inclusion)?.checkpoint,
    device?.registration.checkpoint,
    ...seeds.flatMap(({ anchor, promise }) => [anchor.checkpoint, promise.checkpoint]),
  ]
  return shown.flatMap((signed) => {
    const facts = signed ? readProven(signed, sha256Bytes) : null
    return signed && facts ? [{ signed, facts, textHash: sha256(signed.text) }] : []
  })
}

/** The hashes of the records of both segments, and of the records before them, by number. */
function hashesOf({ entry, exit }: ReceiptEvidence): Map<number, string> {
  const known = [entry, exit].flatMap(({ before, records }) => [before, ...records])
  return new Map(known.map(({ seq, hash }) => [seq, hash]))
}

/** A record of a product's log, as a device was shown it. */
export interface SeenRecord {
  seq: number
  hash: string
}

/** The first of these records that the receipt has under its number with another hash; null if there is none. */
export function findUnlike(receipt: ReceiptEvidence, seen: readonly SeenRecord[]): number | null {
  const hashes = hashesOf(receipt)
  return seen.find(({ seq, hash }) => (hashes.get(seq) ?? hash) !== hash)?.seq ?? null
}

/**
 * Whether two checkpoints of the receipt deny each other, or one of them names another record than a segment has under
 * its number.
 */
export function isContradicted(receipt: ReceiptEvidence, tools: HistoryTools): boolean {
  const checkpoints = checkpointsIn(receipt, tools)
  const hashes = hashesOf(receipt)
  const isAnother = checkpoints.some(({ facts }) =>
    facts.heads.some(
      ({ symbol, seq, hash }) =>
        symbol === receipt.order.symbol && (hashes.get(seq) ?? hash) !== hash,
    ),
  )
  return isAnother || findContradiction(checkpoints) !== null
}

/**
 * The first record at which the two segments are of two histories; null if they are of one. Segments that overlap have
 * the same records there. In a history with a piece left out between them, time does not go back.
 */
export function findSplit({ entry, exit }: ReceiptEvidence): number | null {
  const [first, second] = entry.before.seq <= exit.before.seq ? [entry, exit] : [exit, entry]
  const known = new Map(
    [first.before, ...first.records].map(({ seq, hash }) => [seq, hash] as const),
  )
  const another = [second.before, ...second.records].find(
    ({ seq, hash }) => (known.get(seq) ?? hash) !== hash,
  )
  return another?.seq ?? goesBackAt(first, second)
}

function goesBackAt({ records }: LogSegment, later: LogSegment): number | null {
  const [last, next] = [records.at(-1), later.records[0]]
  if (last === undefined || next === undefined) return null
  return next.seq > last.seq && next.timeMs < last.timeMs ? next.seq : null
}
