/** Draws a hypothetical order from the public price record and lets the rule decide it on this device. */
import type { Answer } from '#api/api-error.ts'
import { call } from '#api/call.ts'
import { listTicks } from '#contract/endpoints/history.ts'
import type { Product } from '#contract/product.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { type Example, exampleOf } from '#rules/settle-example.ts'

/** How far back an example may start, in addition to its duration. */
const SPREAD_MS = 900_000
/** Time before the order, so that there is a price before it. */
const LEAD_MS = 10_000
const PAGE_RECORDS = 150
const PAGES_AT_MOST = 12

export interface Drawn extends Example {
  /** All records from the first one shown to the last. */
  records: TickRecord[]
  durationMs: number
}

export interface DrawNeeds {
  product: Pick<Product, 'symbol' | 'terms'>
  /** The record contains prices up to this time. */
  serverTime: number
  /** From 0 to 1, like `Math.random`. */
  random: () => number
}

function withRecords(example: Example, records: readonly TickRecord[]): TickRecord[] {
  const from = example.entryRecords[0]?.seq ?? 0
  const to = example.exitRecords.at(-1)?.seq ?? 0
  return records.filter(({ seq }) => seq >= from && seq <= to)
}

/** Null when the record contains too little data after the chosen time. */
export async function drawExample(needs: DrawNeeds): Promise<Answer<Drawn | null>> {
  const { product, serverTime, random } = needs
  const { symbol, terms } = product
  const durationMs = Math.min(...terms.durations.map((row) => row.durationMs))
  const back = durationMs + LEAD_MS + Math.floor(random() * SPREAD_MS)
  const fromMs = Math.max(0, serverTime - back)
  const direction = random() < 0.5 ? 'up' : 'down'
  const choice = { direction, durationMs, at: random() } as const
  const records: TickRecord[] = []
  for (let page = 0; page < PAGES_AT_MOST; page++) {
    const last = records.at(-1)
    const start = last === undefined ? { fromMs } : { afterSeq: last.seq }
    const query = { ...start, limit: PAGE_RECORDS }
    const answer = await call(listTicks, { params: { symbol }, query })
    if (!answer.ok) return answer
    records.push(...answer.value.records)
    const example = exampleOf(records, choice)
    if (example !== null) {
      return {
        ok: true,
        value: { ...example, durationMs, records: withRecords(example, records) },
      }
    }
    if (!answer.value.more) break
  }
  return { ok: true, value: null }
}
