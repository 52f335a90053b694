/**
 * The records of a receipt that matter to a reader. The receipt's slices of the log reach to the next checkpoint, about
 * one minute further.
 */
import type { ReceiptEvidence } from '#contract/settlement-receipt.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { settleTermsOf } from '#rules/settle.ts'
import { findLastIndex } from '#rules/find-last.ts'

export interface DecisiveRecords {
  /** From the record before the entry tick, or before the start of the order, to the one after it. */
  entry: TickRecord[]
  /** From the record before the exit tick to the first one after the expiry. */
  exit: TickRecord[]
  /** For the picture: all records from just before the start to just after the expiry. */
  picture: TickRecord[]
}

const AROUND_MS = 5_000

/** From the last tick before a moment. */
function fromTickBefore(records: readonly TickRecord[], momentMs: number): TickRecord[] {
  const at = findLastIndex(records, ({ kind, timeMs }) => kind === 'tick' && timeMs < momentMs)
  return records.slice(Math.max(0, at))
}

/** Up to and including the first record for which `last` is true. */
function upTo(records: TickRecord[], last: (record: TickRecord) => boolean): TickRecord[] {
  const at = records.findIndex(last)
  return at < 0 ? records : records.slice(0, at + 1)
}

export function decisiveRecords({ order, entry, exit }: ReceiptEvidence): DecisiveRecords {
  const { startsAt, expiresAt } = settleTermsOf(order)
  const bySeq = new Map([...entry.records, ...exit.records].map((each) => [each.seq, each]))
  const entrySeq = order.entry?.seq ?? 0
  return {
    entry: upTo(
      fromTickBefore(entry.records, startsAt),
      ({ seq, timeMs }) => timeMs > startsAt && seq > entrySeq,
    ),
    exit: upTo(
      fromTickBefore(exit.records, order.exit?.timeMs ?? expiresAt),
      ({ timeMs }) => timeMs > expiresAt,
    ),
    picture: [...bySeq.values()]
      .filter(({ timeMs }) => timeMs >= startsAt - AROUND_MS && timeMs <= expiresAt + AROUND_MS)
      .sort((a, b) => a.seq - b.seq),
  }
}
