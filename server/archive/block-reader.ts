/** Reads one block of a day file from the disk, and checks it against its entry. */
import { open } from 'node:fs/promises'
import { decodeBlock } from '#server/archive/block.ts'
import type { ArchivedRecord } from '#server/market/log-reader.ts'
import type { BlockEntry, DayFile } from '#server/archive/day-index.ts'
import { sha256 } from '#server/archive/digest.ts'
import { ArchiveFault, grouped, messageOf } from '#server/archive/fault.ts'
import { isMissing } from '#server/platform/whole-files.ts'

/** A block of a file: `n` from 0. */
export interface BlockPlace {
  path: string
  file: DayFile
  n: number
}

async function bytesAt(path: string, { offset, bytes }: BlockEntry): Promise<Buffer> {
  const handle = await open(path, 'r').catch((error: unknown) => {
    throw isMissing(error) ? new ArchiveFault(`${path}: is missing`) : error
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, offset)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** What is wrong with the records of a block, and at which number; null if they are those of the entry. */
function faultIn(records: readonly ArchivedRecord[], entry: BlockEntry): string | null {
  const [first, last] = [records[0]?.record, records.at(-1)?.record]
  if (first?.seq !== entry.firstSeq || first.timeMs !== entry.firstMs) {
    return `record ${grouped(entry.firstSeq)}: the block starts with another record`
  }
  if (last?.seq !== entry.lastSeq || last.timeMs !== entry.lastMs) {
    return `record ${grouped(entry.lastSeq)}: the block ends with another record`
  }
  if (last.hash !== entry.hash) return `record ${grouped(entry.lastSeq)}: the hash does not match`
  return null
}

/**
 * The records of a block. Throws `ArchiveFault` with the path, the block and the number of a record, if the bytes are
 * not those of the manifest, or the hash that follows from the records is not.
 */
export async function readBlock({ path, file, n }: BlockPlace): Promise<ArchivedRecord[]> {
  const entry = file.blocks[n]
  if (entry === undefined) throw new RangeError(`${path} has no block ${n}`)
  const at = `${path}: block ${n + 1}`
  const span = `${at}, records ${grouped(entry.firstSeq)} to ${grouped(entry.lastSeq)}`
  const bytes = await bytesAt(path, entry)
  if (sha256(bytes) !== entry.sha256) {
    throw new ArchiveFault(`${span}: the bytes are not those of the manifest`)
  }
  const { hashBefore, records } = await decodeBlock(file.symbol, bytes).catch((error: unknown) => {
    throw new ArchiveFault(`${span}: ${messageOf(error)}`)
  })
  const before = n === 0 ? file.before.hash : file.blocks[n - 1]?.hash
  const fault =
    hashBefore === before
      ? faultIn(records, entry)
      : `record ${grouped(entry.firstSeq)}: it does not continue the record before`
  if (fault !== null) throw new ArchiveFault(`${at}, ${fault}`)
  return records
}
