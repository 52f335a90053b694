/** The SQL of the inputs of live prices. The tick log writes them (tick-log-store.ts). */
import {
  type IndexInput,
  indexInput,
  publishedInputs,
  type TickInputs,
  tickInputs,
} from '#contract/index-price.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/** Reads the canonical text of inputs (rules/index-price.ts). */
export function readInputs(text: string): IndexInput[] {
  const [, ...lines] = text.split('\n')
  return lines.map((line) => {
    const [venue, tradeId, price, receivedAt, tradedAt, aheadMs] = line.split('|')
    return indexInput.parse({
      venue,
      tradeId,
      price,
      receivedAt: Number(receivedAt),
      tradedAt: tradedAt === '' ? null : Number(tradedAt),
      ...(aheadMs !== undefined && { aheadMs: Number(aheadMs) }),
    })
  })
}

/** As `Market.inputsOf`. */
export async function readInputsOf(
  db: Queryable,
  productId: number,
  seqs: readonly number[],
): Promise<TickInputs[]> {
  const rows = await db.query<{ seq: number; inputs: string }>(
    `select i.seq::float8 as seq, i.inputs from tick_inputs i
     where i.product_id = $1 and i.seq = any ($2::bigint[]) order by i.seq`,
    [productId, seqs],
  )
  return rows.map(({ seq, inputs }) => tickInputs.parse({ seq, inputs: readInputs(inputs) }))
}

interface PublishedRow {
  seq: number
  time_ms: number
  price: number
  hash: string
  inputs: string
}

/** Reads the inputs of the ticks in `(after, until]` as JSON, a line each. */
export async function readInputsLines(
  db: Queryable,
  productId: number,
  { after, until }: { after: number; until: number },
): Promise<string> {
  const rows = await db.query<PublishedRow>(
    `select t.seq::float8 as seq, t.time_ms::float8 as time_ms, t.price::float8 as price,
       encode(t.inputs, 'hex') as hash, i.inputs
     from ticks t join tick_inputs i on i.product_id = t.product_id and i.seq = t.seq
       and i.time_ms = t.time_ms
     where t.product_id = $1 and t.seq > $2 and t.seq <= $3 order by t.seq`,
    [productId, after, until],
  )
  const lines = rows.map(({ seq, time_ms: timeMs, price, hash, inputs }) =>
    JSON.stringify(publishedInputs.parse({ seq, timeMs, price, hash, inputs: readInputs(inputs) })),
  )
  return lines.map((line) => `${line}\n`).join('')
}
