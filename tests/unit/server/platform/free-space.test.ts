import { expect, it } from 'vitest'
import { levelOf } from '#server/platform/free-space.ts'

const MIB = 2 ** 20
const GIB = 2 ** 30

it.each([
  ['enough', 10 * MIB, 100 * MIB],
  ['low', 10 * MIB - 1, 100 * MIB],
  ['low', 5 * MIB, 100 * MIB],
  ['scarce', 5 * MIB - 1, 100 * MIB],
  ['scarce', 3 * MIB, 100 * MIB],
  ['full', 3 * MIB - 1, 100 * MIB],
  ['full', 0, 100 * MIB],
  // A large disk has room for months at a small share.
  ['enough', 5 * GIB, 1_000 * GIB],
  ['low', 5 * GIB - 1, 1_000 * GIB],
  ['low', 2 * GIB, 1_000 * GIB],
  ['scarce', 2 * GIB - 1, 1_000 * GIB],
  ['scarce', GIB, 1_000 * GIB],
  ['full', GIB - 1, 1_000 * GIB],
])('calls it %s when %d bytes of %d are free', (level, free, total) => {
  expect(levelOf({ free, total })).toBe(level)
})
