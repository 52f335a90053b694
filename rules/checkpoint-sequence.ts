/** Reads signed checkpoints in their order, each of which has to continue the one before. */
import type { SignedText } from '#contract/signed-text.ts'
import { type CheckpointFacts, goesBack, type StatedText } from '#rules/checkpoint.ts'
import { readWhole } from '#rules/checkpoint-products.ts'
import { grown, type HashedNode, rootOfNodes } from '#rules/growing-tree.ts'
import { bytesOfHex, hexOfBytes, leafHash, type Sha256Bytes } from '#rules/merkle-tree.ts'
import { GENESIS_HASH, type Sha256 } from '#rules/tick-chain.ts'

/** The cryptography that the caller provides. */
export interface SequenceTools {
  sha256: Sha256
  sha256Bytes: Sha256Bytes
  /** Whether a trusted key of a server signed the text. */
  verify(signed: SignedText): Promise<boolean>
}

/** The first checkpoint that is not as it should be. */
export type CheckpointFault =
  /** It is malformed, shown with other products than those of its tree, or not signed by a trusted key. */
  | { kind: 'signature'; checkpoint: number }
  /** It does not contain the hash of the one before, or not the root of the tree of all before. */
  | { kind: 'checkpoints'; checkpoint: number }
  /** It is of an older format than the one before, or a chain that it names is shorter or another. */
  | { kind: 'back'; checkpoint: number }

/** The content of checkpoints, up to the first fault. */
export interface CheckpointSequence {
  facts: CheckpointFacts[]
  fault: CheckpointFault | null
}

const leafOf = (textHash: string, sha256: Sha256Bytes): string =>
  hexOfBytes(leafHash(bytesOfHex(textHash), sha256))

/** Parses checkpoints, oldest first. `withGaps` allows checkpoints to be missing between them. */
export async function readSequence(
  checkpoints: readonly StatedText[],
  { sha256, sha256Bytes, verify }: SequenceTools,
  { withGaps = false } = {},
): Promise<CheckpointSequence> {
  const facts: CheckpointFacts[] = []
  let hashBefore: string | null = null
  /** The tree of all before; null if some of them are not known. */
  let tree: HashedNode[] | null = []
  for (const statement of checkpoints) {
    const before = facts.at(-1)
    const read = readWhole(statement, sha256Bytes)
    const checkpoint = read?.number ?? (before?.number ?? 0) + 1
    if (read === null || !(await verify(statement))) {
      return { facts, fault: { kind: 'signature', checkpoint } }
    }
    if (checkpoint !== (before?.number ?? 0) + 1) tree = null
    const expected = before === undefined && checkpoint === 1 ? GENESIS_HASH : hashBefore
    const isAfterGap = withGaps && before !== undefined && checkpoint > before.number + 1
    const root: string | null =
      tree &&
      rootOfNodes(
        tree.map(({ hash }) => hash),
        sha256Bytes,
      )
    const isOther = root !== null && (read.anchors?.earlier ?? root) !== root
    if (isOther || (expected !== null && !isAfterGap && read.previous !== expected)) {
      return { facts, fault: { kind: 'checkpoints', checkpoint } }
    }
    if (before !== undefined && goesBack(read, before)) {
      return { facts, fault: { kind: 'back', checkpoint } }
    }
    facts.push(read)
    hashBefore = sha256(statement.text)
    tree &&= grown(tree, leafOf(hashBefore, sha256Bytes), sha256Bytes)
  }
  return { facts, fault: null }
}
