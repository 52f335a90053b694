import { describe, expect, it } from 'vitest'
import { type CheckpointFacts, type CheckpointHead, checkpointText } from '#rules/checkpoint.ts'
import { productLineOf, readProven } from '#rules/checkpoint-line.ts'
import { productsOf, readWhole } from '#rules/checkpoint-products.ts'
import { NO_ORDERS, SOME_ROOT, tools } from '#support/settled-receipt.ts'

const { sha256Bytes } = tools
const terms = ['0123456789abcdef']
const headsOf = (count: number): CheckpointHead[] =>
  Array.from({ length: count }, (_, n) => ({
    symbol: `P${n + 10}`,
    seq: n,
    hash: n.toString(16).padStart(64, '0'),
    terms,
  }))

const anchors = { ...NO_ORDERS, earlier: SOME_ROOT, starts: { seq: 0, hash: SOME_ROOT } }
const factsOf = (heads: readonly CheckpointHead[]): CheckpointFacts => {
  const stated = { number: 1, timeMs: 1_000, previous: SOME_ROOT, anchors }
  return { ...stated, products: productsOf(heads, sha256Bytes), heads: [...heads] }
}

describe.each([1, 2, 3, 5, 26, 33])('a checkpoint of %i products', (count) => {
  const heads = headsOf(count)
  const facts = factsOf(heads)
  const text = checkpointText(facts)

  it('shows each of them by its line', () => {
    for (const head of heads) {
      const product = productLineOf(heads, head.symbol, sha256Bytes)
      expect(readProven({ text, product }, sha256Bytes)).toMatchObject({ ...facts, heads: [head] })
    }
  })

  it('shows none in the place of another one, or where there is none', () => {
    for (const { symbol } of heads) {
      const product = productLineOf(heads, symbol, sha256Bytes)
      if (product === undefined) throw new Error('no line')
      for (let leaf = 0; leaf < count + 2; leaf += 1) {
        if (leaf === product.leaf) continue
        const moved = readProven({ text, product: { ...product, leaf } }, sha256Bytes)
        expect(moved?.heads).toEqual([])
      }
    }
  })

  it('shows all of them, and no others', () => {
    expect(readWhole({ text, heads }, sha256Bytes)).toMatchObject(facts)
    expect(readWhole({ text, heads: [...heads, ...headsOf(1)] }, sha256Bytes)).toBeNull()
    expect(readWhole({ text, heads: heads.slice(1) }, sha256Bytes)).toBeNull()
    expect(readWhole({ text }, sha256Bytes)).toBeNull()
  })
})

it('has no line of a product that is not there', () => {
  expect(productLineOf(headsOf(3), 'GC', sha256Bytes)).toBeUndefined()
})

it('names the hash of nothing for no products', () => {
  const text = checkpointText(factsOf([]))
  expect(text).toContain(
    '\nproducts 0 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  )
  expect(readWhole({ text }, sha256Bytes)?.heads).toEqual([])
})

it('takes no size that is not that of its products', () => {
  const heads = headsOf(5)
  const facts = factsOf(heads)
  const products = { size: 6, root: facts.products?.root ?? '' }
  expect(readWhole({ text: checkpointText({ ...facts, products }), heads }, sha256Bytes)).toBeNull()
})
