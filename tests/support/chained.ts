/** Chains planned records as the tick log does, for tests that check the chain. */
import { hash } from 'node:crypto'
import type { TickRecord } from '#contract/tick-log.ts'
import { GENESIS_HASH, recordText } from '#rules/tick-chain.ts'

export const sha256 = (text: string): string => hash('sha256', text)

export function chained(
  symbol: string,
  records: readonly TickRecord[],
  start = GENESIS_HASH,
): TickRecord[] {
  let previous = start
  return records.map((record) => {
    previous = sha256(recordText(symbol, record, previous))
    return { ...record, hash: previous }
  })
}
