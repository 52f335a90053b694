/**
 * The line of one product of a checkpoint. From format 6 on the text names the tree of these lines only, and a reader
 * who needs one product is shown its line with the path to the root (rules/checkpoint-products.ts has the tree).
 */
import type { ProductLine, ProvenText } from '#contract/checkpoint-products.ts'
import {
  type CheckpointFacts,
  type CheckpointHead,
  headLine,
  readCheckpointText,
  readHeadLines,
} from '#rules/checkpoint.ts'
import { leafOfLine, levelsOf } from '#rules/checkpoint-products.ts'
import { pathOf, rootByPath, type Sha256Bytes } from '#rules/merkle-tree.ts'

/** The line of one of the products, with its path. Undefined if it is none of them. */
export function productLineOf(
  heads: readonly CheckpointHead[],
  symbol: string,
  sha256: Sha256Bytes,
): ProductLine | undefined {
  const at = heads.findIndex((head) => head.symbol === symbol)
  const head = heads[at]
  if (head === undefined) return undefined
  const { leaf, path } = pathOf(levelsOf(heads, sha256), at)
  return { line: headLine(head), leaf, path }
}

/**
 * Reads a checkpoint that is shown with the line of one product. A line that is not in its tree counts as none. Null
 * unless the text is that of a checkpoint.
 */
export function readProven(
  { text, product }: Pick<ProvenText, 'text' | 'product'>,
  sha256: Sha256Bytes,
): CheckpointFacts | null {
  const facts = readCheckpointText(text)
  if (facts?.products === undefined || product === undefined) return facts
  const { line, leaf, path } = product
  const { size, root } = facts.products
  const heads = readHeadLines([line], { areTermed: true })
  const isInTree = rootByPath({ leaf, size, path }, leafOfLine(line), sha256) === root
  return heads !== null && isInTree ? { ...facts, heads } : facts
}
