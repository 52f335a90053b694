/** Reads pages of checkpoints and of starts for the commands that verify, and says what is wrong with them. */
import { listChain, listCheckpoints } from '#contract/endpoints/history.ts'
import type { SignedText } from '#contract/signed-text.ts'
import type { Checkpoint } from '#contract/tick-log.ts'
import type { CheckpointFault } from '#rules/checkpoint-sequence.ts'
import type { CheckTools } from '#rules/receipt-check.ts'
import { signedRestores, type StartRecord } from '#rules/restore.ts'
import { readAs, readText } from './receipt-tools.ts'

/** The checkpoints of all pages, oldest first. */
export const checkpointsIn = (files: readonly string[]): Checkpoint[] =>
  files
    .flatMap(
      (file) =>
        readAs(listCheckpoints.reply, readText(file), `${file}: a reply of /api/checkpoints`)
          .checkpoints,
    )
    .toSorted((one, other) => one.number - other.number)

/**
 * The restores in pages of `/api/chains/starts`, of which none needs to be there. Throws if they are no chain that one
 * of the checkpoints names.
 */
export async function restoresOf(
  files: readonly string[],
  checkpoints: readonly SignedText[],
  tools: CheckTools,
): Promise<StartRecord[]> {
  if (files.length === 0) return []
  const records = files
    .flatMap(
      (file) =>
        readAs(listChain.reply, readText(file), `${file}: a reply of /api/chains/starts`).records,
    )
    .toSorted((one, other) => one.seq - other.seq)
  const restores = await signedRestores({ records, checkpoints }, tools)
  if (restores === null) throw new Error('no signed checkpoint names the chain of starts')
  return restores
}

/** The restore in words. */
export function restoreText({ sinceMs, number }: StartRecord): string {
  const since = `it started on an older copy of its data at ${new Date(sinceMs).toISOString()}`
  return `the server lost a part of its history: ${since}; checkpoint ${number} is the last one kept`
}

/** The fault in words. */
export function checkpointFaultText({ kind, checkpoint }: CheckpointFault): string {
  switch (kind) {
    case 'signature':
      return `checkpoint ${checkpoint} is not signed by a known key`
    case 'checkpoints':
      return `checkpoint ${checkpoint} does not name the one before it`
    case 'back':
      return `checkpoint ${checkpoint} goes back behind the one before it`
  }
}
