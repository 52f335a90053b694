import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { root } from '../../../scripts/setup.mjs'
import { quoteVectors } from '../../../scripts/quote-vectors.ts'

it('has vectors of every shape, with what was put into them', () => {
  expect(quoteVectors().map(({ fromSeq, quotes }) => [fromSeq, quotes])).toEqual([
    [0, []],
    [63, [[1, 108_243, 108_243, 108_243, 108_243, 120]]],
    [64, [[1, 108_251, 108_251, 108_251, 108_251, 5]]],
    [
      1_855,
      [
        [3, 40, 99, 35, 70, 63],
        [1, 108_250, 108_250, 108_250, 108_250, 64],
      ],
    ],
    [
      9_007_199_254_740_991,
      [[1, ...Array.from({ length: 4 }, () => 4_503_599_627_370_495), 86_400_000]],
    ],
  ])
})

it('is decoded alike by the example in Python, which was written from the document', () => {
  const args = ['examples/quotes.py', 'docs/quote-vectors.json']
  const { error, status, stdout, stderr } = spawnSync('python3', args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  })
  if (error !== undefined) {
    throw new Error(`python3 did not start; install Python 3: apt-get install python3`)
  }
  expect([status, stdout + stderr]).toEqual([0, 'all vectors hold\n'])
})
