/** Writes the records of one product and one ended day as a file that is there whole or not at all. */
import { DAY_MS } from '#contract/time.ts'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate as others } from 'node:timers/promises'
import { type Day, symbol as symbolOf } from '#contract/scalars.ts'
import { dayStart } from '#rules/business-day.ts'
import { type ChainStart, findChainFault } from '#rules/tick-chain.ts'
import { BLOCK_BYTES_MAX, BLOCK_RECORDS, encodeBlock, TURN_RECORDS } from '#server/archive/block.ts'
import { readBlock } from '#server/archive/block-reader.ts'
import type { ArchivedRecord } from '#server/market/log-reader.ts'
import {
  type BlockEntry,
  type DayFile,
  fileName,
  type Head,
  headOf,
} from '#server/archive/day-index.ts'
import { sha256 } from '#server/archive/digest.ts'
import { ArchiveFault, grouped } from '#server/archive/fault.ts'
import { isSealed } from '#server/archive/manifest.ts'
import { moveWhole, removeLeftovers, syncToDisk, unfinished } from '#server/platform/whole-files.ts'

/** What a day file is made of. */
export interface DayFileSource {
  symbol: string
  day: Day
  /** The last record before the day: number 0 and 64 zeros if there is none. */
  before: ChainStart
  /** The record that the day ends with, as the log knows it; `before` if the day has none. */
  head: Head
  /** All records of the day, in order, in batches of any length. */
  batches: AsyncIterable<readonly ArchivedRecord[]>
}

interface Open {
  path: string
  handle: FileHandle
  source: DayFileSource
}

/** Throws unless records continue the chain after `start`, belong to the day, and have the inputs that they name. */
function mustContinue(
  { symbol, day }: DayFileSource,
  archived: readonly ArchivedRecord[],
  start: ChainStart,
): void {
  const records = archived.map(({ record }) => record)
  const broken = findChainFault(symbol, records, { sha256, start })
  if (broken !== null) {
    const { seq, fault } = broken
    throw new ArchiveFault(
      `record ${grouped(seq)} of ${symbol} does not continue the chain (${fault})`,
    )
  }
  const from = dayStart(day)
  const stray = records.find(({ timeMs }) => timeMs < from || timeMs >= from + DAY_MS)
  if (stray !== undefined) {
    throw new ArchiveFault(`record ${grouped(stray.seq)} of ${symbol} is not of the day ${day}`)
  }
  const wrong = archived.find(({ record, inputs }) => {
    const named = record.kind === 'tick' ? record.inputs : undefined
    return inputs === undefined ? named !== undefined : named !== sha256(inputs)
  })
  if (wrong !== undefined) {
    const { seq } = wrong.record
    throw new ArchiveFault(`record ${grouped(seq)} of ${symbol} has other inputs than it names`)
  }
}

/** Checks a block turn by turn, so that others can run between. */
async function checkBlock(
  source: DayFileSource,
  block: readonly ArchivedRecord[],
  before: ChainStart,
): Promise<void> {
  let start = before
  for (let at = 0; at < block.length; at += TURN_RECORDS) {
    const part = block.slice(at, at + TURN_RECORDS)
    mustContinue(source, part, start)
    start = part.at(-1)?.record ?? start
    await others()
  }
}

/** Cuts batches into blocks. Holds one block and the rest of one batch. */
async function* blocksOf(
  batches: AsyncIterable<readonly ArchivedRecord[]>,
): AsyncGenerator<ArchivedRecord[]> {
  let block: ArchivedRecord[] = []
  for await (const batch of batches) {
    for (let at = 0; at < batch.length; ) {
      const part = batch.slice(at, at + BLOCK_RECORDS - block.length)
      at += part.length
      block = block.concat(part)
      if (block.length < BLOCK_RECORDS) continue
      yield block
      block = []
    }
  }
  if (block.length > 0) yield block
}

async function writeBlocks({ handle, source }: Open): Promise<DayFile> {
  const blocks: BlockEntry[] = []
  let [start, offset] = [source.before, 0]
  for await (const block of blocksOf(source.batches)) {
    await checkBlock(source, block, start)
    const bytes = await encodeBlock(block, start.hash)
    const [first, last] = [block[0]?.record, block.at(-1)?.record]
    if (first === undefined || last === undefined || bytes.length > BLOCK_BYTES_MAX) {
      throw new ArchiveFault(`a block of ${source.symbol} has ${grouped(bytes.length)} bytes`)
    }
    await handle.writeFile(bytes)
    blocks.push({
      offset,
      bytes: bytes.length,
      firstSeq: first.seq,
      lastSeq: last.seq,
      firstMs: first.timeMs,
      lastMs: last.timeMs,
      hash: last.hash,
      sha256: sha256(bytes),
    })
    offset += bytes.length
    start = last
  }
  await handle.sync()
  const { seq, hash } = source.before
  const records = start.seq - seq
  return { symbol: symbolOf.parse(source.symbol), before: { seq, hash }, records, blocks }
}

/** Reads a written file block by block, and throws if it does not end with the head of the log. */
async function readBack(path: string, file: DayFile, head: Head): Promise<void> {
  for (const n of file.blocks.keys()) await readBlock({ path, file, n })
  const end = headOf(file)
  if (end.seq !== head.seq || end.hash !== head.hash) {
    throw new ArchiveFault(
      `${path}: ends with record ${grouped(end.seq)}, and the log of that day with another ` +
        `(record ${grouped(head.seq)})`,
    )
  }
}

/**
 * Writes a product's file into the folder of its day, which is created, and reads it from the disk before it gets its
 * name. Returns its entry for the manifest. Throws `ArchiveFault` if the records do not continue the chain or do not
 * end with `head`, and if the day has a manifest already. What is written is bounded in memory by one block.
 */
export async function writeDayFile(folder: string, source: DayFileSource): Promise<DayFile> {
  if (await isSealed(folder)) throw new ArchiveFault(`${folder} has a manifest already`)
  const path = join(folder, fileName(source.symbol))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await syncToDisk(dirname(folder))
  removeLeftovers(folder, fileName(source.symbol))
  const draft = unfinished(path)
  try {
    const handle = await open(draft, 'wx', 0o600)
    let file: DayFile
    try {
      file = await writeBlocks({ path: draft, handle, source })
    } finally {
      await handle.close()
    }
    await readBack(draft, file, source.head)
    await moveWhole(draft, path)
    return file
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
