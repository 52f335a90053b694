/** Of a receipt's pieces of the log, what a person looks at: a piece runs on to its checkpoint, a minute or so. */
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import type { TickRecord } from '#contract/tick-log.ts'

export interface DecisiveRecords {
  /** From the record before the entry's tick, or the purchase, to the one after it. */
  entry: TickRecord[]
  /** From the record before the exit's tick to the first one after the end. */
  exit: TickRecord[]
  /** For the picture: everything known from just before the purchase to just after the end. */
  picture: TickRecord[]
}

const AROUND_MS = 5_000

/** From the last tick before a moment on. */
function fromTickBefore(records: readonly TickRecord[], momentMs: number): TickRecord[] {
  const at = records.findLastIndex(({ kind, timeMs }) => kind === 'tick' && timeMs < momentMs)
  return records.slice(Math.max(0, at))
}

/** Up to and with the first record of which `last` holds. */
function upTo(records: TickRecord[], last: (record: TickRecord) => boolean): TickRecord[] {
  const at = records.findIndex(last)
  return at < 0 ? records : records.slice(0, at + 1)
}

export function decisiveRecords({ order, entry, exit }: SettledReceipt): DecisiveRecords {
  const { acceptedAt, expiresAt } = order
  const bySeq = new Map([...entry.records, ...exit.records].map((it) => [it.seq, it]))
  const entrySeq = order.entry?.seq ?? 0
  return {
    entry: upTo(
      fromTickBefore(entry.records, acceptedAt),
      ({ seq, timeMs }) => timeMs > acceptedAt && seq > entrySeq,
    ),
    exit: upTo(
      fromTickBefore(exit.records, order.exit?.timeMs ?? expiresAt),
      ({ timeMs }) => timeMs > expiresAt,
    ),
    picture: [...bySeq.values()]
      .filter(({ timeMs }) => timeMs >= acceptedAt - AROUND_MS && timeMs <= expiresAt + AROUND_MS)
      .toSorted((a, b) => a.seq - b.seq),
  }
}
