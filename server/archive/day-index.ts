/** What a manifest says of a day and its files, as it is written and read. */
import { z } from 'zod/mini'
import { day, hash, size, symbol, timeMs } from '#contract/scalars.ts'
import { BLOCK_BYTES_MAX, BLOCK_RECORDS } from '#server/archive/block.ts'

const seq = z.int().check(z.positive())

/** One block of a day file: where it is, what it holds, its last hash, and the SHA-256 of its bytes in the file. */
const blockEntry = z.strictObject({
  offset: size,
  bytes: z.int().check(z.positive(), z.lte(BLOCK_BYTES_MAX)),
  firstSeq: seq,
  lastSeq: seq,
  firstMs: timeMs,
  lastMs: timeMs,
  hash,
  sha256: hash,
})
export type BlockEntry = z.infer<typeof blockEntry>

/**
 * One product's file of a day. `before`: the last record before the day; number 0 and 64 zeros if there is none.
 * `blocks` is empty if the product has no record of that day; its file is empty then.
 */
const dayFile = z.strictObject({
  symbol,
  before: z.strictObject({ seq: size, hash }),
  records: size,
  blocks: z.array(blockEntry),
})
/** A parsed entry of a file. */
export type DayFile = z.infer<typeof dayFile>

/** A day (UTC), from `fromMs` up to and without `untilMs`, and the hash of the manifest before; zeros for the first. */
export const dayManifest = z.strictObject({
  day,
  fromMs: timeMs,
  untilMs: timeMs,
  previous: hash,
  files: z.array(dayFile),
})
export type DayManifest = z.infer<typeof dayManifest>

/** The number and hash of a record. */
export interface Head {
  seq: number
  hash: string
}

/** The last record of a file; the one before the day if it is empty. */
export function headOf({ before, blocks }: DayFile): Head {
  const last = blocks.at(-1)
  return last === undefined ? before : { seq: last.lastSeq, hash: last.hash }
}

/** The bytes of a file. */
export const bytesOf = ({ blocks }: DayFile): number =>
  blocks.reduce((bytes, block) => bytes + block.bytes, 0)

/** The name of a product's file in the folder of its day. */
export const fileName = (symbol: string): string => `${symbol}.ticks`

/**
 * The first block that does not follow the one before it, from 0: its place, its numbers or its times, which lie in the
 * day. Null if all do.
 */
export function brokenBlock(
  { before, blocks }: DayFile,
  { fromMs, untilMs }: Pick<DayManifest, 'fromMs' | 'untilMs'>,
): number | null {
  let [offset, seq, atMs] = [0, before.seq, fromMs as number]
  const broken = blocks.findIndex((block) => {
    const count = block.lastSeq - block.firstSeq + 1
    const follows =
      block.offset === offset &&
      block.firstSeq === seq + 1 &&
      block.firstMs >= atMs &&
      block.lastMs >= block.firstMs &&
      block.lastMs < untilMs &&
      count >= 1 &&
      count <= BLOCK_RECORDS
    ;[offset, seq, atMs] = [offset + block.bytes, block.lastSeq, block.lastMs]
    return !follows
  })
  return broken === -1 ? null : broken
}
