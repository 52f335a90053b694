/**
 * The public chain `starts`: each start of the server, and each restore of its data from an older copy, which says what
 * was kept. A restore explains why checkpoints that were signed are no longer in the log.
 */
import type { ChainRecord } from '#contract/record-chain.ts'
import type { ReceiptEvidence } from '#contract/settlement-receipt.ts'
import type { SignedText } from '#contract/signed-text.ts'
import { type CheckpointFacts, readCheckpointText } from '#rules/checkpoint.ts'
import { findRecordFault } from '#rules/record-chain.ts'
import type { Sha256 } from '#rules/tick-chain.ts'

/** What a record of the chain says: its start is at `sinceMs`, and the newest checkpoint then was `number`. */
export interface StartRecord {
  kind: 'start' | 'restored'
  seq: number
  sinceMs: number
  /** 0 if there was none. */
  number: number
  /** The SHA-256 of that checkpoint's text; 64 zeros if there was none. */
  textHash: string
}

/**
 * `start TIME checkpoint NUMBER HASH`. A restore names the first start on the older copy: what was signed before that
 * time, and after that checkpoint, is lost.
 */
const RECORD = /^(start|restored) ([1-9]\d{0,15}) checkpoint (0|[1-9]\d{0,15}) ([0-9a-f]{64})$/

/** Reads a record of the chain. Null if it is none, or has a number that not every language can read. */
function readStart({ seq, text }: Pick<ChainRecord, 'seq' | 'text'>): StartRecord | null {
  const [, kind, since, checkpoint, textHash = ''] = RECORD.exec(text) ?? []
  const [sinceMs, number] = [Number(since), Number(checkpoint)]
  if (!Number.isSafeInteger(sinceMs) || !Number.isSafeInteger(number)) return null
  return { kind: kind === 'start' ? 'start' : 'restored', seq, sinceMs, number, textHash }
}

/** The restores among records of the chain, oldest first. */
export const restoresIn = (records: readonly ChainRecord[]): StartRecord[] =>
  records
    .map(readStart)
    .filter((start) => start !== null)
    .filter(({ kind }) => kind === 'restored')

/** What a restore says, under its number in the chain. */
export type Restore = Pick<StartRecord, 'seq' | 'number' | 'sinceMs'>

/** Whether a restore says that a checkpoint is lost. */
export const isLost = (
  { number, timeMs }: { number: number; timeMs: number },
  restores: readonly Restore[],
): boolean => restores.some((kept) => timeMs < kept.sinceMs && number > kept.number)

/** The whole chain of starts, and checkpoints that may name it. */
export interface StatedStarts {
  records: readonly ChainRecord[]
  /** In any order. */
  checkpoints: readonly SignedText[]
}

/**
 * The restores that a signed checkpoint names. Null if the records are no chain, if no checkpoint that the server
 * signed names one of them, or if one names another record and no restore says that it is lost.
 */
export async function signedRestores(
  { records, checkpoints }: StatedStarts,
  { sha256, verify }: { sha256: Sha256; verify(signed: SignedText): Promise<boolean> },
): Promise<StartRecord[] | null> {
  if (findRecordFault('starts', records, { sha256 }) !== null) return null
  const facts = checkpoints.map(({ text }) => readCheckpointText(text))
  const holds = await Promise.all(checkpoints.map(verify))
  const signed = facts.filter((_, i) => holds[i]).filter((each) => each !== null)
  const headOf = (each: CheckpointFacts) => each.anchors?.starts ?? { seq: 0, hash: '' }
  const isNamed = (each: CheckpointFacts): boolean =>
    records[headOf(each).seq - 1]?.hash === headOf(each).hash
  const through = Math.max(0, ...signed.filter(isNamed).map((each) => headOf(each).seq))
  const restores = restoresIn(records.slice(0, through))
  const isOther = (each: CheckpointFacts): boolean =>
    headOf(each).seq > 0 && headOf(each).seq <= records.length && !isNamed(each)
  return through === 0 || signed.some((each) => isOther(each) && !isLost(each, restores))
    ? null
    : restores
}

/** The restore that says that the server lost a checkpoint of the prices in a receipt; null if there is none. */
export function restoreBehind(
  receipt: Pick<ReceiptEvidence, 'entry' | 'exit'>,
  restores: readonly StartRecord[],
): StartRecord | null {
  const facts = [receipt.entry, receipt.exit].map(
    ({ checkpoint }) => checkpoint && readCheckpointText(checkpoint.text),
  )
  const isBehind = (restore: StartRecord): boolean =>
    facts.some((each) => each !== null && isLost(each, [restore]))
  return restores.find(isBehind) ?? null
}
