/** Whether a checkpoint continues one from long before, by the tree of checkpoints that both name. */
import type { CheckpointProof } from '#contract/tick-log.ts'
import type { CheckpointFacts } from '#rules/checkpoint.ts'
import { continues } from '#rules/growing-tree.ts'
import { bytesOfHex, rootByPath, type Sha256Bytes } from '#rules/merkle-tree.ts'

/** What is known of an earlier checkpoint. */
export interface KnownCheckpoint {
  number: number
  /** The SHA-256 of its text. */
  textHash: string
  /** Null if only its hash is known. */
  facts: CheckpointFacts | null
}

/**
 * Whether the tree of a checkpoint has the known one in its place, and begins with all that the known one's tree has.
 * False for a checkpoint up to format 3, which names no tree.
 */
export function proves(
  { inclusion, consistency }: CheckpointProof,
  later: CheckpointFacts,
  { known, sha256 }: { known: KnownCheckpoint; sha256: Sha256Bytes },
): boolean {
  const root = later.anchors?.earlier ?? null
  if (root === null || known.number >= later.number) return false
  const [size, leaf] = [later.number - 1, known.number - 1]
  const data = bytesOfHex(known.textHash)
  if (rootByPath({ leaf, size, path: inclusion }, data, sha256) !== root) return false
  const before = known.facts?.anchors?.earlier ?? null
  if (before === null) return true
  return continues({ size, root }, { size: leaf, root: before }, { path: consistency, sha256 })
}
