/** Reads a block of a day file as docs/VERIFY.md describes it, with none of the code of the archive. */
import { createHash } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'

const KINDS = ['tick', 'heartbeat', 'gap', 'halt', 'rejected', 'filled', 'orders']
const GAPS = ['restart', 'feed', 'loop', 'jump']
const HALTS = ['closed', 'maintenance', 'ended']

const digest = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex')

/** The numbers of a column, one after the other; zeros where it has no plane. */
function columnOf(planes: ReadonlyMap<number, Buffer>): () => bigint {
  let n = -1
  return () => {
    n += 1
    return [...planes].reduce((sum, [plane, bytes]) => {
      const byte = BigInt(bytes[n] ?? 0)
      return sum + (byte << BigInt(8 * plane))
    }, 0n)
  }
}

/** The hashes of the records of a block, each of which covers its record, and their inputs. */
export function readByThePage(symbol: string, block: Buffer) {
  const parts = new Map<number, Map<number, Buffer>>()
  for (let at = 60; at < block.length; ) {
    const [column = 0, plane = 0] = block.subarray(at, at + 2)
    const end = at + 6 + block.readUInt32LE(at + 2)
    const planes = parts.get(column) ?? new Map<number, Buffer>()
    parts.set(column, planes.set(plane, zstdDecompressSync(block.subarray(at + 6, end))))
    at = end
  }
  const planesOf = (column: number): ReadonlyMap<number, Buffer> => parts.get(column) ?? new Map()
  const columns = Array.from({ length: 13 }, (_, column) => columnOf(planesOf(column)))
  const next = (column: number): bigint => columns[column]?.() ?? 0n
  const bytesFrom = (column: number): ((length: number) => Buffer) => {
    const all = planesOf(column).get(0) ?? Buffer.alloc(0)
    let at = 0
    return (length) => all.subarray(at, (at += length))
  }
  const [roots, texts] = [bytesFrom(13), bytesFrom(14)]

  let timeMs = block.readBigUInt64LE(20)
  let price = 0n
  let hash = block.toString('hex', 28, 60)
  const inputs: (string | undefined)[] = []
  const fieldsOf = (kind: string): string => {
    if (kind === 'tick') {
      const move = next(2)
      price += next(3) === 1n ? -move : move
      const fields = `${price}|${next(4)}`
      const length = Number(next(5))
      if (length === 0) return fields
      const text = texts(length)
      inputs[inputs.length - 1] = text.toString('utf8')
      return `${fields}|${digest(text)}`
    }
    if (kind === 'gap') return `${GAPS[Number(next(6))]}|`
    if (kind === 'halt') return `${HALTS[Number(next(6))]}|`
    if (kind === 'rejected') {
      const value = next(7)
      return `${next(8) === 1n ? -value : value}|${next(9)}`
    }
    if (kind === 'filled') return `${next(10)}|${next(11)}`
    return kind === 'orders' ? `${next(12)}|${roots(32).toString('hex')}` : '|'
  }
  const firstSeq = block.readBigUInt64LE(12)
  const hashes = Array.from({ length: block.readUInt32LE(8) }, (_, n) => {
    const kind = KINDS[Number(next(0))] ?? ''
    timeMs += next(1)
    inputs.push(undefined)
    const line = `${symbol}|${firstSeq + BigInt(n)}|${timeMs}|${kind}|${fieldsOf(kind)}`
    hash = digest(`fairtick-tick-1|${line}|${hash}`)
    return hash
  })
  return { hashes, inputs }
}
