/** The public history of an order's time, for its picture: the receipt itself has only the ends. */
import { call } from '#api/call.ts'
import { listTicks } from '#contract/endpoints/history.ts'
import type { Symbol } from '#contract/scalars.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import type { Answer } from '#lib/api-error.ts'
import { knownRuns } from '#lib/known-runs.ts'

const PAGE_RECORDS = 2_000
/** Longer orders keep their hole: a picture is not worth more than that. */
const MAX_PAGES = 2

/** Whether a record follows the one before it in the log. */
export const followsInLog = (before: TickRecord, after: TickRecord): boolean =>
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
export async function wholeHistory(
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
