/** The records of a block as columns of whole numbers, and back. Hashes are left out: readers recompute them. */
import { gapReason, haltReason, tickRecord } from '#contract/tick-log.ts'
import { GENESIS_HASH, recordText } from '#rules/tick-chain.ts'
import type { ArchivedRecord } from '#server/market/log-reader.ts'
import { sha256 } from '#server/archive/digest.ts'
import { ArchiveFault, grouped } from '#server/archive/fault.ts'

/** The kinds by their number in a file. */
const KINDS = ['tick', 'heartbeat', 'gap', 'halt', 'rejected', 'filled', 'orders'] as const
type Kind = (typeof KINDS)[number]

/** The columns by their number in a file, and the kinds that have a value in each. */
export const COLUMNS = [
  { name: 'kind', kinds: KINDS },
  { name: 'wait', kinds: KINDS },
  { name: 'move', kinds: ['tick'] },
  { name: 'isFall', kinds: ['tick'] },
  { name: 'size', kinds: ['tick'] },
  { name: 'inputsBytes', kinds: ['tick'] },
  { name: 'reason', kinds: ['gap', 'halt'] },
  { name: 'rejectedPrice', kinds: ['rejected'] },
  { name: 'isNegative', kinds: ['rejected'] },
  { name: 'bandBps', kinds: ['rejected'] },
  { name: 'fromMs', kinds: ['filled'] },
  { name: 'writtenAt', kinds: ['filled'] },
  { name: 'orders', kinds: ['orders'] },
] as const satisfies readonly { name: string; kinds: readonly Kind[] }[]

/** The name of a column of numbers. */
type ColumnName = (typeof COLUMNS)[number]['name']

/** The content of a block. */
export interface BlockColumns {
  numbers: Record<ColumnName, number[]>
  /** The roots of the records of orders, 32 bytes each. */
  roots: Uint8Array
  /** The inputs of live prices in UTF-8, one after the other. */
  texts: Uint8Array
}

/** What a block starts with: its first number, the time of its first record, and the hash before it. */
export interface BlockStart {
  firstSeq: number
  firstMs: number
  hashBefore: string
}

const NO_TEXT = Buffer.alloc(0)

const noNumbers = (): Record<ColumnName, number[]> => ({
  kind: [],
  wait: [],
  move: [],
  isFall: [],
  size: [],
  inputsBytes: [],
  reason: [],
  rejectedPrice: [],
  isNegative: [],
  bandBps: [],
  fromMs: [],
  writtenAt: [],
  orders: [],
})

/** The columns of records that continue a chain. */
export function columnsOf(archived: readonly ArchivedRecord[]): BlockColumns {
  const numbers = noNumbers()
  const roots: Uint8Array[] = []
  const texts: Uint8Array[] = []
  let beforeMs = archived[0]?.record.timeMs ?? 0
  let priceBefore = 0
  for (const { record, inputs } of archived) {
    numbers.kind.push(KINDS.indexOf(record.kind))
    numbers.wait.push(record.timeMs - beforeMs)
    beforeMs = record.timeMs
    switch (record.kind) {
      case 'tick': {
        const text = inputs === undefined ? NO_TEXT : Buffer.from(inputs, 'utf8')
        numbers.move.push(Math.abs(record.price - priceBefore))
        numbers.isFall.push(record.price < priceBefore ? 1 : 0)
        priceBefore = record.price
        numbers.size.push(record.size)
        numbers.inputsBytes.push(text.length)
        if (text.length > 0) texts.push(text)
        break
      }
      case 'heartbeat':
        break
      case 'gap':
        numbers.reason.push(gapReason.options.indexOf(record.reason))
        break
      case 'halt':
        numbers.reason.push(haltReason.options.indexOf(record.reason))
        break
      case 'rejected':
        numbers.rejectedPrice.push(Math.abs(record.price))
        numbers.isNegative.push(record.price < 0 ? 1 : 0)
        numbers.bandBps.push(record.bandBps)
        break
      case 'filled':
        numbers.fromMs.push(record.fromMs)
        numbers.writtenAt.push(record.writtenAt)
        break
      case 'orders':
        numbers.orders.push(record.size)
        roots.push(Buffer.from(record.root, 'hex'))
        break
    }
  }
  return { numbers, roots: Buffer.concat(roots), texts: Buffer.concat(texts) }
}

/** How many values a column has, by the kinds of the block's records. */
export function countOf(column: (typeof COLUMNS)[number], kinds: readonly number[]): number {
  const own = new Set(column.kinds.map((kind) => KINDS.indexOf(kind)))
  return kinds.reduce((count, kind) => count + (own.has(kind) ? 1 : 0), 0)
}

export const ROOT_BYTES = 32

/** The next value of each column. */
function cursorOf({ numbers, roots, texts }: BlockColumns) {
  const at = new Map(COLUMNS.map(({ name }) => [name, numbers[name].values()]))
  let rootAt = 0
  let textAt = 0
  return {
    next: (name: ColumnName): number | undefined => at.get(name)?.next().value,
    root: (): string => {
      rootAt += ROOT_BYTES
      return Buffer.from(roots.subarray(rootAt - ROOT_BYTES, rootAt)).toString('hex')
    },
    text: (bytes: number): string => {
      textAt += bytes
      return Buffer.from(texts.subarray(textAt - bytes, textAt)).toString('utf8')
    },
  }
}

/**
 * The records of columns, with their hashes, one after the other. Throws `ArchiveFault` if a value is none that a
 * record has: an unknown kind, a price of 0, a number above 2^53 − 1.
 */
export function* recordsOf(
  symbol: string,
  { firstSeq, firstMs, hashBefore }: BlockStart,
  columns: BlockColumns,
): Generator<ArchivedRecord> {
  const { next, root, text } = cursorOf(columns)
  let [timeMs, price, hash] = [firstMs, 0, hashBefore]
  const fieldsOf = (kind: Kind | undefined): { fields: object; inputs?: string } => {
    switch (kind) {
      case 'tick': {
        const move = next('move') ?? Number.NaN
        price += next('isFall') === 1 ? -move : move
        const size = next('size')
        const inputs = text(next('inputsBytes') ?? 0)
        return inputs === ''
          ? { fields: { price, size } }
          : { fields: { price, size, inputs: sha256(inputs) }, inputs }
      }
      case 'gap':
        return { fields: { reason: gapReason.options[next('reason') ?? -1] } }
      case 'halt':
        return { fields: { reason: haltReason.options[next('reason') ?? -1] } }
      case 'rejected': {
        const size = next('rejectedPrice') ?? Number.NaN
        const isNegative = next('isNegative') === 1
        return { fields: { price: isNegative ? -size : size, bandBps: next('bandBps') } }
      }
      case 'filled':
        return { fields: { fromMs: next('fromMs'), writtenAt: next('writtenAt') } }
      case 'orders':
        return { fields: { size: next('orders'), root: root() } }
      case 'heartbeat':
      case undefined:
        return { fields: {} }
    }
  }
  for (let n = 0; n < columns.numbers.kind.length; n++) {
    const kind = KINDS[next('kind') ?? -1]
    timeMs += next('wait') ?? Number.NaN
    const seq = firstSeq + n
    const { fields, inputs } = fieldsOf(kind)
    const link = { kind, seq, timeMs, hash: GENESIS_HASH }
    const { data: record } = tickRecord.safeParse({ ...link, ...fields })
    if (record === undefined) {
      throw new ArchiveFault(`record ${grouped(seq)} has a value that no record has`)
    }
    hash = sha256(recordText(symbol, record, hash))
    record.hash = hash
    yield inputs === undefined ? { record } : { record, inputs }
  }
}
