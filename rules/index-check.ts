/** Checks published inputs of live prices: each against its price, and all against the tick history. */
import type { PublishedInputs } from '#contract/index-price.ts'
import type { IndexTerms } from '#contract/product.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { findInputsFault, isFresh, spreadBps, truncatedPrice } from '#rules/index-price.ts'
import type { Sha256 } from '#rules/tick-chain.ts'

/** What is wrong with a line, or with a tick that has none. */
export type IndexFault =
  | 'order'
  | 'hash'
  | 'price'
  | 'sequence'
  | 'future'
  | 'stale'
  | 'spread'
  | 'record'
  | 'missing'

/** What the terms of a live price allow. */
export type IndexLimits = Pick<IndexTerms, 'freshMs' | 'lateMs' | 'spreadBps'>

/** What is checked. `terms`: all versions of the product's, if they are known. A line holds if one allows it. */
export interface IndexFile {
  lines: readonly PublishedInputs[]
  /** The tick history, or a part of it. Null: only the lines are checked. */
  records: readonly TickRecord[] | null
  decimals: number
  terms?: readonly IndexLimits[]
}

/** The first fault. `line` counts from 1; null for a tick that should have a line. */
export interface FoundIndexFault {
  fault: IndexFault
  line: number | null
  seq: number
}

type Line = PublishedInputs

/** While the terms are unknown, age and spread may be anything. */
const ANY: IndexLimits = {
  freshMs: Number.POSITIVE_INFINITY,
  spreadBps: Number.POSITIVE_INFINITY,
}

function faultOfTerms({ inputs, timeMs }: Line, file: IndexFile): IndexFault | null {
  if (inputs.some(({ receivedAt }) => receivedAt > timeMs)) return 'future'
  const { terms = [ANY], decimals } = file
  const prices = inputs.map(({ price }) => truncatedPrice(price, decimals))
  const faults = terms.map((each): IndexFault | null => {
    if (inputs.some((input) => !isFresh(input, timeMs, each))) return 'stale'
    return spreadBps(prices) > each.spreadBps ? 'spread' : null
  })
  return faults.includes(null) ? null : (faults[0] ?? null)
}

function faultOfRecord(line: Line, record: TickRecord | undefined): IndexFault | null {
  const isTheirs =
    record?.kind === 'tick' &&
    record.inputs === line.hash &&
    record.price === line.price &&
    record.timeMs === line.timeMs
  return isTheirs ? null : 'record'
}

/** Finds the first fault of a file of inputs; null if there is none. */
export function findIndexFault(file: IndexFile, sha256: Sha256): FoundIndexFault | null {
  const { lines, records, decimals } = file
  const bySeq = new Map((records ?? []).map((record) => [record.seq, record]))
  let before = 0
  for (const [n, line] of lines.entries()) {
    const { seq, price, hash, inputs } = line
    const fault =
      (seq > before ? null : 'sequence') ??
      findInputsFault({ price, inputs: hash }, inputs, { decimals, sha256 }) ??
      faultOfTerms(line, file) ??
      (records === null ? null : faultOfRecord(line, bySeq.get(seq)))
    if (fault !== null) return { fault, line: n + 1, seq }
    before = seq
  }
  const [first, last] = [lines[0]?.seq ?? 0, lines.at(-1)?.seq ?? 0]
  const known = new Set(lines.map(({ seq }) => seq))
  const missing = (records ?? []).find(
    (record) =>
      record.kind === 'tick' &&
      record.inputs !== undefined &&
      record.seq >= first &&
      record.seq <= last &&
      !known.has(record.seq),
  )
  return missing === undefined ? null : { fault: 'missing', line: null, seq: missing.seq }
}
