/** Re-hashes stored history in turn, so that a record that was changed behind the server is found wherever it is. */
import { MINUTE_MS } from '#contract/time.ts'
import type { TickEvidence } from '#contract/dealer-quote.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { findQuoteFault } from '#rules/dealer-quote.ts'
import { findInputsFault } from '#rules/index-price.ts'
import { type ChainStart, findChainFault, GENESIS_HASH } from '#rules/tick-chain.ts'
import { sha256 } from '#server/market/product-log.ts'
import { type MarketClock, placeAt } from '#server/platform/clock.ts'

/** Records per call. With one call per minute, a day of a product takes about nine minutes. */
const SLICE = 10_000
/** Records that are hashed without a pause, so that no request waits for long. */
const PAGE = 1_000

/** A record that does not continue the chain. */
export interface AuditFault {
  invariant: 'tick_chain'
  detail: string
}

interface AuditedProduct {
  id: number
  symbol: string
  priceDecimals: number
}

export interface HistoryAuditParts {
  clock: Pick<MarketClock, 'now'>
  products: readonly AuditedProduct[]
  /** The number of records in a product's log. */
  lengthOf(productId: number): number
  /** Up to `limit` records after `afterSeq`, from the database. */
  read(productId: number, afterSeq: number, limit: number): Promise<TickRecord[]>
  /** As `Market.inputsOf`, from the database. */
  inputsOf(productId: number, seqs: readonly number[]): Promise<TickEvidence[]>
}

const GENESIS: ChainStart = { seq: 0, hash: GENESIS_HASH, timeMs: 0 }

/** The first live or dealer's price that does not follow from what is stored. */
async function findUnprovedPrice(
  { inputsOf }: Pick<HistoryAuditParts, 'inputsOf'>,
  { id, priceDecimals: decimals }: AuditedProduct,
  records: readonly TickRecord[],
): Promise<{ seq: number; fault: string } | null> {
  const prices = records.flatMap((each) =>
    each.kind === 'tick' && each.inputs !== undefined ? [each] : [],
  )
  if (prices.length === 0) return null
  const stored = await inputsOf(
    id,
    prices.map(({ seq }) => seq),
  )
  const bySeq = new Map(stored.map((each) => [each.seq, each]))
  for (const tick of prices) {
    const found = bySeq.get(tick.seq)
    const fault =
      found !== undefined && 'quote' in found
        ? findQuoteFault(tick, found.quote, { decimals, sha256 })
        : findInputsFault(tick, found?.inputs ?? [], { decimals, sha256 })
    if (fault !== null) return { seq: tick.seq, fault: `inputs: ${fault}` }
  }
  return null
}

/**
 * Creates the audit. Each call re-hashes the next slice, product after product, and returns a fault or an empty list. A
 * slice with a fault is audited again at the next call. The audit starts at a place that depends on the time.
 */
export function createHistoryAudit(parts: HistoryAuditParts): () => Promise<AuditFault[]> {
  const { clock, products, lengthOf, read } = parts
  const minute = Math.floor(clock.now() / MINUTE_MS)
  const place = placeAt(clock.now())
  let index = minute % Math.max(1, products.length)
  let before: ChainStart | null = null

  const startOf = async (id: number): Promise<ChainStart> => {
    const seq = Math.floor(lengthOf(id) * place)
    const [record] = seq === 0 ? [] : await read(id, seq - 1, 1)
    return record ?? GENESIS
  }

  return async () => {
    let left = SLICE
    for (let ended = 0; left > 0 && ended < products.length; ) {
      const product = products[index]
      if (product === undefined) return []
      before ??= await startOf(product.id)
      const records = await read(product.id, before.seq, Math.min(PAGE, left))
      const fault = findChainFault(product.symbol, records, { sha256, start: before })
      const found = fault ?? (await findUnprovedPrice(parts, product, records))
      if (found !== null) {
        const detail = `record ${found.seq} of ${product.symbol} (${found.fault})`
        return [{ invariant: 'tick_chain', detail }]
      }
      left -= records.length
      before = records.at(-1) ?? before
      if (records.length > 0) continue
      index = (index + 1) % products.length
      before = GENESIS
      ended += 1
    }
    return []
  }
}
