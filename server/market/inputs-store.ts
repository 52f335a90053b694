/** The SQL of the inputs of live and dealer's prices. The tick log writes them (tick-log-store.ts). */
import {
  type DealerQuote,
  dealerQuote,
  publishedQuote,
  type TickEvidence,
  tickQuote,
} from '#contract/dealer-quote.ts'
import { type IndexInput, indexInput, publishedInputs, tickInputs } from '#contract/index-price.ts'
import type { Queryable } from '#server/platform/db/database.ts'

/** What a price follows from: the trades of venues, or a dealer's quote. */
type Evidence = { inputs: IndexInput[] } | { quote: DealerQuote }

/** Reads the canonical text of trades (rules/index-price.ts) or of a quote (rules/dealer-quote.ts). */
function readEvidence(text: string): Evidence {
  const [version = '', ...lines] = text.split('\n')
  return version.startsWith('fairtick-dealer-')
    ? { quote: readQuote(lines[0] ?? '') }
    : { inputs: readTrades(lines) }
}

function readQuote(line: string): DealerQuote {
  const [dealer, instrument, bid, ask, receivedAt, quotedAt, aheadMs] = line.split('|')
  return dealerQuote.parse({
    dealer,
    instrument,
    bid,
    ask,
    receivedAt: Number(receivedAt),
    quotedAt: Number(quotedAt),
    aheadMs: Number(aheadMs),
  })
}

function readTrades(lines: readonly string[]): IndexInput[] {
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

/** What one tick follows from, by the text that is stored. */
export function tickEvidence(seq: number, text: string): TickEvidence {
  const found = { seq, ...readEvidence(text) }
  return 'quote' in found ? tickQuote.parse(found) : tickInputs.parse(found)
}

/** A published line. `text` is the stored one. */
export function publishedLine(
  tick: { seq: number; timeMs: number; price: number; hash: string },
  text: string,
): string {
  const found = { ...tick, ...readEvidence(text) }
  const line = 'quote' in found ? publishedQuote.parse(found) : publishedInputs.parse(found)
  return `${JSON.stringify(line)}\n`
}

/** As `Market.inputsOf`. */
export async function readInputsOf(
  db: Queryable,
  productId: number,
  seqs: readonly number[],
): Promise<TickEvidence[]> {
  const rows = await db.query<{ seq: number; inputs: string }>(
    `select i.seq::float8 as seq, i.inputs from tick_inputs i
     where i.product_id = $1 and i.seq = any ($2::bigint[]) order by i.seq`,
    [productId, seqs],
  )
  return rows.map(({ seq, inputs }) => tickEvidence(seq, inputs))
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
  return rows
    .map(({ time_ms: timeMs, inputs, ...tick }) => publishedLine({ ...tick, timeMs }, inputs))
    .join('')
}
