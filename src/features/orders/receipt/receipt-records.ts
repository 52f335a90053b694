/**
 * The records of a receipt that matter to a reader. The receipt's slices of the log reach to the next checkpoint, about
 * one minute further, and they have only the ends of an order's time. The records between come from the public history.
 */
import { call } from '#api/call.ts'
import { listTicks } from '#contract/endpoints/history.ts'
import type { Symbol } from '#contract/scalars.ts'
import type { ReceiptEvidence } from '#contract/settlement-receipt.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import type { Answer } from '#api/api-error.ts'
import { knownRuns } from '#data/known-runs.ts'
import { useFetched } from '#data/use-fetched.ts'
import { findLastIndex } from '#rules/find-last.ts'
import { settleTermsOf } from '#rules/settle.ts'

interface DecisiveRecords {
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

/** The records of an order's detail, which has those around its two ends. */
export function recordsOf(evidence: Record<'entryRecords' | 'exitRecords', TickRecord[]>) {
  const records = [...evidence.entryRecords, ...evidence.exitRecords]
  const bySeq = new Map(records.map((each) => [each.seq, each]))
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq)
}

const PAGE_RECORDS = 2_000
/** Enough for fifteen minutes with nine prices per second. A picture is not worth more than that. */
const MAX_PAGES = 4

/** Whether a record follows the one before it in the log. */
const followsInLog = (before: TickRecord, after: TickRecord): boolean =>
  after.seq === before.seq + 1

/**
 * The records of a receipt with those between them. `found` may reach further. Null if it has a hole, or another record
 * than the receipt.
 */
export function filledRecords(
  records: readonly TickRecord[],
  found: readonly TickRecord[],
): readonly TickRecord[] | null {
  const [first] = records
  const last = records.at(-1)
  if (first === undefined || last === undefined) return null
  const within = found.filter(({ seq }) => seq >= first.seq && seq <= last.seq)
  const hashes = new Map(within.map(({ seq, hash }) => [seq, hash]))
  const isSame = records.every(({ seq, hash }) => hashes.get(seq) === hash)
  return isSame && knownRuns(within, followsInLog).length === 1 ? within : null
}

/** The records as they are if nothing is missing, and otherwise with what is missing, from the server. */
async function wholeHistory(
  symbol: Symbol,
  records: readonly TickRecord[],
): Promise<Answer<readonly TickRecord[] | null>> {
  const [first] = records
  const last = records.at(-1)
  if (first === undefined || last === undefined || knownRuns(records, followsInLog).length < 2)
    return { ok: true, value: null }
  const found: TickRecord[] = []
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const afterSeq = found.at(-1)?.seq ?? first.seq - 1
    const answer = await call(listTicks, {
      params: { symbol },
      query: { afterSeq, limit: PAGE_RECORDS },
    })
    if (!answer.ok) return answer
    found.push(...answer.value.records)
    if (!answer.value.more || (found.at(-1)?.seq ?? 0) >= last.seq) break
  }
  return { ok: true, value: filledRecords(records, found) }
}

/**
 * What the picture of an order is drawn from: its own records, and between them those of the public history. Null while
 * that is read. If it cannot be had, the line has a hole.
 */
export function useWholeRecords(
  symbol: Symbol,
  records: readonly TickRecord[],
): readonly TickRecord[] | null {
  const { fetched } = useFetched(() => wholeHistory(symbol, records))
  if (fetched.status === 'loading') return null
  return (fetched.status === 'ready' ? fetched.value : null) ?? records
}
