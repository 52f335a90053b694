/** Compares the tick records of a receipt with files of the public history, as far as they are available. */
import type { ReceiptEvidence } from '#contract/settlement-receipt.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { findChainFault, recordText, type Sha256 } from '#rules/tick-chain.ts'

const sameRecord = (one: TickRecord, other: TickRecord): boolean =>
  one.hash === other.hash && recordText('', one, '') === recordText('', other, '')

/**
 * Whether a file belongs to a product. A tick file does not name its product, but its hashes cover the name. A single
 * record could belong to any product.
 */
function isOf(symbol: string, [first, second]: readonly TickRecord[], sha256: Sha256): boolean {
  if (first === undefined || second === undefined) return true
  return findChainFault(symbol, [second], { sha256, start: first }) === null
}

/**
 * The number of the first record of the receipt that differs from the public history; null if there is none. Files of
 * other products are ignored.
 */
export function historyFault(
  { order, entry, exit }: ReceiptEvidence,
  files: readonly (readonly TickRecord[])[],
  sha256: Sha256,
): number | null {
  const own = files.filter((records) => isOf(order.symbol, records, sha256))
  const history = new Map(own.flat().map((record) => [record.seq, record]))
  const differs = (mine: TickRecord): boolean => {
    const published = history.get(mine.seq)
    return published !== undefined && !sameRecord(mine, published)
  }
  return [...entry.records, ...exit.records].find(differs)?.seq ?? null
}
