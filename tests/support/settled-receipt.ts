/** A settled receipt made whole by hand: a chained log, a signed purchase, a signed checkpoint, the rule's result. */
import { generateKeyPairSync } from 'node:crypto'
import { z } from 'zod/mini'
import type { ProvenText } from '#contract/checkpoint-products.ts'
import { type Order, order as orderSchema } from '#contract/order.ts'
import {
  type InRecord,
  type InTree,
  RECEIPT_FORMAT,
  type SeedProof,
  type SettledReceipt,
} from '#contract/settlement-receipt.ts'
import { type SignedText } from '#contract/signed-text.ts'
import type { DealerQuote } from '#contract/dealer-quote.ts'
import type { IndexInput } from '#contract/index-price.ts'
import { timeMs } from '#contract/scalars.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import {
  type Anchors,
  type CheckpointFacts,
  checkpointText,
  type HeadOfChain,
} from '#rules/checkpoint.ts'
import { productLineOf } from '#rules/checkpoint-line.ts'
import { productsOf } from '#rules/checkpoint-products.ts'
import { bytesOfHex, commitmentOf, pathOf, rootOf, treeOf } from '#rules/merkle-tree.ts'
import { quoteText } from '#rules/dealer-quote.ts'
import { inputsText } from '#rules/index-price.ts'
import { payoutOf } from '#rules/payout.ts'
import { profitAndLossOf } from '#rules/payout.ts'
import { receiptText } from '#rules/receipt.ts'
import { settle, settleTermsOf } from '#rules/settle.ts'
import type { Tick } from '#rules/spot.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import { intentText, type SignedIntent } from '#rules/signed-order.ts'
import { SEED_HOUR_MS } from '#rules/seed-chain.ts'
import { chainRecordText } from '#rules/record-chain.ts'
import { signingDevice } from '#support/signing-device.ts'
import { seedProofOf, type SeedForgery } from '#support/seed-promises.ts'
import { signerOf } from '#server/platform/signer.ts'
import { chained, sha256 } from '#support/chained.ts'
import { BAND_BPS, logOf, type Planned, tick } from '#support/records.ts'
import { toolsOf } from '../../scripts/receipt-tools.ts'

export const T0 = 1_700_000_000_000
export const DURATION_MS = 30_000
export const SYMBOL = 'EURUSD'
export const TERMS = JSON.stringify({
  symbol: SYMBOL,
  ruleVersion: 1,
  durations: [[DURATION_MS, 8_500]],
  stakeMin: '1.00',
  stakeMax: '5000.00',
  bandBps: BAND_BPS,
})
const signer = signerOf(generateKeyPairSync('ed25519').privateKey)

/** As the server signs, with its real key. */
export const signed = (text: string): SignedText => ({
  text,
  signature: signer.sign(text),
  keyId: signer.keyId,
})

/** The proof of an hour, promised 30 h ahead. */
export const seedProof = (forgery: SeedForgery = {}, timeMs = T0): SeedProof =>
  seedProofOf(signer, Math.floor(timeMs / SEED_HOUR_MS), forgery)

/** Trusts the one key that the receipts here are signed with. */
export const tools = toolsOf([{ keyId: signer.keyId, publicKey: signer.publicKeyPem }])

/** Once a second from 5 s before the purchase to 40 s after it; `exit` is the last price before expiry. */
export function ordinaryLog(exit: number): Planned[] {
  return Array.from({ length: 46 }, (_, second) => {
    const at = T0 - 5_000 + second * 1_000 + 400
    return tick(at, at > T0 + DURATION_MS - 1_000 && at <= T0 + DURATION_MS ? exit : 100_000)
  })
}

function openOrder(): Order {
  const stake = 1_000n
  return orderSchema.parse({
    id: '42',
    symbol: SYMBOL,
    direction: 'up',
    stake: '10.00',
    payoutRate: 8_500,
    payout: z.encode(orderSchema.shape.payout, payoutOf(stake, 8_500)),
    durationMs: DURATION_MS,
    acceptedAt: T0,
    expiresAt: T0 + DURATION_MS,
    termsId: sha256(TERMS).slice(0, 16),
    ruleVersion: 1,
    source: 'simulated',
    status: 'open',
    entry: null,
    exit: null,
    settledAt: null,
    voidReason: null,
    profitAndLoss: null,
  })
}

const spotOf = (tick: Extract<TickRecord, { kind: 'tick' }> | null): Order['entry'] =>
  tick && { seq: tick.seq, timeMs: tick.timeMs, price: tick.price }

function settledOrder(open: Order, records: readonly TickRecord[]): Order {
  const result = settle(records, settleTermsOf(open))
  if (result === null) throw new Error('the log does not reach over the order')
  const final: Order = {
    ...open,
    status: result.outcome,
    entry: spotOf(result.entry),
    exit: spotOf(result.exit),
    voidReason: result.outcome === 'void' ? result.reason : null,
    settledAt: timeMs.parse(open.expiresAt + 500),
  }
  return { ...final, profitAndLoss: profitAndLossOf(final) }
}

const SALT = '0123456789abcdef'.repeat(2)
/** Where the public log has the acceptance, under a checkpoint of its own. */
export function inclusionOf(
  text: string,
  {
    atMs = T0 + 60_000,
    signs = true,
    anchors = ANCHORS,
    facts: more = {},
  }: { atMs?: number; signs?: boolean; anchors?: Anchors; facts?: Partial<CheckpointFacts> } = {},
): InTree {
  const others = ['a', 'b', 'c', 'd'].map((other) => commitmentOf(SALT, other, sha256))
  const own = commitmentOf(SALT, text, sha256)
  const commitments = [...others, own].sort()
  const levels = treeOf(commitments.map(bytesOfHex), tools.sha256Bytes)
  const orders = { size: 5, root: rootOf(levels, tools.sha256Bytes) }
  const facts = { number: NUMBERS.inclusion, timeMs: atMs, previous: GENESIS_HASH, heads: [] }
  const checkpoint = signed(checkpointText({ ...facts, anchors: { ...anchors, orders }, ...more }))
  return {
    salt: SALT,
    ...pathOf(levels, commitments.indexOf(own)),
    checkpoint: signs ? checkpoint : { ...checkpoint, signature: 'A'.repeat(86) + '==' },
  }
}
/** The tree of checkpoints that are not shown. */
export const SOME_ROOT = 'e'.repeat(64)
const NO_CHAIN = { seq: 0, hash: GENESIS_HASH }
export const NO_ORDERS: Anchors = {
  orders: { size: 0, root: sha256('') },
  devices: NO_CHAIN,
  seeds: NO_CHAIN,
  operators: NO_CHAIN,
  earlier: null,
  starts: null,
}
/** The numbers of a receipt's checkpoints: far enough apart that none has to name the one before. */
export const NUMBERS = {
  registration: 10,
  inclusion: 20,
  entry: 25,
  segments: 30,
  later: 40,
} as const

/** As a server would have it that signs twice the stake afterwards and settles by that, with all else in order. */
export function otherPurchase(receipt: SettledReceipt): SettledReceipt {
  const { order, transfers } = receipt
  const terms = { stake: order.stake * 2n, payout: order.payout * 2n }
  const changed: Order = { ...order, ...terms, profitAndLoss: null }
  const final = { ...changed, profitAndLoss: profitAndLossOf(changed) }
  const head = receipt.entry.records.findLast((record) => record.timeMs <= order.acceptedAt)
  if (head === undefined) throw new Error('the log begins after the purchase')
  const acceptance = signed(receiptText(final, head))
  return {
    ...receipt,
    order: final,
    acceptance,
    inclusion: inclusionOf(acceptance.text),
    transfers: transfers.map((each) => ({ ...each, amount: each.amount * 2n })),
  }
}

/** The device of the user. */
const device = signingDevice()
/** A signature by that device, in base64. */
export const signedByDevice = (text: string): string => device.sign(text)
/** The one key that the receipts here are signed with, as PEM. */
export const PUBLIC_KEY = signer.publicKeyPem
/** What a device of the user signed, and what a server that holds its own key made of it. */
export interface Signing {
  /** What the device signed. */
  intent?: Partial<SignedIntent>
  /** Changes the text before it is signed. */
  text?: (text: string) => string
  /** When the server says that it accepted the order. */
  acceptedAt?: number
  /** The text in the chain of devices. */
  registered?: string
  /** When the chain of devices says that the key was registered. */
  registeredMs?: number
  /** The time of the head that the device had seen. */
  seenMs?: number
}

/** The record of the device in the chain of devices. */
function registrationOf({ registered, registeredMs = T0 - 60_000 }: Signing) {
  const text = registered ?? `key ${device.keyId} ${device.publicKey}`
  const record = { seq: 1, timeMs: timeMs.parse(registeredMs), text }
  return { ...record, hash: sha256(chainRecordText('devices', record, GENESIS_HASH)) }
}
const headOf = ({ seq, hash }: HeadOfChain): HeadOfChain => ({ seq, hash })
/** The chain of seeds as a receipt shows it; without one, as if the server had promised no hour. */
const headOfSeeds = (proofs: readonly SeedProof[]): HeadOfChain => {
  const last = proofs.at(-1)?.promise.records.at(-1)
  return last === undefined ? NO_CHAIN : headOf(last)
}
const HEAD_OF_SEEDS = headOfSeeds([seedProof()])
/** The chains as the checkpoints of an honest server state them once the device is registered. */
export const ANCHORS: Anchors = {
  ...NO_ORDERS,
  devices: headOf(registrationOf({})),
  seeds: HEAD_OF_SEEDS,
}

/** The parts of a receipt whose order starts at T0 because its device signed that. */
function signingOf(records: readonly TickRecord[], order: Order, signing: Signing) {
  const { intent: changed, text: given } = signing
  const seen = records.findLast(({ timeMs: at }) => at <= (signing.seenMs ?? T0 - 1_000))
  if (seen === undefined) throw new Error('the log begins after the tap')
  const intent: SignedIntent = {
    key: 'a-key-of-the-tap-1',
    symbol: order.symbol,
    direction: order.direction,
    stake: order.stake,
    durationMs: order.durationMs,
    termsId: order.termsId,
    head: { seq: seen.seq, hash: seen.hash },
    tappedAt: timeMs.parse(T0 - 1_000),
    uncertaintyMs: 20,
    startsAt: timeMs.parse(T0),
    deviceKeyId: device.keyId,
    ...changed,
  }
  const text = given?.(intentText(intent)) ?? intentText(intent)
  const record = registrationOf(signing)
  const anchors = { ...NO_ORDERS, devices: headOf(record), seeds: HEAD_OF_SEEDS }
  const facts = {
    number: NUMBERS.registration,
    timeMs: T0 - 30_000,
    previous: GENESIS_HASH,
    heads: [],
    anchors,
  }
  const { keyId, publicKey } = device
  return {
    devices: anchors.devices,
    mark: { intent: sha256(text), deviceKeyId: keyId },
    device: {
      text,
      signature: device.sign(text),
      keyId,
      publicKey,
      registration: {
        before: { seq: 0, hash: GENESIS_HASH },
        records: [record],
        checkpoint: signed(checkpointText(facts)),
      },
    },
  }
}

/** What a server that holds the key may sign instead of the truth. */
interface Forgery {
  /** The time up to which the head at acceptance reaches; by default the acceptance. */
  headMs?: number
  /** When the checkpoint says that it was written. */
  checkpointMs?: number
  /**
   * The format of the checkpoints of both pieces. Those of format 1 are from before there was a log of orders, and with
   * those from format 4 on a record of the price log holds the acceptance.
   */
  format?: 1 | 2 | 3 | 4 | 5 | 6
  /** What the record of orders holds. */
  held?: Held
  /** The terms that checkpoints from format 4 on name as in force; by default those of the order. */
  inForce?: string[]
  /** The terms that they name as in force for another product. */
  elsewhere?: string[]
  /** Terms of the order that the published terms do not offer. */
  order?: Partial<Order>
  /** The text of the terms that are published. */
  terms?: string
  /** Makes it an order that a device signed. */
  signing?: Signing
  /** The proofs of the deciding hour. */
  seeds?: readonly SeedProof[]
  /** Makes the prices live: the inputs that each tick commits to. */
  inputsOf?: (tick: Tick) => IndexInput[]
  /** Makes the prices a dealer's: the quote that each tick commits to. */
  quoteOf?: (tick: Tick) => DealerQuote
}
/** What ticks commit to. */
type Sources = Pick<Forgery, 'inputsOf' | 'quoteOf'>

/** Without those that are missing. */
const sourcesWith = (inputsOf: Forgery['inputsOf'], quoteOf: Forgery['quoteOf']): Sources => ({
  ...(inputsOf && { inputsOf }),
  ...(quoteOf && { quoteOf }),
})

/** The log with the commitments to its inputs. */
const committed = (
  records: readonly TickRecord[],
  { inputsOf, quoteOf }: Sources,
): TickRecord[] => {
  const textOf = (tick: Tick): string | undefined =>
    (inputsOf && inputsText(inputsOf(tick))) ?? (quoteOf && quoteText(quoteOf(tick)))
  return records.map((record) => {
    const text = record.kind === 'tick' ? textOf(record) : undefined
    return record.kind === 'tick' && text !== undefined
      ? { ...record, inputs: sha256(text) }
      : record
  })
}

/** The inputs or quotes of the deciding ticks; the promised hours of other prices. */
function sourcesOf(
  { entry, exit }: Order,
  records: readonly TickRecord[],
  { inputsOf, quoteOf, seeds }: Sources & { seeds: readonly SeedProof[] },
): Partial<SettledReceipt> {
  const deciding = records.flatMap((record) =>
    record.kind === 'tick' && [entry?.seq, exit?.seq].includes(record.seq) ? [record] : [],
  )
  if (inputsOf !== undefined) {
    return { venues: deciding.map((tick) => ({ seq: tick.seq, inputs: inputsOf(tick) })) }
  }
  if (quoteOf === undefined) return { seeds: [...seeds] }
  return { quotes: deciding.map((tick) => ({ seq: tick.seq, quote: quoteOf(tick) })) }
}

/** What a record of the price log holds, and what the receipt says of it. */
interface Held {
  /** After which moment the record is put; by default after the acceptance. */
  afterMs?: number
  /** The time of the record; by default that of the record before it. */
  timeMs?: number
  /** What it holds instead of the acceptance. */
  text?: string
  /** How many others it holds beside. */
  others?: number
  /** Changes the proof. */
  proof?: Partial<InRecord>
  /** Changes the record before it is chained. */
  record?: Partial<{ size: number; root: string }>
}

/** The log with a record that holds the acceptance, and the proof of it. */
function withOrders(
  records: readonly TickRecord[],
  acceptance: string,
  { afterMs = T0 - 500, text = acceptance, others = 2, inputsOf, quoteOf, ...held }: Held & Sources,
): { records: TickRecord[]; inclusion: InRecord } {
  const at = records.findLastIndex((record) => record.timeMs <= afterMs)
  const before = records[at]
  if (before === undefined) throw new Error('the log begins after its orders')
  const texts = [...Array.from({ length: others }, (_, n) => `other ${n}`), text]
  const leaves = texts.map((each) => bytesOfHex(commitmentOf(SALT, each, sha256)))
  const levels = treeOf(leaves, tools.sha256Bytes)
  const root = rootOf(levels, tools.sha256Bytes)
  const own = { seq: before.seq + 1, timeMs: timeMs.parse(held.timeMs ?? before.timeMs), hash: '' }
  const orders = { kind: 'orders' as const, ...own, size: leaves.length, root, ...held.record }
  const moved = records.slice(at + 1).map((record) => ({ ...record, seq: record.seq + 1 }))
  const later = committed(moved, sourcesWith(inputsOf, quoteOf))
  return {
    records: chained(SYMBOL, [...records.slice(0, at + 1), orders, ...later]),
    inclusion: { salt: SALT, record: own.seq, ...pathOf(levels, others), ...held.proof },
  }
}

/** Products before the one of the receipts in the tree of a checkpoint, whose place is then the last one. */
export const OTHER_HEADS = ['BTCUSDT', 'GC', 'SI', 'USDJPY'].map((symbol, n) => ({
  symbol,
  seq: n,
  hash: GENESIS_HASH,
  terms: ['a'.repeat(16)],
}))

/** A checkpoint of format 6 with these heads and those of other products, and the line of the last of them. */
export function signedWithProduct(facts: CheckpointFacts, others = OTHER_HEADS): ProvenText {
  const heads = [...others, ...facts.heads]
  const last = heads.at(-1)
  if (last === undefined) throw new Error('no products')
  const text = checkpointText({ ...facts, products: productsOf(heads, tools.sha256Bytes) })
  return { ...signed(text), product: productLineOf(heads, last.symbol, tools.sha256Bytes) }
}

/** When the checkpoint that ends the first piece is signed, from format 5 on. */
const ENTRY_SIGNED_MS = T0 + 5_000

/**
 * The whole log in both pieces. From format 5 on the first one ends soon after the start of the order, because a server
 * signs every ten seconds.
 */
export function settledReceipt(planned: readonly Planned[], forgery: Forgery = {}): SettledReceipt {
  const { headMs = T0, checkpointMs = T0 + 60_000, format = 3, signing } = forgery
  const plain = chained(SYMBOL, committed(logOf(planned), forgery))
  const { terms = TERMS } = forgery
  const acceptedAt = timeMs.parse(signing?.acceptedAt ?? T0 - 500)
  const start = signing && { startsAt: timeMs.parse(T0), acceptedAt }
  const open = { ...openOrder(), termsId: sha256(terms).slice(0, 16), ...start, ...forgery.order }
  const headUntil = Math.min(headMs, open.acceptedAt)
  const head = plain.findLast((record) => record.timeMs <= (signing ? headUntil : headMs))
  if (head === undefined) throw new Error('the log begins after the purchase')
  const made = signing && signingOf(plain, open, signing)
  const acceptance = signed(receiptText(open, head, made?.mark))
  const sealed =
    format >= 4
      ? withOrders(plain, acceptance.text, {
          ...forgery.held,
          ...sourcesWith(forgery.inputsOf, forgery.quoteOf),
        })
      : null
  const records = sealed?.records ?? plain
  const order = settledOrder(open, records)
  const inForce = forgery.inForce ?? [order.termsId]
  const { seeds = [seedProof()] } = forgery
  const anchors: Anchors = {
    ...ANCHORS,
    ...(made && { devices: made.devices }),
    seeds: headOfSeeds(seeds),
    ...(format === 2 && { operators: null }),
    earlier: format >= 4 ? SOME_ROOT : null,
    starts: format >= 5 ? NO_CHAIN : null,
  }
  const segmentOf = (shown: TickRecord[], named: { number: number; timeMs: number }) => {
    const last = shown.at(-1)
    if (last === undefined) throw new Error('the log is empty')
    const newest = { symbol: SYMBOL, seq: last.seq, hash: last.hash }
    const heads = [{ ...newest, ...(format >= 4 && { terms: inForce }) }]
    const { elsewhere } = forgery
    if (elsewhere !== undefined) heads.unshift({ ...newest, symbol: 'BTCUSDT', terms: elsewhere })
    const facts = { ...named, previous: GENESIS_HASH, heads }
    const stated = { ...facts, anchors: format === 1 ? null : anchors }
    return {
      before: { seq: 0, hash: GENESIS_HASH },
      records: shown,
      checkpoint: format === 6 ? signedWithProduct(stated) : signed(checkpointText(stated)),
    }
  }
  const exit = segmentOf(records, { number: NUMBERS.segments, timeMs: checkpointMs })
  const early = records.filter((record) => record.timeMs <= ENTRY_SIGNED_MS)
  const entry =
    format >= 5
      ? segmentOf(early, { number: NUMBERS.entry, timeMs: ENTRY_SIGNED_MS })
      : structuredClone(exit)
  const at = timeMs.parse(T0)
  return {
    format: RECEIPT_FORMAT,
    order,
    acceptance,
    terms,
    entry,
    exit,
    transfers: [
      { id: '1', kind: 'order_stake', amount: order.stake, at },
      { id: '2', kind: 'order_settle', amount: order.stake + (order.profitAndLoss ?? 0n), at },
    ],
    ...(made && { device: made.device }),
    ...(format !== 1 && {
      inclusion: sealed?.inclusion ?? inclusionOf(acceptance.text, { anchors }),
    }),
    ...((format !== 1 || forgery.inputsOf !== undefined) &&
      sourcesOf(order, records, { ...forgery, seeds })),
    keys: [{ keyId: signer.keyId, publicKey: signer.publicKeyPem }],
  }
}
