/** The tick log of one product in this process: the next number and hash, and what was published so far. */
import { hash } from 'node:crypto'
import { price, timeMs } from '#contract/scalars.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { rootOf, treeOf } from '#rules/merkle-tree.ts'
import { bandAfter, type BandState, judgePrice, NO_LEVEL } from '#rules/sanity-band.ts'
import { GENESIS_HASH, recordText, type UnhashedRecord } from '#rules/tick-chain.ts'
import { evidenceText, type LogInput, type OrdersInput } from '#server/market/log-input.ts'
import { RecentRecords } from '#server/market/recent-records.ts'

type TickOf = Extract<TickRecord, { kind: 'tick' }>

/** A product with its terms, as the log needs it. */
export interface LoggedProduct {
  id: number
  symbol: string
  terms: { bandBps: number }
}

/** SHA-256 as lower-case hex. */
export const sha256 = (text: string): string => hash('sha256', text)
/** SHA-256 over bytes. */
export const sha256Bytes = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer')

/** The tick log of one product. */
export class ProductLog {
  readonly symbol: string
  readonly #bandAt: (timeMs: number) => number
  readonly recent: RecentRecords
  /** The newest record that has a number. It is durable or being written. */
  #sealed: { seq: number; hash: string } = { seq: 0, hash: GENESIS_HASH }
  /** The band after all numbered records. Dropped ticks do not affect it. */
  #band: BandState = NO_LEVEL
  /** The band after all durable records. */
  #durableBand: BandState = NO_LEVEL
  head: TickRecord | undefined
  lastTick: TickOf | undefined
  /** The newest record that was accepted, durable or not. */
  tail: { timeMs: number; kind: TickRecord['kind'] } | undefined
  /** The orders that the next record is to hold, unless something else comes before it. */
  orders: OrdersInput | undefined

  /** `bandAt`: the band in basis points at a time. `keepMs`: how long records stay in memory. */
  constructor(symbol: string, bandAt: (timeMs: number) => number, keepMs?: number) {
    this.symbol = symbol
    this.#bandAt = bandAt
    this.recent = new RecentRecords(keepMs)
  }

  /** Restores the stored log's newest records and the band after them, at start. */
  restore(records: readonly TickRecord[], band: BandState): void {
    for (const record of records) this.durable(record)
    this.#durableBand = band
    this.reset()
  }

  /** Forgets all records that are not durable, because they were not stored. */
  reset(): void {
    this.#sealed = this.head ?? { seq: 0, hash: GENESIS_HASH }
    this.tail = this.head
    this.orders = undefined
    this.#band = this.#durableBand
  }

  /** The records to log for an input, in order. A tick may be rejected, or need a gap before it. */
  seal(input: LogInput | OrdersInput): TickRecord[] {
    const at = timeMs.parse(input.timeMs)
    switch (input.kind) {
      case 'tick':
        return this.#sealTick(input)
      case 'heartbeat':
        return [this.#chain({ kind: 'heartbeat', timeMs: at, seq: this.#next })]
      case 'gap':
        return [this.#chain({ kind: 'gap', timeMs: at, seq: this.#next, reason: input.reason })]
      case 'halt':
        return [this.#chain({ kind: 'halt', timeMs: at, seq: this.#next, reason: input.reason })]
      case 'filled': {
        const fromMs = timeMs.parse(input.fromMs)
        const writtenAt = timeMs.parse(input.writtenAt)
        return [this.#chain({ kind: 'filled', timeMs: at, seq: this.#next, fromMs, writtenAt })]
      }
      case 'orders': {
        const leaves = input.orders.map(({ commitment }) => Buffer.from(commitment, 'hex'))
        const size = leaves.length
        const root = rootOf(treeOf(leaves, sha256Bytes), sha256Bytes)
        return [this.#chain({ kind: 'orders', timeMs: at, seq: this.#next, size, root })]
      }
    }
  }

  /** Marks a record as durable. */
  durable(record: TickRecord): void {
    this.recent.push(record)
    this.head = record
    this.#durableBand = bandAfter(this.#durableBand, record)
    if (record.kind === 'tick') this.lastTick = record
  }

  get #next(): number {
    return this.#sealed.seq + 1
  }

  #sealTick(tick: Extract<LogInput, { kind: 'tick' }>): TickRecord[] {
    const at = timeMs.parse(tick.timeMs)
    const bandBps = this.#bandAt(at)
    const verdict = judgePrice(this.#band, tick.price, bandBps)
    if (verdict === 'rejected') {
      const { price: aside } = tick
      return [this.#chain({ kind: 'rejected', timeMs: at, seq: this.#next, price: aside, bandBps })]
    }
    const jump =
      verdict === 'jump'
        ? [this.#chain({ kind: 'gap', timeMs: at, seq: this.#next, reason: 'jump' })]
        : []
    const good = price.parse(tick.price)
    const { size } = tick
    const text = evidenceText(tick)
    const unhashed = { kind: 'tick', timeMs: at, seq: this.#next, price: good, size } as const
    const digest = text === undefined ? {} : { inputs: sha256(text) }
    return [...jump, this.#chain({ ...unhashed, ...digest })]
  }

  #chain(unhashed: UnhashedRecord): TickRecord {
    const hash = sha256(recordText(this.symbol, unhashed, this.#sealed.hash))
    const record: TickRecord = { ...unhashed, hash }
    this.#sealed = { seq: record.seq, hash }
    this.#band = bandAfter(this.#band, record)
    return record
  }
}
