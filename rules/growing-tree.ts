/**
 * A Merkle tree (RFC 6962) that only grows: its nodes, and the proof that a later tree has all leaves of an earlier one
 * in the same places.
 */
import { bytesOfHex, hexOfBytes, nodeHash, type Sha256Bytes } from '#rules/merkle-tree.ts'

/** The leaves from `from` to before `to`. */
export interface LeafRange {
  from: number
  to: number
}

/** A tree: the number of its leaves, and its root in hex. */
export interface TreeHead {
  size: number
  root: string
}

/** The leaves of the left child: the largest power of two below the number of leaves. */
function leftOf(size: number): number {
  let left = 1
  while (left * 2 < size) left *= 2
  return left
}

/** The subtrees whose roots prove that a leaf is in a tree of this size, from the bottom. */
export function inclusionRanges(leaf: number, size: number): LeafRange[] {
  const ranges: LeafRange[] = []
  let [from, to] = [0, size]
  while (to - from > 1) {
    const middle = from + leftOf(to - from)
    const isLeft = leaf < middle
    ranges.unshift(isLeft ? { from: middle, to } : { from, to: middle })
    ;[from, to] = isLeft ? [from, middle] : [middle, to]
  }
  return ranges
}

/** The subtrees whose roots prove that the tree of the first `before` leaves is the start of a tree of this size. */
export function consistencyRanges(before: number, size: number): LeafRange[] {
  if (before === 0) return []
  const ranges: LeafRange[] = []
  let [from, to] = [0, size]
  while (to > before) {
    const middle = from + leftOf(to - from)
    const isLeft = before <= middle
    ranges.unshift(isLeft ? { from: middle, to } : { from, to: middle })
    ;[from, to] = isLeft ? [from, middle] : [middle, to]
  }
  // The earlier tree itself is known to who asks. A part of it is not.
  return from === 0 ? ranges : [{ from, to }, ...ranges]
}

/** A node all of whose leaves are there: those from `at` × 2^`level` on, 2^`level` of them. */
export interface WholeNode {
  level: number
  at: number
}

/** The whole nodes that a subtree consists of, from the left. Its start is a multiple of their sizes, as in proofs. */
export function wholeNodes({ from, to }: LeafRange): WholeNode[] {
  const nodes: WholeNode[] = []
  for (let [at, rest] = [from, to - from]; rest > 0; ) {
    const size = leftOf(rest + 1)
    nodes.push({ level: Math.log2(size), at: at / size })
    at += size
    rest -= size
  }
  return nodes
}

const joined = (left: string, right: string, sha256: Sha256Bytes): string =>
  hexOfBytes(nodeHash(bytesOfHex(left + right), sha256))

/** The root over whole nodes, from the left, in hex. The root of a tree without leaves is the hash of nothing. */
export function rootOfNodes(hashes: readonly string[], sha256: Sha256Bytes): string {
  if (hashes.length === 0) return hexOfBytes(sha256(new Uint8Array()))
  return hashes.reduceRight((right, left) => joined(left, right, sha256))
}

/** A whole node with its hash in hex. */
export interface HashedNode {
  /** It has 2^`level` leaves. */
  level: number
  hash: string
}

/** The whole nodes of a tree, from the left, with one more leaf, by the hash of the leaf in hex. */
export function grown(
  nodes: readonly HashedNode[],
  leaf: string,
  sha256: Sha256Bytes,
): HashedNode[] {
  const kept = [...nodes]
  let node = { level: 0, hash: leaf }
  for (let last = kept.at(-1); last?.level === node.level; last = kept.at(-1)) {
    kept.pop()
    node = { level: node.level + 1, hash: joined(last.hash, node.hash, sha256) }
  }
  return [...kept, node]
}

/**
 * Whether the later tree continues the earlier one, by the roots of the subtrees in `consistencyRanges`. False also if
 * the proof has another length.
 */
export function continues(
  later: TreeHead,
  earlier: TreeHead,
  { path, sha256 }: { path: readonly string[]; sha256: Sha256Bytes },
): boolean {
  if (earlier.size > later.size) return false
  if (earlier.size === later.size) return path.length === 0 && earlier.root === later.root
  if (earlier.size === 0) return path.length === 0 && earlier.root === rootOfNodes([], sha256)
  if (path.length !== consistencyRanges(earlier.size, later.size).length) return false
  const left = [...path]
  const taken = (): string => left.pop() ?? ''
  /** The roots of a subtree in the earlier and in the later tree. */
  const rootsOf = (before: number, size: number, isStart: boolean): [string, string] => {
    if (before === size) {
      const root = isStart ? earlier.root : taken()
      return [root, root]
    }
    const middle = leftOf(size)
    const beside = taken()
    if (before > middle) {
      const [old, now] = rootsOf(before - middle, size - middle, false)
      return [joined(beside, old, sha256), joined(beside, now, sha256)]
    }
    const [old, now] = rootsOf(before, middle, isStart)
    return [old, joined(now, beside, sha256)]
  }
  const [old, now] = rootsOf(earlier.size, later.size, true)
  return old === earlier.root && now === later.root
}
