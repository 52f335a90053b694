import { expect, it } from 'vitest'
import { createBlockCache } from '#server/archive/block-cache.ts'
import { bare } from '#support/archive.ts'
import { heartbeat, logOf } from '#support/records.ts'

const block = bare(logOf(Array.from({ length: 10 }, (_, n) => heartbeat(n))))
const BLOCK_BYTES = 4_000

/** A cache that notes what it reads. */
function cacheOf(bytesMax: number) {
  const cache = createBlockCache(bytesMax)
  const reads: string[] = []
  const get = (name: string, read = () => Promise.resolve(block)) =>
    cache.get(name, () => {
      reads.push(name)
      return read()
    })
  return { cache, reads, get }
}

it('keeps the blocks that were used last, within its bytes', async () => {
  const { cache, reads, get } = cacheOf(2 * BLOCK_BYTES)
  for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) await get(name)
  expect(reads).toEqual(['a', 'b', 'c', 'b'])
  expect(cache.bytes).toBe(2 * BLOCK_BYTES)
})

it('does not keep a block that is larger than the cache, and counts the inputs', async () => {
  const { cache, reads, get } = cacheOf(2 * BLOCK_BYTES)
  const live = block.map(({ record }) => ({ record, inputs: 'x'.repeat(401) }))
  for (let n = 0; n < 2; n++) await get('live', () => Promise.resolve(live))
  expect(reads).toEqual(['live', 'live'])
  expect(cache.bytes).toBe(0)
})

it('reads a block once for all who wait, and once more after a failure', async () => {
  const { reads, get } = cacheOf(BLOCK_BYTES)
  const fail = () => Promise.reject(new Error('a disk that fails'))
  const both = await Promise.allSettled([get('a', fail), get('a', fail)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const [one, other] = await Promise.all([get('a'), get('a')])
  expect(one).toBe(other)
  expect(reads).toEqual(['a', 'a'])
})
