/** Verifies the public tick history of a product: the hash chain, the bands, and the signed checkpoints. */
import type { SignedText } from '#contract/signed-text.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { type CheckpointFacts, readCheckpointText, type StatedText } from '#rules/checkpoint.ts'
import { type CheckpointFault, readSequence } from '#rules/checkpoint-sequence.ts'
import { findOutageFault, isDisproved, type Outage, outagesIn } from '#rules/outage.ts'
import type { CheckTools } from '#rules/receipt-check.ts'
import { findBandFault } from '#rules/sanity-band.ts'
import { type ChainFault, findChainFault } from '#rules/tick-chain.ts'

/** The first fault of a history, with the record or checkpoint where it is. */
export type HistoryFault =
  /** A record does not continue the one before. */
  | ({ kind: 'record' } & ChainFault)
  /** A tick is outside the band, a rejected tick is inside it, or a jump record is not justified. */
  | { kind: 'band'; seq: number }
  /** A marker of an outage contradicts the records around it. */
  | { kind: 'outage'; seq: number }
  /** A checkpoint was signed while there was an outage, according to the marker `seq`. */
  | { kind: 'running'; seq: number; checkpoint: number }
  /** The record that a checkpoint signed as the head differs or is missing. */
  | { kind: 'head'; seq: number; checkpoint: number }
  | CheckpointFault

/** The part of a product's history to verify. */
export interface History {
  symbol: string
  /** Contiguous records, from the start of the log or from any later record. */
  records: readonly TickRecord[]
  /** Contiguous checkpoints, oldest first; any part of all. */
  checkpoints: readonly StatedText[]
  /** The band of the product's terms in basis points. If it is missing, the bands of rejected records are used. */
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

/** The first checkpoint that disproves an outage. */
function runningFault({ symbol, records }: History, facts: CheckpointFacts[]): HistoryFault | null {
  const outages = outagesIn(records)
  const timeOf = new Map(records.map((record) => [record.seq, record.timeMs]))
  for (const { number, timeMs, heads } of outages.length === 0 ? [] : facts) {
    const seq = heads.find((each) => each.symbol === symbol)?.seq
    // A record from before this part of the history is from before its outages.
    const head = seq === undefined ? null : { seq, timeMs: timeOf.get(seq) ?? 0 }
    const isFalse = (outage: Outage): boolean =>
      head !== null && isDisproved(outage, { head, timeMs })
    const outage = outages.find(isFalse)
    if (outage !== undefined) return { kind: 'running', seq: outage.seq, checkpoint: number }
  }
  return null
}

/** What the signed heads say about a history. */
export interface Coverage {
  /** How many signed heads of the product are among the records. */
  heads: number
  /** The newest of them; records after it are not covered. Null if there is none. */
  through: number | null
  /** A signed head after the last record: the history is incomplete. Null if there is none. */
  beyond: number | null
}

/** How many acceptances and refusals the checkpoints count; null if none of them is of a format that counts. */
export function countedOrders(checkpoints: readonly SignedText[]): number | null {
  const counts = checkpoints.flatMap(
    ({ text }) => readCheckpointText(text)?.anchors?.orders.size ?? [],
  )
  return counts.length === 0 ? null : counts.reduce((sum, size) => sum + size, 0)
}

/** How far the checkpoints cover the records. It does not verify them; `checkHistory` does. */
export function coverageOf({ symbol, records, checkpoints }: History): Coverage {
  const [first, last] = [records[0]?.seq ?? 1, records.at(-1)?.seq ?? 0]
  const seqs = checkpoints.flatMap(({ text, heads: shown = [] }) => {
    const facts = readCheckpointText(text)
    const heads = facts?.products === undefined ? (facts?.heads ?? []) : shown
    return heads.flatMap((head) => (head.symbol === symbol && head.seq > 0 ? [head.seq] : []))
  })
  const covered = seqs.filter((seq) => seq >= first && seq <= last)
  return {
    heads: covered.length,
    through: covered.length > 0 ? Math.max(...covered) : null,
    beyond: seqs.find((seq) => seq > last) ?? null,
  }
}

/**
 * Finds the first fault; null if there is none. A history that was chained again after a change is found at the next
 * checkpoint.
 */
export async function checkHistory(
  history: History,
  tools: CheckTools,
): Promise<HistoryFault | null> {
  const broken = recordFault(history, tools)
  if (broken !== null) return broken
  const { facts, fault } = await readSequence(history.checkpoints, tools)
  const wrong = headFault(history, facts) ?? runningFault(history, facts) ?? fault
  if (wrong !== null) return wrong
  const outage = findOutageFault(history.records)
  if (outage !== null) return { kind: 'outage', seq: outage }
  const seq = findBandFault(history.records, history.bandBps ?? null)
  return seq === null ? null : { kind: 'band', seq }
}
