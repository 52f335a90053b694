/**
 * Reads the price log, of which the database holds the newest days and files the days before (server/archive). What the
 * database has is read from it alone.
 */
import type { TickEvidence } from '#contract/dealer-quote.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import type { BandState } from '#rules/sanity-band.ts'
import { JUMP_TICKS } from '#rules/sanity-band.ts'
import {
  publishedLine,
  readInputsLines,
  readInputsOf,
  tickEvidence,
} from '#server/market/inputs-store.ts'
import {
  type PageEnd,
  readAfter,
  readBandState,
  readHeads,
  readPageEnd,
  readPieces,
  readPriceAt,
  readSpanning,
  readTail,
  seqBefore,
} from '#server/market/tick-log-store.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/**
 * A record of the price log. `inputs` is the text that the `inputs` of a live price are the hash of
 * (rules/index-price.ts); no other record has it, one of orders neither.
 */
export interface ArchivedRecord {
  record: TickRecord
  inputs?: string | undefined
}

/** The days that left the database. */
export interface OldDays {
  /** The product's last record that the database does not have. Undefined if it has all. */
  endOf(productId: number): { seq: number; timeMs: number } | undefined
  /** The records with numbers in `(after, until]`, in order. All of them are of old days. */
  records(
    productId: number,
    range: { after: number; until: number },
  ): AsyncIterable<readonly ArchivedRecord[]>
  /** The number of the last old record at or before a moment; 0 if there is none. */
  seqAt(productId: number, timeMs: number): Promise<number>
}

/** Of a log that the database has from its first record on. */
export const NO_OLD_DAYS: OldDays = {
  endOf: () => undefined,
  records: () => {
    throw new Error('the database has all records')
  },
  seqAt: () => Promise.resolve(0),
}

/** Records that are read at a time in search of a price. */
const LOOK_BACK = 1_000

interface Range {
  after: number
  until: number
}

const isGoodTick = (record: TickRecord) => record.kind === 'tick'

/** The fields of a record in the order of `readPieces`. */
const FIELDS = `kind seq timeMs hash price size reason bandBps fromMs writtenAt root inputs`.split(
  ' ',
)
const jsonOf = (record: TickRecord): string => JSON.stringify(record, FIELDS)

/** Reads the log of all products. Its methods throw if a file of old days is missing or was changed. */
export class LogReader {
  readonly #db: Queryable
  readonly #old: OldDays

  constructor(db: Queryable, old: OldDays) {
    this.#db = db
    this.#old = old
  }

  /** Records after a number, in order, at most `limit`. */
  async after(productId: number, afterSeq: number, limit: number): Promise<TickRecord[]> {
    const split = this.#split(productId, { after: afterSeq, until: afterSeq + limit })
    const found = (await this.#oldOf(productId, split.old)).map(({ record }) => record)
    if (split.kept.after === split.kept.until) return found
    const page = { afterSeq: split.kept.after, limit: split.kept.until - split.kept.after }
    return found.concat(await readAfter(this.#db, productId, page))
  }

  /** The newest records of the database, in order, or those of the files if it has none. */
  async tail(productId: number, count: number): Promise<TickRecord[]> {
    const kept = await readTail(this.#db, productId, count)
    const end = this.#old.endOf(productId)
    if (end === undefined || kept.length > 0) return kept
    const range = { after: Math.max(0, end.seq - count), until: end.seq }
    return (await this.#oldOf(productId, range)).map(({ record }) => record)
  }

  /** Records from the last one at or before `fromMs` to the first after `toMs`, both included. */
  async spanning(
    productId: number,
    { fromMs, toMs }: { fromMs: number; toMs: number },
  ): Promise<TickRecord[]> {
    const kept = await readSpanning(this.#db, productId, { fromMs, toMs })
    const end = this.#old.endOf(productId)
    if (end === undefined || (kept[0] !== undefined && kept[0].timeMs <= fromMs)) return kept
    const first = Math.max(1, await this.#old.seqAt(productId, fromMs))
    const found: TickRecord[] = []
    for await (const batch of this.#old.records(productId, { after: first - 1, until: end.seq })) {
      for (const { record } of batch) {
        found.push(record)
        if (record.timeMs > toMs) return found
      }
    }
    return found.concat(kept)
  }

  /** The price of the last good tick at or before a moment. Null before the first. */
  async priceAt(productId: number, timeMs: number): Promise<number | null> {
    const price = await readPriceAt(this.#db, productId, timeMs)
    if (price !== null || this.#old.endOf(productId) === undefined) return price
    const last = await this.#lastOld(
      productId,
      await this.#old.seqAt(productId, timeMs),
      isGoodTick,
    )
    return last?.kind === 'tick' ? last.price : null
  }

  /** The state of the band: the newest good tick, and the ticks rejected since. */
  async bandState(productId: number): Promise<BandState> {
    const kept = await readBandState(this.#db, productId)
    const end = this.#old.endOf(productId)
    if (kept.level !== null || end === undefined) return kept
    const last = await this.#lastOld(productId, end.seq, isGoodTick)
    const since = await this.#oldOf(productId, { after: last?.seq ?? 0, until: end.seq })
    const aside = since.flatMap(({ record }) => (record.kind === 'rejected' ? [record.price] : []))
    return {
      level: last?.kind === 'tick' ? last.price : null,
      aside: [...aside, ...kept.aside].slice(-JUMP_TICKS),
    }
  }

  /** The number before the first record at or after `fromMs`. If there is none, that of the head. */
  async seqBefore(productId: number, fromMs: number): Promise<number> {
    const end = this.#old.endOf(productId)
    if (end !== undefined && fromMs <= end.timeMs) return this.#old.seqAt(productId, fromMs - 1)
    return seqBefore(this.#db, productId, fromMs)
  }

  /** The last record of a page. Undefined if the page is empty. */
  async pageEnd(productId: number, range: Range): Promise<PageEnd | undefined> {
    const { old } = this.#split(productId, range)
    const kept = await readPageEnd(this.#db, productId, range)
    if (kept !== undefined || old.after === old.until) return kept
    const [last] = await this.#oldOf(productId, { after: old.until - 1, until: old.until })
    if (last === undefined) return undefined
    const { seq, hash } = last.record
    const heads = await readHeads(this.#db, [productId])
    return { seq, hash, more: heads.get(productId) !== hash }
  }

  /** A piece of the history as JSON texts with a separator between them. */
  async pieces(productId: number, piece: Range & { separator: string }): Promise<string> {
    const { separator } = piece
    const { old, kept } = this.#split(productId, piece)
    const texts = (await this.#oldOf(productId, old)).map(({ record }) => jsonOf(record))
    const newer =
      kept.after === kept.until ? '' : await readPieces(this.#db, productId, { ...kept, separator })
    return [...texts, ...(newer === '' ? [] : [newer])].join(separator)
  }

  /** As `Market.inputsOf`. */
  async inputsOf(productId: number, seqs: readonly number[]): Promise<TickEvidence[]> {
    const end = this.#old.endOf(productId)?.seq ?? 0
    const old = seqs.filter((seq) => seq <= end).toSorted((one, other) => one - other)
    const [first, last] = [old[0], old.at(-1)]
    if (first === undefined || last === undefined) return readInputsOf(this.#db, productId, seqs)
    const wanted = new Set(old)
    const found = (await this.#oldOf(productId, { after: first - 1, until: last })).flatMap(
      ({ record: { seq }, inputs }) =>
        inputs !== undefined && wanted.has(seq) ? [tickEvidence(seq, inputs)] : [],
    )
    const newer = seqs.filter((seq) => seq > end)
    return newer.length === 0 ? found : found.concat(await readInputsOf(this.#db, productId, newer))
  }

  /** The inputs of the ticks in `(after, until]` as JSON, a line each. */
  async inputsLines(productId: number, range: Range): Promise<string> {
    const { old, kept } = this.#split(productId, range)
    const lines = (await this.#oldOf(productId, old)).flatMap(({ record, inputs }) => {
      if (record.kind !== 'tick' || inputs === undefined) return []
      const { seq, timeMs, price, inputs: hash } = record
      return hash === undefined ? [] : [publishedLine({ seq, timeMs, price, hash }, inputs)]
    })
    const newer = kept.after === kept.until ? '' : await readInputsLines(this.#db, productId, kept)
    return lines.join('') + newer
  }

  #split(productId: number, { after, until }: Range): { old: Range; kept: Range } {
    const at = Math.min(Math.max(after, this.#old.endOf(productId)?.seq ?? 0), until)
    return { old: { after, until: at }, kept: { after: at, until } }
  }

  async #oldOf(productId: number, { after, until }: Range): Promise<ArchivedRecord[]> {
    const found: ArchivedRecord[] = []
    if (until <= after) return found
    for await (const batch of this.#old.records(productId, { after, until })) found.push(...batch)
    return found
  }

  /** The last old record up to a number that is wanted. */
  async #lastOld(
    productId: number,
    fromSeq: number,
    isWanted: (record: TickRecord) => boolean,
  ): Promise<TickRecord | undefined> {
    for (let until = fromSeq; until > 0; until -= LOOK_BACK) {
      const range = { after: Math.max(0, until - LOOK_BACK), until }
      const found = (await this.#oldOf(productId, range)).findLast(({ record }) => isWanted(record))
      if (found !== undefined) return found.record
    }
    return undefined
  }
}
