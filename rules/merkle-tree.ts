/**
 * The Merkle tree of RFC 6962, by which a checkpoint names all acceptances and refusals in one hash. Leaves are salted
 * commitments, so that the public list tells nothing to those who do not have the signed text.
 */
import type { Sha256 } from '#rules/tick-chain.ts'

/** SHA-256 over bytes, for hashes of hashes. */
export type Sha256Bytes = (bytes: Uint8Array) => Uint8Array

/** Where a leaf is in its tree, and the hashes beside its way to the root, from the bottom, in hex. */
export interface LeafPath {
  leaf: number
  size: number
  path: string[]
}

const HASH_BYTES = 32
const LEAF_PREFIX = 0
const NODE_PREFIX = 1
/** Hashes between two yields of `growTree`, less than a millisecond. */
const HASHES_PER_STEP = 128

/** The bytes of lower-case hex digits. */
export const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  )

/** Bytes as lower-case hex digits. */
export const hexOfBytes = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The commitment to a signed text, in hex. `salt` is 16 random bytes in hex, which only the text's owner receives. */
export const commitmentOf = (salt: string, text: string, sha256: Sha256): string =>
  sha256(`fairtick-commitment-1|${salt}|${text}`)

function prefixed(prefix: number, bytes: Uint8Array): Uint8Array {
  const all = new Uint8Array(bytes.length + 1)
  all[0] = prefix
  all.set(bytes, 1)
  return all
}

/** The hash of a leaf by its data. */
export const leafHash = (data: Uint8Array, sha256: Sha256Bytes): Uint8Array =>
  sha256(prefixed(LEAF_PREFIX, data))

/** The hash of an inner node by the hashes of its two children, one after the other. */
export const nodeHash = (children: Uint8Array, sha256: Sha256Bytes): Uint8Array =>
  sha256(prefixed(NODE_PREFIX, children))

const hashAt = (level: Uint8Array, at: number): Uint8Array =>
  level.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)

/**
 * Computes a tree by its leaves' data and returns its levels from the leaves to the root, each as its hashes one after
 * the other. A node without a neighbour is the same node in the level above, as in the RFC. It yields now and then, so
 * that a server can do other work meanwhile.
 */
export function* growTree(
  leaves: readonly Uint8Array[],
  sha256: Sha256Bytes,
): Generator<undefined, Uint8Array[]> {
  let level = new Uint8Array(leaves.length * HASH_BYTES)
  for (const [at, data] of leaves.entries()) {
    level.set(leafHash(data, sha256), at * HASH_BYTES)
    if (at % HASHES_PER_STEP === HASHES_PER_STEP - 1) yield
  }
  const levels = [level]
  for (let count = leaves.length; count > 1; ) {
    const pairs = Math.floor(count / 2)
    const above = new Uint8Array((count - pairs) * HASH_BYTES)
    for (let at = 0; at < pairs; at += 1) {
      const children = level.subarray(at * 2 * HASH_BYTES, (at + 1) * 2 * HASH_BYTES)
      above.set(nodeHash(children, sha256), at * HASH_BYTES)
      if (at % HASHES_PER_STEP === HASHES_PER_STEP - 1) yield
    }
    if (count % 2 === 1) above.set(hashAt(level, count - 1), pairs * HASH_BYTES)
    levels.push(above)
    level = above
    count -= pairs
  }
  return levels
}

/** Computes a tree in one go. */
export function treeOf(leaves: readonly Uint8Array[], sha256: Sha256Bytes): Uint8Array[] {
  const growing = growTree(leaves, sha256)
  for (;;) {
    const step = growing.next()
    if (step.done === true) return step.value
  }
}

/** The root of a tree in hex. The root of a tree without leaves is the hash of nothing. */
export function rootOf(levels: readonly Uint8Array[], sha256: Sha256Bytes): string {
  const root = levels.at(-1) ?? new Uint8Array()
  return hexOfBytes(root.length === 0 ? sha256(root) : root)
}

/** The path of a leaf of the tree. */
export function pathOf(levels: readonly Uint8Array[], leaf: number): LeafPath {
  const size = (levels[0]?.length ?? 0) / HASH_BYTES
  if (!Number.isInteger(leaf) || leaf < 0 || leaf >= size) throw new Error(`no leaf ${leaf}`)
  const path: string[] = []
  let at = leaf
  for (const level of levels) {
    const neighbour = hashAt(level, at % 2 === 0 ? at + 1 : at - 1)
    if (neighbour.length > 0) path.push(hexOfBytes(neighbour))
    at = Math.floor(at / 2)
  }
  return { leaf, size, path }
}

const half = (count: number): number => Math.floor(count / 2)

/** The root in hex to which the path leads from the leaf with this data; null if it is no path of such a tree. */
export function rootByPath(
  { leaf, size, path }: LeafPath,
  data: Uint8Array,
  sha256: Sha256Bytes,
): string | null {
  if (leaf < 0 || leaf >= size) return null
  let [at, last] = [leaf, size - 1]
  let hash = leafHash(data, sha256)
  for (const hex of path) {
    if (last === 0) return null
    const neighbour = bytesOfHex(hex)
    const isRight = at % 2 === 1 || at === last
    hash = nodeHash(
      Uint8Array.from(isRight ? [...neighbour, ...hash] : [...hash, ...neighbour]),
      sha256,
    )
    // A last node without a neighbour rises unchanged, up to the level where it has one on its left.
    const risesFurther = (): boolean => isRight && at % 2 === 0 && at > 0
    while (risesFurther()) [at, last] = [half(at), half(last)]
    ;[at, last] = [half(at), half(last)]
  }
  return last === 0 ? hexOfBytes(hash) : null
}
