/** The hash chain of the tick log: what each hash covers, and how to find the first record that breaks the chain. */
import type { TickRecord } from '#contract/tick-log.ts'

/**
 * SHA-256 over the UTF-8 bytes of a text, as lower-case hex. The caller provides it, because server and browser use
 * different implementations.
 */
export type Sha256 = (text: string) => string

type Unhashed<T> = T extends unknown ? Omit<T, 'hash'> : never
/** A record before it is chained. */
export type UnhashedRecord = Unhashed<TickRecord>

/** The previous hash of the first record: 64 zeros. */
export const GENESIS_HASH = '0'.repeat(64)

function fieldsOf(record: UnhashedRecord): string {
  switch (record.kind) {
    case 'tick':
      return `${record.price}|${record.size}${record.inputs === undefined ? '' : `|${record.inputs}`}`
    case 'gap':
    case 'halt':
      return `${record.reason}|`
    case 'heartbeat':
      return '|'
    case 'rejected':
      return `${record.price}|${record.bandBps}`
    case 'filled':
      return `${record.fromMs}|${record.writtenAt}`
    case 'orders':
      return `${record.size}|${record.root}`
  }
}

const THOUSANDTHS = Array.from({ length: 1_000 }, (_, ms) => `${ms}`.padStart(3, '0'))
/** The time as decimal text. It is composed of two parts, because engines are slow with numbers above 2^31. */
const textOfTime = (timeMs: number): string =>
  timeMs < 1_000 ? `${timeMs}` : `${Math.floor(timeMs / 1_000)}${THOUSANDTHS[timeMs % 1_000]}`

/** The text whose SHA-256 is the record's hash. Only a tick with inputs has one more field. */
export function recordText(symbol: string, record: UnhashedRecord, previousHash: string): string {
  const { seq, timeMs, kind } = record
  const at = textOfTime(timeMs)
  return `fairtick-tick-1|${symbol}|${seq}|${at}|${kind}|${fieldsOf(record)}|${previousHash}`
}

/** The first record that breaks the chain, and whether its number, time or hash is wrong. */
export interface ChainFault {
  seq: number
  fault: 'sequence' | 'time' | 'hash'
}

/** The record after which a chain continues. Its time is null if it is unknown. */
export interface ChainStart {
  seq: number
  hash: string
  timeMs: number | null
}
const GENESIS: ChainStart = { seq: 0, hash: GENESIS_HASH, timeMs: 0 }

/** Whether a chain is said to start with another hash than every chain does. */
export const isFalseStart = ({ seq, hash }: ChainStart): boolean =>
  seq === 0 && hash !== GENESIS_HASH

/** Time does not go back, and a record of orders takes none. */
const isTimely = ({ kind, timeMs }: TickRecord, before: number | null): boolean =>
  before === null || (kind === 'orders' ? timeMs === before : timeMs >= before)

/**
 * Finds the first record that does not continue the chain after `start` (default: the start of the log); null if all
 * do.
 */
export function findChainFault(
  symbol: string,
  records: readonly TickRecord[],
  options: { sha256: Sha256; start?: ChainStart },
): ChainFault | null {
  let before = options.start ?? GENESIS
  for (const record of records) {
    if (record.seq !== before.seq + 1) return { seq: record.seq, fault: 'sequence' }
    if (!isTimely(record, before.timeMs)) return { seq: record.seq, fault: 'time' }
    const continues = options.sha256(recordText(symbol, record, before.hash)) === record.hash
    if (!continues || isFalseStart(before)) {
      return { seq: record.seq, fault: 'hash' }
    }
    before = record
  }
  return null
}
