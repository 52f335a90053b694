/** A long tick history and what its hashes cover, made the same way wherever it runs. */
import type { TickRecord } from '#contract/tick-log.ts'
import { GENESIS_HASH, recordText, type Sha256 } from '#rules/tick-chain.ts'
import { type Planned, recordOf } from '#support/records.ts'

export const SYMBOL = 'EURUSD'
const START_MS = 1_700_000_000_000
const STEP_MS = 350

const plannedAt = (n: number): Planned => {
  const at = START_MS + n * STEP_MS
  return n % 9 === 8
    ? { kind: 'heartbeat', at }
    : { kind: 'tick', at, price: 100_000 + ((n * 7_919) % 61) }
}

/** `texts`: the bytes that the limit hashes, without anything else. */
export function chainedHistory(count: number, sha256: Sha256) {
  const records: TickRecord[] = []
  const texts: string[] = []
  let hash = GENESIS_HASH
  for (let n = 0; n < count; n++) {
    const record = recordOf(plannedAt(n), n + 1)
    const text = recordText(SYMBOL, record, hash)
    hash = sha256(text)
    texts.push(text)
    records.push({ ...record, hash })
  }
  return { records, texts }
}
