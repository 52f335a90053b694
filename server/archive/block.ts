/**
 * A block of a day file: at most 10,000 records, compressed, which can be read without the others. docs/VERIFY.md
 * describes its bytes.
 */
import { setImmediate as others } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import {
  type BlockColumns,
  type BlockStart,
  COLUMNS,
  columnsOf,
  countOf,
  recordsOf,
  ROOT_BYTES,
} from '#server/archive/block-records.ts'
import type { ArchivedRecord } from '#server/market/log-reader.ts'
import { planesOf, PLANES_MAX, valuesOf } from '#server/archive/columns.ts'
import { ArchiveFault } from '#server/archive/fault.ts'

/** The most records of a block. */
export const BLOCK_RECORDS = 10_000
/** The most bytes of a block, and of the inputs in it before they are compressed. */
export const BLOCK_BYTES_MAX = 16 * 2 ** 20

const MAGIC = 'FTB1'
/** The magic, the block's bytes, its records, its first number, its first time, and the hash before it. */
const HEADER_BYTES = 4 + 4 + 4 + 8 + 8 + 32
const PART_BYTES = 2 + 4
const ROOTS = COLUMNS.length
const TEXTS = COLUMNS.length + 1
/** Level 19 saves less than a tenth (docs/decisions/0109-the-tick-archive.md). */
const LEVEL = 9
/** Records per turn of the event loop: one to two milliseconds. */
export const TURN_RECORDS = 200

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)

/** The length is given, so that a short part needs little memory, and its frame says it. */
const compressed = (bytes: Uint8Array): Promise<Buffer> =>
  compress(bytes, {
    params: { [constants.ZSTD_c_compressionLevel]: LEVEL },
    pledgedSrcSize: bytes.length,
  })

interface Part {
  column: number
  plane: number
  bytes: Uint8Array
}

/** The parts of a block. Planes are made column by column, so that others can run between. */
function* partsOf({ numbers, roots, texts }: BlockColumns): Generator<Part> {
  for (const [column, { name }] of COLUMNS.entries()) {
    for (const [plane, bytes] of planesOf(numbers[name]).entries()) {
      if (bytes !== undefined) yield { column, plane, bytes }
    }
  }
  if (roots.length > 0) yield { column: ROOTS, plane: 0, bytes: roots }
  if (texts.length > 0) yield { column: TEXTS, plane: 0, bytes: texts }
}

/** The bytes of a block with these records, which continue the chain after `hashBefore`. */
export async function encodeBlock(
  archived: readonly ArchivedRecord[],
  hashBefore: string,
): Promise<Buffer> {
  const first = archived[0]?.record
  if (first === undefined || archived.length > BLOCK_RECORDS) {
    throw new RangeError(`a block has 1 to ${BLOCK_RECORDS} records, not ${archived.length}`)
  }
  const pieces: Buffer[] = []
  for (const { column, plane, bytes } of partsOf(columnsOf(archived))) {
    const frame = await compressed(bytes)
    const head = Buffer.alloc(PART_BYTES)
    head.writeUInt8(column, 0)
    head.writeUInt8(plane, 1)
    head.writeUInt32LE(frame.length, 2)
    pieces.push(head, frame)
  }
  const header = Buffer.alloc(HEADER_BYTES)
  header.write(MAGIC, 'latin1')
  header.writeUInt32LE(
    pieces.reduce((sum, piece) => sum + piece.length, HEADER_BYTES),
    4,
  )
  header.writeUInt32LE(archived.length, 8)
  header.writeBigUInt64LE(BigInt(first.seq), 12)
  header.writeBigUInt64LE(BigInt(first.timeMs), 20)
  header.write(hashBefore, 28, 'hex')
  return Buffer.concat([header, ...pieces])
}

interface Header extends BlockStart {
  records: number
}

function headerOf(block: Buffer): Header {
  if (block.length < HEADER_BYTES || block.toString('latin1', 0, 4) !== MAGIC) {
    throw new ArchiveFault('the bytes are no block')
  }
  const records = block.readUInt32LE(8)
  if (block.readUInt32LE(4) !== block.length || records === 0 || records > BLOCK_RECORDS) {
    throw new ArchiveFault('the block names another length than it has')
  }
  return {
    records,
    firstSeq: Number(block.readBigUInt64LE(12)),
    firstMs: Number(block.readBigUInt64LE(20)),
    hashBefore: block.toString('hex', 28, HEADER_BYTES),
  }
}

/** The compressed frames of a block by column and plane. */
function framesOf(block: Buffer): Map<number, (Buffer | undefined)[]> {
  const frames = new Map<number, (Buffer | undefined)[]>()
  let at = HEADER_BYTES
  while (at < block.length) {
    if (at + PART_BYTES > block.length) throw new ArchiveFault('the block ends within a part')
    const [column, plane] = [block.readUInt8(at), block.readUInt8(at + 1)]
    const from = at + PART_BYTES
    at = from + block.readUInt32LE(at + 2)
    const planes = frames.get(column) ?? []
    if (at > block.length || column > TEXTS || plane >= PLANES_MAX || planes[plane]) {
      throw new ArchiveFault(
        `the block has a part that none has (column ${column}, plane ${plane})`,
      )
    }
    planes[plane] = block.subarray(from, at)
    frames.set(column, planes)
  }
  return frames
}

async function bytesOf(frame: Buffer, length: number): Promise<Buffer> {
  if (length === 0 || length > BLOCK_BYTES_MAX)
    throw new ArchiveFault('the block has a part of records that it has not')
  const bytes = await decompress(frame, { maxOutputLength: length })
  if (bytes.length !== length) throw new ArchiveFault('the block has a part that is too short')
  return bytes
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

async function readColumns(block: Buffer, records: number): Promise<BlockColumns> {
  const frames = framesOf(block)
  const part = async (column: number, length: number): Promise<(Buffer | undefined)[]> => {
    const planes: (Buffer | undefined)[] = []
    for (const frame of frames.get(column) ?? []) {
      planes.push(frame === undefined ? undefined : await bytesOf(frame, length))
    }
    return planes
  }
  const columns = columnsOf([])
  const { numbers } = columns
  for (const [n, column] of COLUMNS.entries()) {
    const count = column.name === 'kind' ? records : countOf(column, numbers.kind)
    numbers[column.name] = valuesOf(await part(n, count), count)
  }
  const [roots] = await part(ROOTS, numbers.orders.length * ROOT_BYTES)
  const [texts] = await part(TEXTS, sum(numbers.inputsBytes))
  return { numbers, roots: roots ?? columns.roots, texts: texts ?? columns.texts }
}

/** A block that was read, and what its header says that it continues. */
export interface ReadBlock extends BlockStart {
  records: ArchivedRecord[]
}

/**
 * The records of a block, with their hashes. Whether the last hash is the one that the log has is for the caller to
 * say. Throws if the bytes are no block.
 */
export async function decodeBlock(symbol: string, block: Buffer): Promise<ReadBlock> {
  const { records: count, ...start } = headerOf(block)
  const columns = await readColumns(block, count)
  const records: ArchivedRecord[] = []
  for (const each of recordsOf(symbol, start, columns)) {
    records.push(each)
    if (records.length % TURN_RECORDS === 0) await others()
  }
  return { ...start, records }
}
