import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  type Anchors,
  type CheckpointFacts,
  checkpointText,
  findContradiction,
  formatOf,
  readCheckpointText,
  type SignedCheckpoint,
} from '#rules/checkpoint.ts'

it('writes one line a fact and one a product, none after the last', () => {
  const heads = [
    { symbol: 'GC', seq: 7, hash: 'a'.repeat(64) },
    { symbol: 'SI', seq: 0, hash: '0'.repeat(64) },
  ]
  const text = checkpointText({
    number: 3,
    timeMs: 1_000,
    previous: 'b'.repeat(64),
    anchors: null,
    heads,
  })
  expect(text).toBe(
    `fairtick-checkpoint-1\n3\n1000\n${'b'.repeat(64)}\nGC 7 ${'a'.repeat(64)}\nSI 0 ${'0'.repeat(64)}`,
  )
})

const HASHES = { a: 'a'.repeat(64), b: 'b'.repeat(64), c: 'c'.repeat(64) }
type Change = Partial<Pick<CheckpointFacts, 'previous' | 'anchors'>> & {
  seq?: number
  hash?: string
}

/** A signed checkpoint whose product has ten records per number, each with the same hash. */
function signedAt(number: number, { seq = number * 10, hash = HASHES.a, ...change }: Change = {}) {
  const heads = [{ symbol: 'GC', seq, hash }]
  const plain = { number, timeMs: number, previous: HASHES.a, anchors: null, heads }
  const facts: CheckpointFacts = { ...plain, ...change }
  const text = checkpointText(facts)
  return {
    signed: { text, signature: '', keyId: '' },
    textHash: createHash('sha256').update(text).digest('hex'),
    facts,
  }
}

const anchors = (seq: number, hash = HASHES.a): Anchors => ({
  orders: { size: 0, root: HASHES.a },
  devices: { seq, hash },
  seeds: { seq: 0, hash: HASHES.a },
  operators: { seq: 0, hash: HASHES.a },
  earlier: null,
  starts: null,
})

describe('a text of format 6', () => {
  const products = { size: 2, root: HASHES.c }
  const grown = { ...anchors(1), earlier: HASHES.b, starts: { seq: 0, hash: HASHES.a } }
  const facts: CheckpointFacts = {
    number: 3,
    timeMs: 1_000,
    previous: HASHES.b,
    anchors: grown,
    products,
    heads: [],
  }
  const text = checkpointText(facts)

  it('ends with the tree of the products, and names none of them', () => {
    expect(text.split('\n').at(-1)).toBe(`products 2 ${HASHES.c}`)
    expect(checkpointText({ ...facts, heads: [{ symbol: 'GC', seq: 7, hash: HASHES.a }] })).toBe(
      text,
    )
    expect(readCheckpointText(text)).toMatchObject(facts)
    expect(formatOf(facts)).toBe(6)
  })

  it.each([
    ['a line of a product', `${text}\nGC 7 ${HASHES.a} ${'a'.repeat(16)}`],
    ['a second tree', `${text}\nproducts 2 ${HASHES.c}`],
    ['no tree', text.replace(/\nproducts.*/, '')],
    ['a tree of another name', text.replace('products', 'orders')],
    ['a size that is spelled otherwise', text.replace('products 2', 'products 02')],
    ['a size that is too large', text.replace('products 2', 'products 9007199254740992')],
    ...['orders', 'devices', 'seeds', 'operators', 'starts'].map((chain): [string, string] => [
      `a number of ${chain} that is too large`,
      text.replace(new RegExp(`${chain} \\d+`), `${chain} 9007199254740992`),
    ]),
    ['terms of its tree', `${text} ${'a'.repeat(16)}`],
    ['the number of format 5', text.replace('checkpoint-6', 'checkpoint-5')],
  ])('has nothing else: not %s', (_, other) => {
    expect(readCheckpointText(other)).toBeNull()
  })
})

describe('a product in a checkpoint of format 4', () => {
  const [one, two] = ['a'.repeat(16), 'b'.repeat(16)]
  const textOf = (terms?: string[], earlier: string | null = HASHES.b): string =>
    checkpointText({
      number: 1,
      timeMs: 1,
      previous: HASHES.a,
      anchors: { ...anchors(0), earlier },
      heads: [{ symbol: 'GC', seq: 7, hash: HASHES.a, terms }],
    })
  it('has the terms in force since the checkpoint before', () => {
    for (const terms of [[one], [one, two]]) {
      const read = readCheckpointText(textOf(terms))
      expect(read?.heads).toEqual([{ symbol: 'GC', seq: 7, hash: HASHES.a, terms }])
    }
  })
  it('is unreadable without them, as one with them is in an older format', () => {
    expect(readCheckpointText(textOf())).toBeNull()
    expect(readCheckpointText(textOf([]))).toBeNull()
    expect(readCheckpointText(textOf([one], null))).toBeNull()
    expect(readCheckpointText(textOf([one]).replace(` ${one}`, ` ${'A'.repeat(16)}`))).toBeNull()
  })
})

describe('two checkpoints', () => {
  const first = signedAt(3)
  const contradictions: [string, SignedCheckpoint, SignedCheckpoint][] = [
    ['have the same number and other texts', first, signedAt(3, { previous: HASHES.b })],
    ['follow each other without the hash', first, signedAt(4)],
    ['have a price log that becomes shorter', first, signedAt(9, { seq: 29 })],
    ['have another record of one number', first, signedAt(9, { seq: 30, hash: HASHES.b })],
    [
      'have a chain that becomes shorter',
      signedAt(3, { anchors: anchors(5) }),
      signedAt(9, { anchors: anchors(4) }),
    ],
    [
      'have another chain of one length',
      signedAt(3, { anchors: anchors(5) }),
      signedAt(9, { anchors: anchors(5, HASHES.c) }),
    ],
    ['go back to an older format', signedAt(3, { anchors: anchors(5) }), signedAt(9)],
  ]
  it.each(contradictions)('contradict each other if they %s', (_, earlier, later) => {
    expect(findContradiction([later, earlier])?.map(({ facts }) => facts.number)).toEqual([
      earlier.facts.number,
      later.facts.number,
    ])
  })

  it('agree if the later one continues the earlier one', () => {
    const next = signedAt(4, { previous: first.textHash })
    const closed = signedAt(9, { seq: 40 })
    expect(findContradiction([closed, next, first, first])).toBeNull()
    expect(findContradiction([first])).toBeNull()
  })
})
