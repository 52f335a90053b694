/** Checks that the server signed the heads of a receipt's two slices, and that it did so in time. */
import type { LogSegment, ReceiptEvidence } from '#contract/settlement-receipt.ts'
import type { SignedText } from '#contract/signed-text.ts'
import {
  CHECKPOINT_DELAY_MAX_MS,
  type CheckpointFacts,
  formatOf,
  SILENCE_SHOWN_SINCE,
} from '#rules/checkpoint.ts'
import { readProven } from '#rules/checkpoint-line.ts'
import type { Sha256Bytes } from '#rules/merkle-tree.ts'
import { isContradicted } from '#rules/one-history.ts'
import {
  isDisproved,
  joinedSilences,
  type Outage,
  outagesIn,
  type Silence,
  silencesIn,
  writtenAt,
} from '#rules/outage.ts'
import { startOf } from '#rules/signed-order.ts'
import type { Sha256 } from '#rules/tick-chain.ts'

interface CheckpointTools {
  sha256: Sha256
  sha256Bytes: Sha256Bytes
  verify(signed: SignedText): Promise<boolean>
}

/**
 * `waiting`: a checkpoint is not signed yet. `unproved`: nothing is wrong, but the server was away, and signed what
 * happened meanwhile only afterwards. `seq`: the record of the log that is at fault.
 */
export interface CheckpointFinding {
  verdict: 'holds' | 'fails' | 'waiting' | 'unproved'
  seq?: number
  /** When the server was away, in order and without repetitions. */
  silences?: readonly Silence[]
}
const HOLDS: CheckpointFinding = { verdict: 'holds' }
const FAILS: CheckpointFinding = { verdict: 'fails' }

/** The content of both checkpoints; null if one is missing or malformed. */
export const checkpointsOf = (
  { entry, exit }: Pick<ReceiptEvidence, 'entry' | 'exit'>,
  { sha256Bytes }: Pick<CheckpointTools, 'sha256Bytes'>,
): (CheckpointFacts | null)[] =>
  [entry, exit].map(({ checkpoint }) => checkpoint && readProven(checkpoint, sha256Bytes))

/** The outages that the segments state. */
const outagesOf = ({ entry, exit }: ReceiptEvidence): Outage[] =>
  [entry, exit].flatMap(({ records }) => outagesIn(records))

/**
 * The checkpoint's head of this product must be the last record of the segment around `momentMs`. The server must not
 * have signed it during an outage.
 */
async function checkSegment(
  receipt: ReceiptEvidence,
  { records, checkpoint }: LogSegment,
  momentMs: number,
  { sha256Bytes, verify }: CheckpointTools,
): Promise<CheckpointFinding> {
  if (checkpoint === null) return { verdict: 'waiting' }
  if (!(await verify(checkpoint))) return FAILS
  const last = records.at(-1)
  const facts = readProven(checkpoint, sha256Bytes)
  const head = facts?.heads.find((each) => each.symbol === receipt.order.symbol)
  if (last === undefined || facts === null || head === undefined) return FAILS
  const { timeMs } = facts
  const age = timeMs - writtenAt(last)
  const saysSilence = formatOf(facts) >= SILENCE_SHOWN_SINCE
  const isTimely = age >= 0 && (saysSilence || age <= CHECKPOINT_DELAY_MAX_MS)
  const isSame = head.seq === last.seq && head.hash === last.hash
  const isRefuting = outagesOf(receipt).some((outage) =>
    isDisproved(outage, { head: last, timeMs }),
  )
  if (!isSame || !isTimely || isRefuting) return { ...FAILS, seq: last.seq }
  const silences = saysSilence ? silencesIn(records, timeMs, momentMs) : []
  return silences.length === 0 ? HOLDS : { verdict: 'unproved', silences }
}

/** No device signed before checkpoints stated more than the price logs. */
const isDowngraded = (receipt: ReceiptEvidence, tools: CheckpointTools): boolean =>
  receipt.device !== undefined &&
  checkpointsOf(receipt, tools).some((facts) => facts !== null && facts.anchors === null)

/** Verifies the checkpoints of both segments. */
export async function checkCheckpoints(
  receipt: ReceiptEvidence,
  tools: CheckpointTools,
): Promise<CheckpointFinding> {
  if (isDowngraded(receipt, tools)) return FAILS
  const findings = [
    await checkSegment(receipt, receipt.entry, startOf(receipt.order), tools),
    await checkSegment(receipt, receipt.exit, receipt.order.expiresAt, tools),
  ]
  const silences = joinedSilences(findings.flatMap((each) => each.silences ?? []))
  return (
    findings.find(({ verdict }) => verdict === 'fails') ??
    (isContradicted(receipt, tools) ? FAILS : null) ??
    findings.find(({ verdict }) => verdict === 'waiting') ??
    (silences.length === 0 ? HOLDS : { verdict: 'unproved', silences })
  )
}
