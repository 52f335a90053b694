/** Holds a receipt's tick records against the public history, as far as that is at hand. */
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { findChainFault, recordText, type Sha256 } from '#rules/tick-chain.ts'

const sameRecord = (one: TickRecord, other: TickRecord): boolean =>
  one.hash === other.hash && recordText('', one, '') === recordText('', other, '')

/** A tick file does not name its product, but its hashes cover the name; one record alone may be any product's. */
function isOf(symbol: string, [first, second]: readonly TickRecord[], sha256: Sha256): boolean {
  if (first === undefined || second === undefined) return true
  return findChainFault(symbol, [second], { sha256, start: first }) === null
}

/**
 * Number of the first record of which a file of the public history says something else; null: none. Files of other
 * products are passed over.
 */
export function historyFault(
  { order, entry, exit }: SettledReceipt,
  files: readonly (readonly TickRecord[])[],
  sha256: Sha256,
): number | null {
  const own = files.filter((records) => isOf(order.symbol, records, sha256))
  const history = new Map(own.flat().map((record) => [record.seq, record]))
  const differs = (mine: TickRecord): boolean => {
    const told = history.get(mine.seq)
    return told !== undefined && !sameRecord(mine, told)
  }
  return [...entry.records, ...exit.records].find(differs)?.seq ?? null
}
