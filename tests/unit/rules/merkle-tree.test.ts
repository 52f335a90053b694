import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  bytesOfHex,
  hexOfBytes,
  type LeafPath,
  pathOf,
  rootByPath,
  rootOf,
  treeOf,
} from '#rules/merkle-tree.ts'

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

/** The leaves of Certificate Transparency's tests, and the root of the tree of the first n of them. */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
].map(bytesOfHex)
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

/** The definition of RFC 6962, word for word, as the oracle. */
function rootByDefinition(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves
  if (first === undefined) return sha256(new Uint8Array())
  if (leaves.length === 1) return sha256(Uint8Array.from([0, ...first]))
  const split = 2 ** Math.ceil(Math.log2(leaves.length) - 1)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)].map(rootByDefinition)
  return sha256(Uint8Array.from([1, ...(left ?? []), ...(right ?? [])]))
}

const leavesOf = (size: number): Uint8Array[] =>
  Array.from({ length: size }, (_, n) => sha256(Uint8Array.from([n])))

describe('a tree of RFC 6962', () => {
  it.each(ROOTS.map((root, size) => [size, root] as const))(
    'of the first %i test leaves has the published root',
    (size, root) => {
      expect(rootOf(treeOf(LEAVES.slice(0, size), sha256), sha256)).toBe(root)
    },
  )

  it('is what the definition says, for each size', () => {
    for (let size = 0; size <= 70; size += 1) {
      const leaves = leavesOf(size)
      expect(rootOf(treeOf(leaves, sha256), sha256)).toBe(hexOfBytes(rootByDefinition(leaves)))
    }
  })

  it('has the published path: leaf 5 of 8 has three neighbours', () => {
    expect(pathOf(treeOf(LEAVES, sha256), 5).path).toEqual([
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ])
  })

  it('has no path for a leaf that it does not have', () => {
    const tree = treeOf(leavesOf(3), sha256)
    for (const leaf of [-1, 3, 0.5]) expect(() => pathOf(tree, leaf)).toThrow('no leaf')
  })
})

/** Everything that a forger may change about one path. */
function alterations(proof: LeafPath, leaves: readonly Uint8Array[]): LeafPath[] {
  const { leaf, size, path } = proof
  const [first = '', ...rest] = path
  const digit = first.startsWith('0') ? '1' : '0'
  return [
    ...leaves.flatMap((_, other) => (other === leaf ? [] : [{ ...proof, leaf: other }])),
    { ...proof, leaf: leaf + size },
    { ...proof, leaf: -1 },
    { ...proof, path: [...path, '0'.repeat(64)] },
    ...(path.length === 0
      ? []
      : [
          { ...proof, path: rest },
          { ...proof, path: path.slice(0, -1) },
          { ...proof, path: [`${digit}${first.slice(1)}`, ...rest] },
        ]),
    ...(path.length < 2 ? [] : [{ ...proof, path: path.toReversed() }]),
  ]
}

it.each([...Array.from({ length: 17 }, (_, n) => n + 1), 31, 32, 33])(
  'proves each leaf of a tree of %i, and nothing else about it',
  (size) => {
    const leaves = leavesOf(size)
    const tree = treeOf(leaves, sha256)
    const root = rootOf(tree, sha256)
    for (const [leaf, data] of leaves.entries()) {
      const proof = pathOf(tree, leaf)
      expect(rootByPath(proof, data, sha256)).toBe(root)
      expect(rootByPath(proof, Uint8Array.from([...data, 0]), sha256)).not.toBe(root)
      // One call of expect: there are tens of thousands of alterations.
      const roots = alterations(proof, leaves).map((other) => rootByPath(other, data, sha256))
      expect(roots).not.toContain(root)
    }
  },
)

it('refuses most other sizes; which size a root has, its checkpoint signs', () => {
  const leaves = leavesOf(11)
  const tree = treeOf(leaves, sha256)
  const believed = leaves.flatMap((data, leaf) =>
    [1, 2, 4, 8, 16, 32, 1e15].filter(
      (size) => rootByPath({ ...pathOf(tree, leaf), size }, data, sha256) === rootOf(tree, sha256),
    ),
  )
  expect(new Set(believed)).toEqual(new Set([16]))
})

it('writes the order of commitments into the tree', () => {
  const leaves = leavesOf(9)
  expect(rootOf(treeOf(leaves, sha256), sha256)).not.toBe(
    rootOf(treeOf(leaves.toReversed(), sha256), sha256),
  )
})
