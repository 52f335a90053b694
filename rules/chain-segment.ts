/** Verifies a slice of a public chain, as receipts contain it: its hashes, and the checkpoint that signed its end. */
import type { ChainName, ChainRecord } from '#contract/record-chain.ts'
import type { ChainSegment } from '#contract/settlement-receipt.ts'
import type { SignedText } from '#contract/signed-text.ts'
import { type CheckpointFacts, readCheckpointText } from '#rules/checkpoint.ts'
import { findRecordFault } from '#rules/record-chain.ts'
import type { Sha256 } from '#rules/tick-chain.ts'

/** The cryptography that the caller provides. */
export interface SegmentTools {
  sha256: Sha256
  /** Whether a trusted key of a server signed the text. */
  verify(signed: SignedText): Promise<boolean>
}

/** The record with which a slice starts, and the checkpoint that covers it; null while it is in none. */
export interface ReadSegment {
  first: ChainRecord
  checkpoint: CheckpointFacts | null
}

/** Reads a slice. Null if it is broken, or if its checkpoint is not signed or names another record. */
export async function readSegment(
  chain: ChainName,
  { before, records, checkpoint }: ChainSegment,
  { sha256, verify }: SegmentTools,
): Promise<ReadSegment | null> {
  const start = { ...before, timeMs: 0 }
  const [first, last] = [records[0], records.at(-1)]
  if (first === undefined || last === undefined) return null
  if (findRecordFault(chain, records, { sha256, start }) !== null) return null
  if (checkpoint === null) return { first, checkpoint: null }
  const facts = readCheckpointText(checkpoint.text)
  const head = facts?.anchors?.[chain]
  const isNamed = head?.seq === last.seq && head.hash === last.hash
  if (facts === null || !isNamed || facts.timeMs < first.timeMs) return null
  return (await verify(checkpoint)) ? { first, checkpoint: facts } : null
}
