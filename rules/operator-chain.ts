/**
 * Verifies the public chain of the operator log against signed checkpoints: no act was removed, inserted, changed or
 * dated back. Its records are salted digests, so they say nothing about the acts.
 */
import { MINUTE_MS } from '#contract/time.ts'
import type { ChainRecord } from '#contract/record-chain.ts'
import type { Act } from '#contract/records.ts'
import {
  CHECKPOINT_DELAY_MAX_MS,
  type CheckpointFacts,
  type HeadOfChain,
  type StatedText,
} from '#rules/checkpoint.ts'
import {
  type CheckpointFault,
  readSequence,
  type SequenceTools,
} from '#rules/checkpoint-sequence.ts'
import { findRecordFault } from '#rules/record-chain.ts'
import { type ChainFault, GENESIS_HASH, type Sha256 } from '#rules/tick-chain.ts'

/** How long an act's time may be before the last checkpoint that does not name it, or after the first that does. */
const LATE_MAX_MS = CHECKPOINT_DELAY_MAX_MS
const DIGEST = /^[0-9a-f]{64}$/

const minuteOf = (timeMs: number): number => Math.floor(timeMs / MINUTE_MS) * MINUTE_MS

/** The length of a text in UTF-8, in bytes. */
const bytesOf = (text: string): number => encodeURIComponent(text).replace(/%../g, '-').length

/** The text whose SHA-256 is the digest of an act. contract/records.ts describes the formats. */
export function actText(act: Act): string {
  const { format, seq, at, actor, userNumber, ref, reason, why, salt, previousHash } = act
  const said = reason ?? why ?? ''
  const last = salt ?? previousHash ?? ''
  const fields = [
    `fairtick-operator-${format}`,
    seq,
    `${at}`,
    actor,
    act.act,
    userNumber ?? '',
    ref,
  ]
  const all = [...fields, said, last]
  return format === 1 ? all.join('|') : all.map((field) => `${bytesOf(field)}:${field}`).join('')
}

/** The first fault of the chain of acts. */
export type OperatorFault =
  /** A record does not continue the one before. */
  | ({ kind: 'record' } & ChainFault)
  /** The text of a record is no digest, or its time no whole minute. */
  | { kind: 'text'; seq: number }
  /** The record that a checkpoint names is another one. */
  | { kind: 'head'; seq: number; checkpoint: number }
  /** The chain ends before the record that a checkpoint names. */
  | { kind: 'short'; seq: number; checkpoint: number }
  /** The act is dated before the checkpoint that does not yet name it, or after the first one that does. */
  | { kind: 'date'; seq: number; checkpoint: number }
  | CheckpointFault

/** A part of the chain of acts, and checkpoints. */
export interface OperatorChain {
  /** Contiguous records, from the start of the chain or from any later record. */
  records: readonly ChainRecord[]
  /** Oldest first. Some may be missing between them. */
  checkpoints: readonly StatedText[]
}

const headOf = ({ anchors }: CheckpointFacts): HeadOfChain | null => anchors?.operators ?? null

function recordFault(records: readonly ChainRecord[], sha256: Sha256): OperatorFault | null {
  const [first, ...rest] = records
  const fault =
    first === undefined || first.seq === 1
      ? findRecordFault('operators', records, { sha256 })
      : findRecordFault('operators', rest, { sha256, start: first })
  if (fault !== null) return { kind: 'record', ...fault }
  const odd = records.find(({ text, timeMs }) => !DIGEST.test(text) || timeMs % MINUTE_MS !== 0)
  return odd === undefined ? null : { kind: 'text', seq: odd.seq }
}

function headFault(
  records: readonly ChainRecord[],
  facts: readonly CheckpointFacts[],
): OperatorFault | null {
  const [first, last] = [records[0]?.seq ?? 1, records.at(-1)?.seq ?? 0]
  for (const each of facts) {
    const { seq = 0, hash = GENESIS_HASH } = headOf(each) ?? {}
    const checkpoint = each.number
    if (seq > last) return { kind: 'short', seq, checkpoint }
    const named = seq === 0 ? GENESIS_HASH : records[seq - first]?.hash
    if (named !== undefined && named !== hash) return { kind: 'head', seq, checkpoint }
  }
  return null
}

/** The times between which an act must be dated, as far as the checkpoints tell. */
interface Window {
  fromMs: number
  untilMs: number
  /** The first checkpoint that names the act; null while none does. */
  checkpoint: number | null
}

/** The newest act that a checkpoint names; infinite if there is no checkpoint. */
const seqOf = (facts: CheckpointFacts | undefined): number =>
  facts === undefined ? Infinity : (headOf(facts)?.seq ?? 0)

/** Finds the window of an act. `facts` are checkpoints in their order that name the chain. */
export function windowOf(seq: number, facts: readonly CheckpointFacts[]): Window {
  const at = facts.findIndex((each) => seqOf(each) >= seq)
  const first = facts[at]
  const before = at < 0 ? facts.at(-1) : facts[at - 1]
  return {
    fromMs: before === undefined ? 0 : before.timeMs - LATE_MAX_MS,
    untilMs: first === undefined ? Infinity : first.timeMs + LATE_MAX_MS,
    checkpoint: first?.number ?? null,
  }
}

function dateFault(
  records: readonly ChainRecord[],
  facts: readonly CheckpointFacts[],
): OperatorFault | null {
  let next = 0
  for (const { seq, timeMs } of records) {
    while (seqOf(facts[next]) < seq) next += 1
    const { fromMs, untilMs, checkpoint } = windowOf(
      seq,
      facts.slice(Math.max(0, next - 1), next + 1),
    )
    if (timeMs >= minuteOf(fromMs) && timeMs <= untilMs) continue
    return { kind: 'date', seq, checkpoint: checkpoint ?? facts.at(-1)?.number ?? 0 }
  }
  return null
}

/** What the checkpoints say about a chain of acts. */
export interface OperatorReport {
  /** The first fault; null if there is none. */
  fault: OperatorFault | null
  /** The content of the checkpoints that name the chain, up to the first fault. */
  facts: readonly CheckpointFacts[]
}

/** Verifies the chain. Of a part that starts with a later record, the first record is not dated. */
export async function checkOperatorChain(
  { records, checkpoints }: OperatorChain,
  tools: SequenceTools,
): Promise<OperatorReport> {
  const sequence = await readSequence(checkpoints, tools, { withGaps: true })
  const facts = sequence.facts.filter((each) => headOf(each) !== null)
  const dated = records[0]?.seq === 1 ? records : records.slice(1)
  const fault =
    recordFault(records, tools.sha256) ??
    headFault(records, facts) ??
    sequence.fault ??
    dateFault(dated, facts)
  return { fault, facts }
}

/**
 * Whether a disclosed act is the one that the chain has under its number: its digest is the record's text, and its
 * exact time is in the record's minute. In the older formats the time may be earlier. The chain must have been
 * verified.
 */
export function isDisclosed(act: Act, records: readonly ChainRecord[], sha256: Sha256): boolean {
  const record = records[Number(act.seq) - (records[0]?.seq ?? 1)]
  if (record === undefined || record.text !== sha256(actText(act))) return false
  const minute = minuteOf(act.at)
  return act.format === 3 ? minute === record.timeMs : minute <= record.timeMs
}
