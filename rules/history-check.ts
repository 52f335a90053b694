/** Finds where a product's public tick history is not what was chained and signed. */
import type { SignedText } from '#contract/settlement-receipt.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { type CheckpointFacts, readCheckpointText } from '#rules/checkpoint.ts'
import type { CheckTools } from '#rules/receipt-check.ts'
import { findBandFault } from '#rules/sanity-band.ts'
import { type ChainFault, findChainFault, GENESIS_HASH } from '#rules/tick-chain.ts'

export type HistoryFault =
  /** A record does not continue the one before. */
  | ({ kind: 'record' } & ChainFault)
  /** A record is a tick and outside of the band, or put aside and inside, or a jump that none was. */
  | { kind: 'band'; seq: number }
  /** The record that a checkpoint signed as the head is another one, or is not there. */
  | { kind: 'head'; seq: number; checkpoint: number }
  /** A checkpoint is not signed by a trusted key, or is none. */
  | { kind: 'signature'; checkpoint: number }
  /** A checkpoint does not name the text of the one before. */
  | { kind: 'checkpoints'; checkpoint: number }

export interface History {
  symbol: string
  /** Contiguous, from the log's beginning or from any record on. */
  records: readonly TickRecord[]
  /** Oldest first and contiguous; any piece of all. */
  checkpoints: readonly SignedText[]
  /** The product's by its terms, where known; without it, records that were put aside tell theirs. */
  bandBps?: number
}

function recordFault({ symbol, records }: History, { sha256 }: CheckTools): HistoryFault | null {
  const [first, ...rest] = records
  if (first === undefined) return null
  const fault =
    first.seq === 1
      ? findChainFault(symbol, records, { sha256 })
      : findChainFault(symbol, rest, { sha256, start: first })
  return fault && { kind: 'record', ...fault }
}

/** What the checkpoints say, as far as each is signed and names the one before. */
async function readCheckpoints(
  checkpoints: readonly SignedText[],
  { sha256, verify }: CheckTools,
): Promise<{ facts: CheckpointFacts[]; fault: HistoryFault | null }> {
  const facts: CheckpointFacts[] = []
  let before: string | null = null
  for (const statement of checkpoints) {
    const read = readCheckpointText(statement.text)
    const number = read?.number ?? (facts.at(-1)?.number ?? 0) + 1
    if (read === null || !(await verify(statement))) {
      return { facts, fault: { kind: 'signature', checkpoint: number } }
    }
    const expected = number === 1 ? GENESIS_HASH : before
    if (expected !== null && read.previous !== expected) {
      return { facts, fault: { kind: 'checkpoints', checkpoint: number } }
    }
    facts.push(read)
    before = sha256(statement.text)
  }
  return { facts, fault: null }
}

function headFault({ symbol, records }: History, facts: CheckpointFacts[]): HistoryFault | null {
  const [first, last] = [records[0], records.at(-1)]
  if (first === undefined || last === undefined) return null
  for (const { number, heads } of facts) {
    const head = heads.find((each) => each.symbol === symbol)
    if (head === undefined || head.seq < first.seq || head.seq > last.seq) continue
    if (records[head.seq - first.seq]?.hash !== head.hash) {
      return { kind: 'head', seq: head.seq, checkpoint: number }
    }
  }
  return null
}

/** The first thing that does not fit; null: everything does. A history that was chained anew shows at a checkpoint. */
export async function checkHistory(
  history: History,
  tools: CheckTools,
): Promise<HistoryFault | null> {
  const broken = recordFault(history, tools)
  if (broken !== null) return broken
  const { facts, fault } = await readCheckpoints(history.checkpoints, tools)
  const seq = findBandFault(history.records, history.bandBps ?? null)
  return headFault(history, facts) ?? fault ?? (seq === null ? null : { kind: 'band', seq })
}
