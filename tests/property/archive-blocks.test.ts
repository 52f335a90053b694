/** Whatever records a log has, their block gives them back, with the hashes that it does not store. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Price, TimeMs } from '#contract/scalars.ts'
import { gapReason, haltReason, type TickRecord, tickRecord } from '#contract/tick-log.ts'
import { decodeBlock, encodeBlock } from '#server/archive/block.ts'
import type { ArchivedRecord } from '#server/market/log-reader.ts'
import { readByThePage } from '#support/archive-oracle.ts'
import { chained, sha256 } from '#support/chained.ts'

const MAX = Number.MAX_SAFE_INTEGER
/** Whole numbers around the bounds of each byte, and anywhere between. */
const whole = (min: number) =>
  fc.oneof(
    fc.integer({ min, max: 300 }),
    fc.constantFrom(...[8, 16, 32, 40, 48, 52].flatMap((bits) => [2 ** bits - 1, 2 ** bits]), MAX),
    fc.integer({ min, max: MAX }),
  )
const digest = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'))
const atMs = whole(0).map((value) => value as TimeMs)

const fields = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('tick' as const), price: whole(1), size: whole(0) }),
  },
  fc.record({
    kind: fc.constant('live' as const),
    price: whole(1),
    size: whole(0),
    inputs: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  }),
  fc.record({ kind: fc.constant('heartbeat' as const) }),
  fc.record({ kind: fc.constant('gap' as const), reason: fc.constantFrom(...gapReason.options) }),
  fc.record({ kind: fc.constant('halt' as const), reason: fc.constantFrom(...haltReason.options) }),
  fc.record({
    kind: fc.constant('rejected' as const),
    price: fc
      .tuple(whole(0), fc.boolean())
      .map(([value, isNegative]) => (isNegative ? 0 - value : value)),
    bandBps: fc.integer({ min: 0, max: 100_000 }),
  }),
  fc.record({ kind: fc.constant('filled' as const), fromMs: atMs, writtenAt: atMs }),
  fc.record({ kind: fc.constant('orders' as const), size: whole(1), root: digest }),
)

const block = fc
  .record({
    hashBefore: digest,
    firstSeq: whole(1),
    firstMs: whole(0),
    items: fc.array(fc.tuple(fields, whole(0)), { minLength: 1, maxLength: 40 }),
  })
  .map(({ hashBefore, firstSeq, firstMs, items }) => {
    const seq0 = Math.min(firstSeq, MAX - items.length)
    let time = firstMs
    const texts = items.map(([item]) => (item.kind === 'live' ? item.inputs : undefined))
    const records = items.map(([item, step], n): TickRecord => {
      // No time is above the largest number.
      if (n > 0) time = Math.min(MAX, time + Math.min(step, MAX - time))
      const link = { seq: seq0 + n, timeMs: time as TimeMs, hash: '' }
      if (item.kind === 'live') {
        const { price, size, inputs } = item
        return { kind: 'tick', ...link, price: price as Price, size, inputs: sha256(inputs) }
      }
      return item.kind === 'tick'
        ? { ...item, ...link, price: item.price as Price }
        : { ...item, ...link }
    })
    const archived = chained('GC', records, hashBefore).map((record, n): ArchivedRecord => {
      const inputs = texts[n]
      return inputs === undefined ? { record } : { record, inputs }
    })
    return { hashBefore, archived }
  })

it('gives back every record with its hash and its inputs, also as the page says', async () => {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(block, async ({ hashBefore, archived }) => {
      for (const { record, inputs } of archived) {
        const kind = inputs === undefined ? record.kind : 'live'
        seen.set(kind, (seen.get(kind) ?? 0) + 1)
        tickRecord.parse(record)
      }
      const bytes = await encodeBlock(archived, hashBefore)
      expect(readByThePage('GC', bytes)).toEqual({
        hashes: archived.map(({ record }) => record.hash),
        inputs: archived.map(({ inputs }) => inputs),
      })
      const read = await decodeBlock('GC', bytes)
      expect(read.records).toEqual(archived)
      expect(read).toMatchObject({ hashBefore, firstSeq: archived[0]?.record.seq })
    }),
    { numRuns: 300 },
  )
  const total = [...seen.values()].reduce((sum, count) => sum + count, 0)
  expect(seen.size).toBe(8)
  expect(Math.min(...seen.values()) / total).toBeGreaterThan(0.005)
})

it('refuses bytes that were changed, or gives other records or hashes', async () => {
  const outcomes = { refused: 0, other: 0 }
  await fc.assert(
    fc.asyncProperty(
      block,
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (made, pick, flip) => {
        const bytes = await encodeBlock(made.archived, made.hashBefore)
        const at = pick % bytes.length
        const changed = Buffer.from(bytes)
        changed.writeUInt8(changed.readUInt8(at) ^ flip, at)
        const read = await decodeBlock('GC', changed).catch(() => null)
        if (read === null) outcomes.refused += 1
        else if (JSON.stringify(read.records) !== JSON.stringify(made.archived)) outcomes.other += 1
      },
    ),
    { numRuns: 500 },
  )
  expect(outcomes.refused).toBeGreaterThan(50)
  expect(outcomes.other).toBeGreaterThan(50)
})
