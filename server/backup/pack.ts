/** Packs files into a tar file and back. A packed file has a digest, and is on the disk when packing ends. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { Header, Unpack } from 'tar'
import type { Packed } from '#server/backup/layout.ts'
import { StartRefused } from '#server/platform/start-refused.ts'

/** A file or, without content, a folder. The content has exactly `size` bytes. */
export interface PackEntry {
  path: string
  mode: number
  size: number
  content: AsyncIterable<Buffer> | null
}
type Bytes = AsyncIterable<Uint8Array>
/** Encrypts or decrypts what passes through. */
export type Through = (bytes: Bytes) => Promise<Bytes>

const OWNER_ONLY = 0o600
const BLOCK_BYTES = 512
const plain: Through = (bytes) => Promise.resolve(bytes)

function headerOf({ path, mode, size, content }: PackEntry, mtime: Date): Buffer {
  const type = content === null ? 'Directory' : 'File'
  const block = Buffer.alloc(BLOCK_BYTES)
  const needsMore = new Header({ path, mode, size, type, mtime, uid: 0, gid: 0 }).encode(block)
  if (needsMore) throw new Error(`${path} is too long or too large for a tar file`)
  return block
}

/** The bytes of a tar file. Written entry by entry, because a file may change while it is read. */
async function* tarOf(entries: AsyncIterable<PackEntry>): AsyncGenerator<Buffer> {
  const mtime = new Date()
  for await (const entry of entries) {
    yield headerOf(entry, mtime)
    if (entry.content === null) continue
    yield* entry.content
    yield Buffer.alloc((BLOCK_BYTES - (entry.size % BLOCK_BYTES)) % BLOCK_BYTES)
  }
  yield Buffer.alloc(2 * BLOCK_BYTES)
}

/** Writes a tar file. Throws what reading an entry throws. */
export async function packInto(
  file: string,
  entries: AsyncIterable<PackEntry>,
  through = plain,
): Promise<Packed> {
  const hash = createHash('sha256')
  let bytes = 0
  const handle = await open(file, 'wx', OWNER_ONLY)
  try {
    for await (const chunk of await through(tarOf(entries))) {
      hash.update(chunk)
      bytes += chunk.length
      await handle.writeFile(chunk)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { name: basename(file), bytes, sha256: hash.digest('hex') }
}

/** Throws `StartRefused` if a packed file is not the one that was written. */
export async function verifyPacked(file: string, { bytes, sha256 }: Packed): Promise<void> {
  const hash = createHash('sha256')
  let read = 0
  try {
    for await (const chunk of createReadStream(file)) {
      hash.update(chunk)
      read += chunk.length
    }
  } catch {
    throw new StartRefused(`${file} cannot be read: take another copy of this backup.`)
  }
  if (read === bytes && hash.digest('hex') === sha256) return
  throw new StartRefused(
    `${file} is not the file that was written (${read} of ${bytes} bytes, or other content): ` +
      'take another copy of this backup, or an older backup.',
  )
}

/** The tar library reads buffers only. */
async function* buffersOf(bytes: Bytes): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
}

/** Writes the files of a tar file into a folder, which is created. */
export async function unpackInto(folder: string, file: string, through = plain): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const bytes = await through(createReadStream(file))
  const source = Readable.from(buffersOf(bytes))
  await new Promise<void>((resolve, reject) => {
    // As root, files would get the owner that the tar file names.
    const unpack = new Unpack({ cwd: folder, strict: true, preserveOwner: false })
    unpack.once('error', reject).once('close', resolve)
    source.once('error', reject).pipe(unpack)
  })
}

/** Reads exactly this many bytes of a file that may grow or shrink meanwhile; what is missing is zero. */
export async function* exactly(
  read: (length: number) => Promise<Buffer>,
  size: number,
): AsyncGenerator<Buffer> {
  const PIECE = 1 << 20
  for (let left = size; left > 0; ) {
    const got = await read(Math.min(PIECE, left))
    const bytes = got.length === 0 ? Buffer.alloc(Math.min(PIECE, left)) : got
    left -= bytes.length
    yield bytes
  }
}
