/**
 * The products of a checkpoint. From format 6 on its text has only the root of a Merkle tree (RFC 6962), whose leaves
 * are the lines of the products. Those who remember or compare all products are shown them beside the text.
 */
import {
  type CheckpointFacts,
  type CheckpointHead,
  headLine,
  readCheckpointText,
  readHeadLines,
  type StatedText,
} from '#rules/checkpoint.ts'
import type { TreeHead } from '#rules/growing-tree.ts'
import { rootOf, type Sha256Bytes, treeOf } from '#rules/merkle-tree.ts'

/** The data of a leaf. The lines of products are ASCII. */
export const leafOfLine = (line: string): Uint8Array =>
  Uint8Array.from(line, (letter) => letter.charCodeAt(0))

/** The levels of the tree, as `treeOf` returns them. */
export const levelsOf = (heads: readonly CheckpointHead[], sha256: Sha256Bytes): Uint8Array[] =>
  treeOf(
    heads.map((head) => leafOfLine(headLine(head))),
    sha256,
  )

/** The tree of the heads of all products. */
export const productsOf = (heads: readonly CheckpointHead[], sha256: Sha256Bytes): TreeHead => ({
  size: heads.length,
  root: rootOf(levelsOf(heads, sha256), sha256),
})

/** Reads a checkpoint that is shown with all its products. Null also if they are not exactly those of its tree. */
export function readWhole(
  { text, heads: shown = [] }: Pick<StatedText, 'text' | 'heads'>,
  sha256: Sha256Bytes,
): CheckpointFacts | null {
  const facts = readCheckpointText(text)
  if (facts?.products === undefined) return facts
  const heads = readHeadLines(shown.map(headLine), { areTermed: true })
  if (heads === null) return null
  const { size, root } = productsOf(heads, sha256)
  return size === facts.products.size && root === facts.products.root ? { ...facts, heads } : null
}
