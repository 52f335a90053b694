import { expect, it } from 'vitest'
import { keystream } from '#rules/chacha20.ts'

const KEY = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, '0')).join('')
const words = (next: () => number, count: number): string[] =>
  Array.from({ length: count }, () => next().toString(16).padStart(8, '0'))

it('gives the block of RFC 8439 section 2.3.2', () => {
  const next = keystream(KEY, [0x09000000, 0x4a000000, 0x00000000], 1)
  expect(words(next, 16)).toEqual([
    'e4e7f110',
    '15593bd1',
    '1fdd0f50',
    'c47120a3',
    'c7f4d1c7',
    '0368c033',
    '9aaa2204',
    '4e6cd4c3',
    '466482d2',
    '09aa9f07',
    '05d7c214',
    'a2028bd9',
    'd19c12b5',
    'b94e16de',
    'e883d0cb',
    '4e3c50a2',
  ])
})

it('continues into the next block', () => {
  const both = keystream(KEY, [1, 2, 3])
  words(both, 16)
  expect(words(both, 16)).toEqual(words(keystream(KEY, [1, 2, 3], 1), 16))
})

it('gives other numbers for another key, product or purpose', () => {
  const first = keystream(KEY, [1, 0, 0])()
  expect(keystream(KEY, [2, 0, 0])()).not.toBe(first)
  expect(keystream(KEY, [1, 1, 0])()).not.toBe(first)
  expect(keystream('f'.repeat(64), [1, 0, 0])()).not.toBe(first)
})

it('refuses what is not 32 bytes of lower hex', () => {
  expect(() => keystream('F'.repeat(64), [0, 0, 0])).toThrow(RangeError)
  expect(() => keystream('ab', [0, 0, 0])).toThrow(RangeError)
})
