import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { commitmentOf, masterSeed, seedOf } from '#server/market/feeds/seeds.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-seeds-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('makes a master seed once, readable by its owner alone', () => {
  const seed = masterSeed(folder, null)
  expect(seed).toMatch(/^[0-9a-f]{64}$/)
  expect(masterSeed(folder, null)).toBe(seed)
  expect(statSync(join(folder, 'master-seed')).mode & 0o777).toBe(0o600)
})

it('uses a given seed without storing it', () => {
  expect(masterSeed(folder, 'ab'.repeat(32))).toBe('ab'.repeat(32))
  expect(() => readFileSync(join(folder, 'master-seed'))).toThrow(/ENOENT/)
})

it('refuses a file that holds no seed', () => {
  writeFileSync(join(folder, 'master-seed'), 'hello\n')
  expect(() => masterSeed(folder, null)).toThrow(/does not hold a seed/)
})

it('derives a seed an epoch by HMAC, which RFC 4231 would give too', () => {
  // Test case 2's data under a key of 32 bytes, from an independent implementation.
  expect(seedOf('4a656665'.padEnd(64, '0'), 'what do ya want for nothing?')).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
  expect(seedOf('00'.repeat(32), '1')).not.toBe(seedOf('00'.repeat(32), '2'))
})

it('commits to the bytes of the seed, not to their spelling', () => {
  const seed = 'ff'.repeat(32)
  const digest = createHash('sha256').update(Buffer.alloc(32, 0xff)).digest('hex')
  expect(commitmentOf(seed)).toBe(digest)
})
