/**
 * The public chains beside the price logs: each record is a line of text whose hash covers the record before, and every
 * checkpoint names the newest one. So no record can be added with an earlier date, changed or taken away unnoticed.
 */
import type { ChainName, ChainRecord } from '#contract/record-chain.ts'
import {
  type ChainFault,
  type ChainStart,
  GENESIS_HASH,
  isFalseStart,
  type Sha256,
} from '#rules/tick-chain.ts'

/** The text whose SHA-256 is the record's hash. */
export const chainRecordText = (
  chain: ChainName,
  { seq, timeMs, text }: Omit<ChainRecord, 'hash'>,
  previousHash: string,
): string => `fairtick-${chain}-1|${seq}|${timeMs}|${text}|${previousHash}`

/** Finds the first record that does not continue the chain after `start` (default: its beginning); null if all do. */
export function findRecordFault(
  chain: ChainName,
  records: readonly ChainRecord[],
  { sha256, start }: { sha256: Sha256; start?: ChainStart },
): ChainFault | null {
  let before = start ?? { seq: 0, hash: GENESIS_HASH, timeMs: 0 }
  for (const record of records) {
    if (record.seq !== before.seq + 1) return { seq: record.seq, fault: 'sequence' }
    if (record.timeMs < (before.timeMs ?? 0)) return { seq: record.seq, fault: 'time' }
    const continues = sha256(chainRecordText(chain, record, before.hash)) === record.hash
    if (!continues || isFalseStart(before)) {
      return { seq: record.seq, fault: 'hash' }
    }
    before = record
  }
  return null
}
