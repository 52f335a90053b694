/** Reads the records of an archived day by their numbers or times. Only the blocks that are needed are read. */
import { join } from 'node:path'
import type { SignedText } from '#contract/signed-text.ts'
import type { BlockCache } from '#server/archive/block-cache.ts'
import { readBlock } from '#server/archive/block-reader.ts'
import type { ArchivedRecord } from '#server/market/log-reader.ts'
import {
  type DayFile,
  type DayManifest,
  fileName,
  type Head,
  headOf,
} from '#server/archive/day-index.ts'
import { ArchiveFault } from '#server/archive/fault.ts'
import { MANIFEST, readManifest } from '#server/archive/manifest.ts'

export interface ReaderParts {
  /** Whether a key that is trusted signed a text. */
  isSigned: (signed: SignedText) => Promise<boolean>
  /** Shared by all days. */
  cache: BlockCache
}

/** Records by number, both included. */
export interface SeqSpan {
  fromSeq: number
  toSeq: number
}

/** An archived day. Its methods throw `ArchiveFault` with the file, the block and a record if a file was changed. */
export class ArchivedDay {
  readonly manifest: DayManifest
  /** What the next day's manifest names. */
  readonly hash: string
  readonly #folder: string
  readonly #cache: BlockCache
  readonly #files: ReadonlyMap<string, DayFile>

  constructor(
    folder: string,
    { manifest, hash }: { manifest: DayManifest; hash: string },
    cache: BlockCache,
  ) {
    this.manifest = manifest
    this.hash = hash
    this.#folder = folder
    this.#cache = cache
    this.#files = new Map(manifest.files.map((file) => [file.symbol, file]))
  }

  /** The numbers of the product's records of this day. Undefined if the day has no file of the product. */
  spanOf(symbol: string): { before: Head; head: Head } | undefined {
    const file = this.#files.get(symbol)
    return file === undefined ? undefined : { before: file.before, head: headOf(file) }
  }

  /**
   * The records with numbers from `fromSeq` to `toSeq`, a batch per block, in order. Those of other days are left out,
   * so there may be none.
   */
  async *recordsOf(
    symbol: string,
    { fromSeq, toSeq }: SeqSpan,
  ): AsyncGenerator<readonly ArchivedRecord[]> {
    const file = this.#fileOf(symbol)
    for (const [n, block] of file.blocks.entries()) {
      if (block.lastSeq < fromSeq || block.firstSeq > toSeq) continue
      const records = await this.#block(file, n)
      const { firstSeq } = block
      yield records.slice(Math.max(0, fromSeq - firstSeq), toSeq - firstSeq + 1)
    }
  }

  /**
   * The number of the last record at or before a moment; that of the last record before the day if the day has none so
   * early.
   */
  async seqAt(symbol: string, timeMs: number): Promise<number> {
    const file = this.#fileOf(symbol)
    const n = file.blocks.findLastIndex(({ firstMs }) => firstMs <= timeMs)
    const block = file.blocks[n]
    if (block === undefined) return file.before.seq
    if (block.lastMs <= timeMs) return block.lastSeq
    const records = await this.#block(file, n)
    return records.findLast(({ record }) => record.timeMs <= timeMs)?.record.seq ?? file.before.seq
  }

  #fileOf(symbol: string): DayFile {
    const file = this.#files.get(symbol)
    if (file === undefined) throw new ArchiveFault(`${this.#folder} has no file of ${symbol}`)
    return file
  }

  #block(file: DayFile, n: number): Promise<readonly ArchivedRecord[]> {
    const path = join(this.#folder, fileName(file.symbol))
    return this.#cache.get(`${path} ${n}`, () => readBlock({ path, file, n }))
  }
}

/** Opens the day in a folder. Throws `ArchiveFault` if it has no manifest that a trusted key signed. */
export async function openDay(
  folder: string,
  { isSigned, cache }: ReaderParts,
): Promise<ArchivedDay> {
  const read = await readManifest(folder)
  if (!(await isSigned(read.signed))) {
    throw new ArchiveFault(`${join(folder, MANIFEST)}: is not signed by a key that you trust`)
  }
  return new ArchivedDay(folder, read, cache)
}
