/**
 * The public chain `starts`: each start of the server, and each restore of its data from an older copy, which says what
 * was kept. A restore explains why checkpoints that were signed are no longer in the log.
 */
import type { ChainRecord } from '#contract/record-chain.ts'

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

/** Reads a record of the chain. Null if it is none. */
export function readStart({ seq, text }: Pick<ChainRecord, 'seq' | 'text'>): StartRecord | null {
  const [, kind, since, number, textHash = ''] = RECORD.exec(text) ?? []
  if (kind === undefined) return null
  return {
    kind: kind === 'start' ? 'start' : 'restored',
    seq,
    sinceMs: Number(since),
    number: Number(number),
    textHash,
  }
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
