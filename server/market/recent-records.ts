/** The newest records of one product in memory, so that settlement and pages rarely need a query. */
import { MINUTE_MS } from '#contract/time.ts'
import type { TickRecord } from '#contract/tick-log.ts'

/** How long records are kept in memory, if nothing else is said. */
export const KEEP_MS = 25 * MINUTE_MS
const KEEP_COUNT = 40_000
/** Old records are removed in batches of this size. */
const SWEEP_EVERY = 1_024

/** The index of the first record for which `reached` holds. It must hold for all records after that one. */
function firstIndex(
  records: readonly TickRecord[],
  reached: (record: TickRecord) => boolean,
): number {
  let low = 0
  let high = records.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const record = records[middle]
    if (record !== undefined && reached(record)) high = middle
    else low = middle + 1
  }
  return low
}

/** The newest records of one product. */
export class RecentRecords {
  #records: TickRecord[] = []
  #sinceSweep = 0
  readonly #keepMs: number

  constructor(keepMs = KEEP_MS) {
    this.#keepMs = keepMs
  }

  /** Adds the newest record and removes old ones. */
  push(record: TickRecord): void {
    this.#records.push(record)
    this.#sinceSweep += 1
    if (this.#sinceSweep < SWEEP_EVERY) return
    this.#sinceSweep = 0
    const old = firstIndex(this.#records, ({ timeMs }) => timeMs >= record.timeMs - this.#keepMs)
    const excess = this.#records.length - KEEP_COUNT
    this.#records = this.#records.slice(Math.max(0, old, excess))
  }

  /** As `Market.recordsSpanning`. Null if memory does not reach back far enough. */
  spanning(fromMs: number, toMs: number): TickRecord[] | null {
    const before = firstIndex(this.#records, ({ timeMs }) => timeMs > fromMs) - 1
    if (before < 0 && this.#records[0]?.seq !== 1) return null
    const after = firstIndex(this.#records, ({ timeMs }) => timeMs > toMs)
    return this.#records.slice(Math.max(0, before), after + 1)
  }

  /** Up to `limit` records after a sequence number. Null if memory does not reach back far enough. */
  after(seq: number, limit: number): TickRecord[] | null {
    const first = this.#records[0]
    if (first === undefined || first.seq > seq + 1) return null
    const start = seq + 1 - first.seq
    return this.#records.slice(start, start + limit)
  }

  /** The price of the last good tick at or before a moment. Null if memory does not have it. */
  priceAt(timeMs: number): number | null {
    const until = firstIndex(this.#records, (record) => record.timeMs > timeMs)
    for (let i = until - 1; i >= 0; i--) {
      const record = this.#records[i]
      if (record?.kind === 'tick') return record.price
    }
    return null
  }
}
