/**
 * Builds the full receipt of a settled order: the decisive records of the log, the checkpoints over them and the
 * ledger.
 */
import type { ProvenText } from '#contract/checkpoint-products.ts'
import type { Order } from '#contract/order.ts'
import type { OrderId } from '#contract/scalars.ts'
import {
  type ChainSegment,
  type DeviceOrder,
  deviceOrder,
  inTree,
  type LogSegment,
  orderTransfer,
  RECEIPT_FORMAT,
  type SeedProof,
  type SettledReceipt,
} from '#contract/settlement-receipt.ts'
import { type SignedText } from '#contract/signed-text.ts'
import type { Checkpoint, TickRecord } from '#contract/tick-log.ts'
import { readReceipt } from '#rules/receipt.ts'
import { readIntent } from '#rules/signed-order.ts'
import { readCheckpointText } from '#rules/checkpoint.ts'
import { productLineOf } from '#rules/checkpoint-line.ts'
import { UNDONE } from '#rules/outcome-check.ts'
import { decidingEpochs } from '#rules/seed-hour.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import { readChain, readHashChainSeq } from '#server/market/chain-store.ts'
import { readCheckpointsFrom, readKeys } from '#server/market/checkpoint-store.ts'
import type { Market } from '#server/market/market.ts'
import { sha256Bytes } from '#server/market/product-log.ts'
import { readEpoch } from '#server/market/seed-store.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Rejected } from '#server/platform/errors.ts'
import { evidenceOf } from '#server/trading/order-queries.ts'
import { orderOfRow } from '#server/trading/order-row.ts'
import type { OrderTrees } from '#server/trading/sealed-orders.ts'
import { type OrderDetailRow, selectOrder } from '#server/trading/trading-store.ts'

/** What a receipt is built from. */
export interface ReceiptParts {
  db: Database
  market: Market
  trees: OrderTrees
}

/**
 * One that was written while a record was in progress may end just before that record, so the next ones are tried: most
 * often the first is the one, and after these, three minutes have passed.
 */
const CHECKPOINTS_TRIED = 18
const TRIED_AT_ONCE = 3
/** If the next checkpoint is more than this many records away, the segment has no checkpoint. */
const SEGMENT_MAX = 50_000

interface Piece {
  productId: number
  symbol: string
  /** The decisive records, contiguous. Empty if the rule never needed any. */
  records: readonly TickRecord[]
  /** The segment starts at this sequence number at the latest. */
  fromSeq: number
}

const headIn = ({ heads }: Checkpoint, symbol: string): number =>
  heads.find((head) => head.symbol === symbol)?.seq ?? 0

const signedPart = (checkpoint: Checkpoint | null): SignedText | null =>
  checkpoint && {
    text: checkpoint.text,
    signature: checkpoint.signature,
    keyId: checkpoint.keyId,
  }

/** With the line of the product, which the text of a former format has itself. */
function provenPart(checkpoint: Checkpoint | null, symbol: string): ProvenText | null {
  const signed = signedPart(checkpoint)
  if (checkpoint?.products === undefined || signed === null) return signed
  return { ...signed, product: productLineOf(checkpoint.heads, symbol, sha256Bytes) }
}

/** The first checkpoint from a moment on that names something; null if none of those that are tried does. */
async function firstCheckpoint(
  db: Database,
  timeMs: number,
  names: (checkpoint: Checkpoint) => boolean,
): Promise<Checkpoint | null> {
  for (let skip = 0; skip < CHECKPOINTS_TRIED; skip += TRIED_AT_ONCE) {
    const tried = await readCheckpointsFrom(db, { timeMs, skip, limit: TRIED_AT_ONCE })
    const found = tried.find(names)
    if (found !== undefined || tried.length < TRIED_AT_ONCE) return found ?? null
  }
  return null
}

async function checkpointOver(db: Database, symbol: string, last: TickRecord) {
  const names = (each: Checkpoint): boolean => headIn(each, symbol) >= last.seq
  const found = await firstCheckpoint(db, last.timeMs, names)
  return found !== null && headIn(found, symbol) - last.seq <= SEGMENT_MAX ? found : null
}

async function segmentOf({ db, market }: ReceiptParts, piece: Piece): Promise<LogSegment> {
  const { productId, symbol, records, fromSeq } = piece
  const [first, last] = [records[0], records.at(-1)]
  if (first === undefined || last === undefined) throw new Rejected('not_settled')
  const checkpoint = await checkpointOver(db, symbol, last)
  const until = checkpoint === null ? last.seq : headIn(checkpoint, symbol)
  const from = Math.min(first.seq, fromSeq)
  // Includes the previous record, whose hash the first one covers.
  const after = Math.max(0, from - 2)
  // Not from memory, so that the receipt shows what is stored.
  const all = await market.storedAfter(productId, after, until - after)
  const before = from === 1 ? { seq: 0, hash: GENESIS_HASH } : all.shift()
  if (before === undefined) throw new Error(`${symbol}: the log begins after record ${from}`)
  return {
    before: { seq: before.seq, hash: before.hash },
    records: all,
    checkpoint: provenPart(checkpoint, symbol),
  }
}

/** A public chain from a record to the head of the first checkpoint that names it. */
async function chainSegmentOf(
  db: Database,
  chain: 'devices' | 'seeds',
  seq: number,
): Promise<ChainSegment> {
  const [own] = await readChain(db, chain, { afterSeq: seq - 1, limit: 1 })
  const checkpoint = await firstCheckpoint(
    db,
    own?.timeMs ?? 0,
    ({ anchors }) => (anchors?.[chain].seq ?? 0) >= seq,
  )
  const until = checkpoint?.anchors?.[chain].seq ?? seq
  const after = Math.max(0, seq - 2)
  const all = await readChain(db, chain, { afterSeq: after, limit: until - after })
  const before = seq === 1 ? { seq: 0, hash: GENESIS_HASH } : all.shift()
  if (before === undefined) throw new Error(`${chain}: there is no record ${seq}`)
  return {
    before: { seq: before.seq, hash: before.hash },
    records: all,
    checkpoint: signedPart(checkpoint),
  }
}

/** The purchase as the device signed it, with the registration of its key up to the next checkpoint. */
async function deviceOf(db: Database, row: OrderDetailRow): Promise<DeviceOrder | undefined> {
  if (row.device_seq === null) return undefined
  return deviceOrder.parse({
    text: row.intent_text,
    signature: row.intent_signature,
    keyId: row.device_key_id,
    publicKey: row.device_public_key,
    registration: await chainSegmentOf(db, 'devices', Number(row.device_seq)),
  })
}

async function seedOf(db: Database, epoch: number): Promise<SeedProof | null> {
  const hour = await readEpoch(db, epoch)
  if (hour === null || hour.chain === null || hour.promise === null) return null
  const anchor = await readHashChainSeq(db, hour.chain)
  if (anchor === null) throw new Error(`there is no hash chain ${hour.chain}`)
  return {
    hour,
    anchor: await chainSegmentOf(db, 'seeds', anchor),
    promise: await chainSegmentOf(db, 'seeds', hour.promise),
  }
}

/** The seeds of the deciding hours. Undefined if there are none, or one is from before the chain of promises. */
async function seedsOf(db: Database, order: Order): Promise<SeedProof[] | undefined> {
  const proofs = await Promise.all(decidingEpochs(order).map((epoch) => seedOf(db, epoch)))
  const found = proofs.flatMap((proof) => (proof === null ? [] : [proof]))
  return found.length > 0 && found.length === proofs.length ? found : undefined
}

/** The trades or quotes behind the prices of entry and exit. Only live prices have trades, and a dealer's quotes. */
async function sourcesOf({ market }: ReceiptParts, productId: number, order: Order) {
  if (order.source !== 'live' && order.source !== 'dealer') return {}
  const spots = [order.entry, order.exit].flatMap((spot) => (spot === null ? [] : [spot.seq]))
  const found = spots.length === 0 ? [] : await market.inputsOf(productId, spots)
  const venues = found.flatMap((each) => ('inputs' in each ? [each] : []))
  const quotes = found.flatMap((each) => ('quote' in each ? [each] : []))
  return { ...(venues.length > 0 && { venues }), ...(quotes.length > 0 && { quotes }) }
}

/**
 * Where the acceptance is in public. Undefined if the order was undone, or the checkpoint over the entry is from before
 * there was a log.
 */
async function inclusionOf({ trees }: ReceiptParts, order: Order, { checkpoint }: LogSegment) {
  const isOlder = checkpoint !== null && readCheckpointText(checkpoint.text)?.anchors === null
  if (isOlder) return undefined
  const found = await trees.inclusionOf(BigInt(order.id))
  return found === null && order.voidReason === UNDONE ? undefined : found
}

function refusalOf(row: OrderDetailRow): Pick<SettledReceipt, 'refusal'> {
  const { refusal_text: text, refusal_signature: signature, refusal_key_id: keyId } = row
  if (text === null || signature === null || keyId === null) return {}
  return { refusal: { text, signature, keyId } }
}

async function keysOf(db: Database, ids: readonly (string | undefined)[]) {
  const keys = await readKeys(db)
  return keys.filter(({ keyId }) => ids.includes(keyId))
}

async function receiptOf(
  parts: ReceiptParts,
  userId: bigint,
  row: OrderDetailRow,
): Promise<SettledReceipt> {
  const order = orderOfRow(row)
  const acceptance = {
    text: row.receipt_text,
    signature: row.receipt_signature,
    keyId: row.receipt_key_id,
  }
  const { entryRecords, exitRecords, transfers } = await evidenceOf(parts, userId, row)
  const piece = { productId: row.product_id, symbol: row.symbol }
  const seen = row.intent_text === null ? null : readIntent(row.intent_text)
  const heads = [readReceipt(acceptance.text, order)?.head.seq, seen?.head.seq]
  const head = Math.min(...heads.map((seq) => seq ?? Number.MAX_SAFE_INTEGER))
  const [entry, exit] = await Promise.all([
    segmentOf(parts, { ...piece, records: entryRecords, fromSeq: Math.max(1, head) }),
    segmentOf(parts, { ...piece, records: exitRecords, fromSeq: Number.MAX_SAFE_INTEGER }),
  ])
  const device = await deviceOf(parts.db, row)
  const seeds = await seedsOf(parts.db, order)
  const chains = [
    device?.registration,
    ...(seeds ?? []).flatMap((each) => [each.anchor, each.promise]),
  ]
  const inclusion = await inclusionOf(parts, order, entry)
  const checkpoints = [entry, exit, inTree(inclusion), ...chains].map((each) => each?.checkpoint)
  const signed = [acceptance, refusalOf(row).refusal, ...checkpoints]
  const keys = await keysOf(
    parts.db,
    signed.map((each) => each?.keyId),
  )
  const { kind } = orderTransfer.shape
  return {
    format: RECEIPT_FORMAT,
    order,
    acceptance,
    ...(row.terms !== null && { terms: row.terms }),
    entry,
    exit,
    transfers: transfers.flatMap((each) => {
      // A compensation is no part of the result.
      const known = kind.safeParse(each.kind)
      return known.success ? [{ ...each, kind: known.data }] : []
    }),
    ...(device !== undefined && { device }),
    ...refusalOf(row),
    ...(inclusion !== undefined && { inclusion }),
    ...(seeds !== undefined && { seeds }),
    ...(await sourcesOf(parts, row.product_id, order)),
    keys,
  }
}

/** Builds a receipt. Another user's order is `not_found`; an order without a result is `not_settled`. */
export async function settledReceiptOf(
  parts: ReceiptParts,
  userId: bigint,
  id: OrderId,
): Promise<SettledReceipt> {
  const row = await selectOrder(parts.db, userId, { id: BigInt(id) })
  if (row === undefined) throw new Rejected('not_found')
  if (row.settled_at === null) throw new Rejected('not_settled')
  return receiptOf(parts, userId, row)
}
