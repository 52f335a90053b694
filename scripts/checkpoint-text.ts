/** Reads pages of checkpoints for the commands that verify, and says what is wrong with a sequence of them. */
import { listCheckpoints } from '#contract/endpoints/history.ts'
import type { Checkpoint } from '#contract/tick-log.ts'
import type { CheckpointFault } from '#rules/checkpoint-sequence.ts'
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
