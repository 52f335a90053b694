/** Signs the newest record of every product every ten seconds, so that history cannot be rewritten unnoticed. */
import { type Anchors, CHECKPOINT_EVERY_MS, checkpointText } from '#rules/checkpoint.ts'
import { productsOf } from '#rules/checkpoint-products.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import { type Checkpoint, checkpoint } from '#contract/tick-log.ts'
import type { CatalogueProduct } from '#server/market/catalogue.ts'
import { readChainHead } from '#server/market/chain-store.ts'
import { insertCheckpoint, readNewest, readRoot } from '#server/market/checkpoint-store.ts'
import { sha256, sha256Bytes } from '#server/market/product-log.ts'
import type { TermsSchedule } from '#server/market/terms-schedule.ts'
import type { TickLog } from '#server/market/tick-log.ts'
import type { LogReader } from '#server/market/log-reader.ts'
import type { Cancel, MarketClock } from '#server/platform/clock.ts'
import type { Database, Queryable } from '#server/platform/db/database.ts'
import type { Logger } from '#server/platform/logging.ts'
import type { Signer } from '#server/platform/signer.ts'

/** How often it is asked whether a checkpoint is due. One that has to wait for the log is written soon after. */
const ASK_EVERY_MS = 1_000

export interface CheckpointParts {
  db: Database<'market'>
  clock: MarketClock
  log: Logger
  signer: Signer
  ticks: TickLog
  products: readonly CatalogueProduct[]
  terms: Pick<TermsSchedule, 'within'>
  /**
   * Stores the refusals since the checkpoint before as the tree of this one, and returns its size and root, and whether
   * it also holds acceptances, which were stored before they were in the price log.
   */
  sealOrders: (
    tx: Queryable<'market'>,
    checkpoint: number,
  ) => Promise<Anchors['orders'] & { holdsOrders: boolean }>
}

/** Signs and stores one checkpoint of all heads, and returns it. */
export async function writeCheckpoint(parts: CheckpointParts): Promise<Checkpoint> {
  const { clock, signer, ticks, products } = parts
  return parts.db.transaction(async (tx) => {
    const last = await readNewest(tx)
    const number = (last?.number ?? 0) + 1
    const { holdsOrders, ...orders } = await parts.sealOrders(tx, number)
    // Orders of a release that did not write them to the price log. A server never goes back to an older format.
    const isOlder = holdsOrders && (last?.anchors?.earlier ?? null) === null
    const anchors = {
      orders,
      devices: await readChainHead(tx, 'devices'),
      seeds: await readChainHead(tx, 'seeds'),
      operators: await readChainHead(tx, 'operators'),
      earlier: isOlder ? null : await readRoot(tx, number - 1),
      starts: isOlder ? null : await readChainHead(tx, 'starts'),
    }
    const previous = last === undefined ? GENESIS_HASH : sha256(last.text)
    // Read at one moment, and after the orders, whose acceptance is not later.
    const timeMs = clock.now()
    const span = { fromMs: last?.timeMs ?? timeMs, toMs: timeMs }
    const heads = products.map(({ id, symbol }) => {
      const head = ticks.head(id)
      const named = anchors.earlier !== null ? { terms: parts.terms.within(id, span) } : {}
      return { symbol, seq: head?.seq ?? 0, hash: head?.hash ?? GENESIS_HASH, ...named }
    })
    const tree = isOlder ? {} : { products: productsOf(heads, sha256Bytes) }
    const facts = { number, timeMs, previous, anchors, ...tree, heads }
    const text = checkpointText(facts)
    const { keyId } = signer
    const row = checkpoint.parse({ ...facts, text, signature: signer.sign(text), keyId })
    await insertCheckpoint(tx, row)
    return row
  })
}

/**
 * The product whose log lacks the record that the newest checkpoint signed as its head. Undefined if no record is
 * missing.
 */
export async function findMissingHead(
  db: Database<'market'>,
  log: LogReader,
  products: readonly { id: number; symbol: string }[],
): Promise<string | undefined> {
  const last = await readNewest(db)
  for (const { symbol, seq, hash } of last?.heads ?? []) {
    const product = products.find((each) => each.symbol === symbol)
    if (product === undefined || seq === 0) continue
    const [record] = await log.after(product.id, seq - 1, 1)
    if (record?.hash !== hash) return symbol
  }
  return undefined
}

/** What running checkpoints need besides. */
export interface RunningParts extends CheckpointParts {
  isBehind(): boolean
  /** Called with each checkpoint after it was stored. */
  onWritten(checkpoint: Checkpoint): void
}

/** Starts the checkpoints. Returns a function that stops them. */
export function startCheckpoints(parts: RunningParts): Cancel {
  const { clock, isBehind, onWritten } = parts
  let writing = false
  let dueAt = clock.now() + CHECKPOINT_EVERY_MS
  return clock.every(ASK_EVERY_MS, () => {
    const now = clock.now()
    // During an outage nothing is signed: its end would be of a time before what is filled in.
    if (writing || now < dueAt || isBehind()) return
    writing = true
    dueAt = Math.max(dueAt + CHECKPOINT_EVERY_MS, now)
    writeCheckpoint(parts)
      .then(onWritten)
      .catch((error: unknown) => parts.log.error({ err: error }, 'checkpoint not written'))
      .finally(() => {
        writing = false
      })
  })
}
