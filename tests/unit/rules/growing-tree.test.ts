import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  consistencyRanges,
  continues,
  inclusionRanges,
  type LeafRange,
  rootOfNodes,
  type TreeHead,
  wholeNodes,
} from '#rules/growing-tree.ts'
import { bytesOfHex, pathOf, rootByPath, rootOf, treeOf } from '#rules/merkle-tree.ts'

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const LEAVES = Array.from({ length: 40 }, (_, n) => sha256(Uint8Array.from([n])))
const rootOver = ({ from, to }: LeafRange): string =>
  rootOf(treeOf(LEAVES.slice(from, to), sha256), sha256)
const headOf = (size: number): TreeHead => ({ size, root: rootOver({ from: 0, to: size }) })
const proofOf = (before: number, size: number): string[] =>
  consistencyRanges(before, size).map(rootOver)
const pairs = Array.from({ length: LEAVES.length + 1 }, (_, size) =>
  Array.from({ length: size + 1 }, (_, before) => [before, size] as const),
).flat()

/** Leaves and consistency proofs of Certificate Transparency's tests. */
const PUBLISHED_LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657']
const PUBLISHED = [...PUBLISHED_LEAVES, '606162636465666768696a6b6c6d6e6f'].map(bytesOfHex)
const PROOFS = [
  [
    1,
    8,
    [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  ],
  [
    6,
    8,
    [
      '0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  ],
  [
    2,
    5,
    [
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  ],
] as const

describe('a tree that grows', () => {
  it.each(PROOFS)('proves from %i to %i as published', (before, size, path) => {
    const heads = [size, before].map((count) => ({
      size: count,
      root: rootOf(treeOf(PUBLISHED.slice(0, count), sha256), sha256),
    }))
    const [later = headOf(0), earlier = headOf(0)] = heads
    expect(continues(later, earlier, { path, sha256 })).toBe(true)
    expect(
      consistencyRanges(before, size).map(({ from, to }) =>
        rootOf(treeOf(PUBLISHED.slice(from, to), sha256), sha256),
      ),
    ).toEqual(path)
  })

  it('proves that each tree continues each earlier one, and no other', () => {
    for (const [before, size] of pairs) {
      const [later, earlier, path] = [headOf(size), headOf(before), proofOf(before, size)]
      const of = (one: TreeHead, other: TreeHead, by: readonly string[]): boolean =>
        continues(one, other, { path: by, sha256 })
      expect(of(later, earlier, path)).toBe(true)
      const another = 'a'.repeat(64)
      expect(of({ ...later, root: another }, earlier, path)).toBe(before === 0 && size > 0)
      expect(of(later, { ...earlier, root: another }, path)).toBe(false)
      expect(of(later, earlier, [...path, another])).toBe(false)
      for (const at of path.keys()) {
        expect(of(later, earlier, path.with(at, another))).toBe(false)
        expect(of(later, earlier, path.toSpliced(at, 1))).toBe(false)
      }
      if (before < size) expect(of(earlier, later, path)).toBe(false)
    }
  })

  it('does not continue a tree with another leaf', () => {
    const forked = LEAVES.with(3, sha256(Uint8Array.from([99])))
    const earlier = { size: 9, root: rootOf(treeOf(forked.slice(0, 9), sha256), sha256) }
    for (let size = 9; size <= LEAVES.length; size += 1) {
      const path = proofOf(9, size)
      expect(continues(headOf(size), earlier, { path, sha256 })).toBe(false)
    }
  })

  it('proves each leaf by the roots of the same subtrees as its path', () => {
    for (const [leaf, size] of pairs.filter(([before, count]) => before < count)) {
      const path = inclusionRanges(leaf, size).map(rootOver)
      expect(path).toEqual(pathOf(treeOf(LEAVES.slice(0, size), sha256), leaf).path)
      const data = LEAVES[leaf] ?? new Uint8Array()
      expect(rootByPath({ leaf, size, path }, data, sha256)).toBe(headOf(size).root)
    }
  })

  it('is computed from nodes that never change', () => {
    const isAligned = ({ from, to }: LeafRange): boolean =>
      wholeNodes({ from, to }).every(({ at }) => Number.isInteger(at))
    for (const [before, size] of pairs) {
      const ranges = [...consistencyRanges(before, size), { from: 0, to: size }]
      if (before < size) ranges.push(...inclusionRanges(before, size))
      for (const range of ranges) {
        expect(isAligned(range)).toBe(true)
        const hashes = wholeNodes(range).map(({ level, at }) =>
          rootOver({ from: at * 2 ** level, to: (at + 1) * 2 ** level }),
        )
        expect(rootOfNodes(hashes, sha256)).toBe(rootOver(range))
      }
    }
  })
})
