/** Fetches the slice of the log that the rule needs, back to the last good tick before a moment. */
import { HOUR_MS } from '#contract/time.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import type { Market } from '#server/market/market.ts'

/** The first is usually enough, because a product in session has a tick about every second. */
const LOOK_BACK_MS = [2_000, 15_000, 120_000, HOUR_MS, Number.POSITIVE_INFINITY]

/** Whether the slice reaches back to a good tick strictly before the moment, or to the start of the log. */
function reaches(records: readonly TickRecord[], momentMs: number): boolean {
  const first = records[0]
  if (first === undefined || first.seq === 1) return true
  const tick = records.find(({ kind }) => kind === 'tick')
  return tick !== undefined && tick.timeMs < momentMs
}

/**
 * Contiguous records from the last good tick before `fromMs`, or earlier, to the first record after `toMs` or the head.
 */
export async function recordsAround(
  market: Pick<Market, 'recordsSpanning'>,
  productId: number,
  span: { fromMs: number; toMs: number },
): Promise<TickRecord[]> {
  let records: TickRecord[] = []
  for (const back of LOOK_BACK_MS) {
    const start = Math.max(0, span.fromMs - back)
    records = await market.recordsSpanning(productId, start, span.toMs)
    if (reaches(records, span.fromMs)) return records
  }
  return records
}

/** Cuts a slice to what `reaches` requires, so that the evidence is as short as possible. */
export function trimmed(records: readonly TickRecord[], momentMs: number): TickRecord[] {
  const last = records.findLastIndex(({ kind, timeMs }) => kind === 'tick' && timeMs < momentMs)
  return records.slice(Math.max(0, last))
}
