/**
 * Checks published inputs of live prices and of a dealer's: each against its price, and all against the tick history.
 */
import type { PublishedQuote } from '#contract/dealer-quote.ts'
import type { PublishedInputs } from '#contract/index-price.ts'
import type { IndexTerms } from '#contract/product.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { findQuoteFault, isFreshQuote, isNarrow } from '#rules/dealer-quote.ts'
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

/** A published price with what it follows from: the trades of venues, or a dealer's quote. */
export type PublishedLine = PublishedInputs | PublishedQuote

/** What is checked. `terms`: all versions of the product's, if they are known. A line holds if one allows it. */
export interface IndexFile {
  lines: readonly PublishedLine[]
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

/** While the terms are unknown, age and spread may be anything. */
const ANY: IndexLimits = {
  freshMs: Number.POSITIVE_INFINITY,
  spreadBps: Number.POSITIVE_INFINITY,
}

function faultOfTrades(
  { inputs, timeMs }: PublishedInputs,
  { decimals, limits }: { decimals: number; limits: IndexLimits },
): IndexFault | null {
  if (inputs.some((input) => !isFresh(input, timeMs, limits))) return 'stale'
  const prices = inputs.map(({ price }) => truncatedPrice(price, decimals))
  return spreadBps(prices) > limits.spreadBps ? 'spread' : null
}

function faultOfQuote(
  { quote, timeMs }: PublishedQuote,
  { freshMs, lateMs = Number.POSITIVE_INFINITY, spreadBps: most }: IndexLimits,
): IndexFault | null {
  if (!isFreshQuote(quote, timeMs, { freshMs, lateMs })) return 'stale'
  return Number.isFinite(most) && !isNarrow(quote, { spreadBps: most }) ? 'spread' : null
}

function faultOfTerms(line: PublishedLine, file: IndexFile): IndexFault | null {
  const inputs = 'quote' in line ? [line.quote] : line.inputs
  if (inputs.some(({ receivedAt }) => receivedAt > line.timeMs)) return 'future'
  const { terms = [ANY], decimals } = file
  const faults = terms.map((limits) =>
    'quote' in line ? faultOfQuote(line, limits) : faultOfTrades(line, { decimals, limits }),
  )
  return faults.includes(null) ? null : (faults[0] ?? null)
}

function faultOfRecord(line: PublishedLine, record: TickRecord | undefined): IndexFault | null {
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
    const { seq, price, hash } = line
    const tick = { price, inputs: hash }
    const fault =
      (seq > before ? null : 'sequence') ??
      ('quote' in line
        ? findQuoteFault(tick, line.quote, { decimals, sha256 })
        : findInputsFault(tick, line.inputs, { decimals, sha256 })) ??
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
