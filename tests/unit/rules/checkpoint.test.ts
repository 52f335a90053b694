import { expect, it } from 'vitest'
import { checkpointText } from '#rules/checkpoint.ts'

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
