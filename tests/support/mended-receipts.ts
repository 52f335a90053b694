/** Makes a changed receipt whole again, as a server that holds the key can: hashes, heads, signatures and the tree. */
import { z } from 'zod/mini'
import { type AnyReceipt, anyReceipt, inTree } from '#contract/settlement-receipt.ts'
import { chainRecord } from '#contract/record-chain.ts'
import { tickRecord } from '#contract/tick-log.ts'
import { leafOfLine } from '#rules/checkpoint-products.ts'
import { quoteText } from '#rules/dealer-quote.ts'
import { inputsText } from '#rules/index-price.ts'
import { settleReceipt } from '#rules/outcome-check.ts'
import { profitAndLossOf } from '#rules/payout.ts'
import { chainRecordText } from '#rules/record-chain.ts'
import { bytesOfHex, commitmentOf, rootByPath } from '#rules/merkle-tree.ts'
import type { Tick } from '#rules/spot.ts'
import { recordText } from '#rules/tick-chain.ts'
import { sha256 } from '#support/chained.ts'
import { quoteOf } from '#support/dealer-receipts.ts'
import { liveInputs } from '#support/live-receipts.ts'
import { inclusionOf, signed, signedByDevice, tools } from '#support/settled-receipt.ts'

/** A receipt as its file has it. */
export type Written = z.input<typeof anyReceipt>
type Segment = Written['entry']
type PublicSegment = NonNullable<Written['seeds']>[number]['anchor']
type Statement = Written['acceptance']

/** Every statement that the server signed, by its name. */
export function statementsOf(receipt: Written): [string, Statement][] {
  const { acceptance, refusal, entry, exit, inclusion, device, seeds = [] } = receipt
  const all: [string, Statement | null | undefined][] = [
    ['acceptance', acceptance],
    ['refusal', refusal],
    ['entry', entry.checkpoint],
    ['exit', exit.checkpoint],
    ['inclusion', inTree(inclusion)?.checkpoint],
    ['registration', device?.registration.checkpoint],
    ...seeds.flatMap(({ anchor, promise }): [string, Statement | null][] => [
      ['anchor', anchor.checkpoint],
      ['promise', promise.checkpoint],
    ]),
  ]
  return all.flatMap(([name, one]): [string, Statement][] => (one ? [[name, one]] : []))
}

export const signAgain = (statement: Statement): void =>
  void Object.assign(statement, signed(statement.text))

/** Hashes by those that they replace. */
type Renamed = Map<string, string>

/** The root that a record must have to hold the acceptance, whose text names the records before by their hashes. */
function rootToHold({ acceptance, inclusion }: Written, renamed: Renamed): string | null {
  if (!inclusion || !('record' in inclusion)) return null
  const text = renamedIn(acceptance.text, renamed)
  const data = bytesOfHex(commitmentOf(inclusion.salt, text, sha256))
  return rootByPath(inclusion, data, tools.sha256Bytes)
}

function chainAgain(receipt: Written, { before, records }: Segment, renamed: Renamed): void {
  const { order, inclusion } = receipt
  let previous = renamed.get(before.hash) ?? before.hash
  before.hash = previous
  for (const record of records) {
    if (record.kind === 'tick' && record.inputs !== undefined) {
      const parsed = tickRecord.parse(record)
      const textOf = (tick: Tick): string =>
        receipt.quotes === undefined ? inputsText(liveInputs(tick)) : quoteText(quoteOf(tick))
      if (parsed.kind === 'tick') record.inputs = sha256(textOf(parsed))
    }
    const isHolding = inclusion && 'record' in inclusion && record.seq === inclusion.record
    if (record.kind === 'orders' && isHolding) {
      record.root = rootToHold(receipt, renamed) ?? record.root
    }
    previous = sha256(recordText(order.symbol, tickRecord.parse(record), previous))
    renamed.set(record.hash, previous)
    record.hash = previous
  }
}

function linkAgain(
  chain: 'devices' | 'seeds',
  { before, records }: PublicSegment,
  renamed: Renamed,
): void {
  let previous = renamed.get(before.hash) ?? before.hash
  before.hash = previous
  for (const record of records) {
    previous = sha256(chainRecordText(chain, chainRecord.parse(record), previous))
    renamed.set(record.hash, previous)
    record.hash = previous
  }
}

const renamedIn = (text: string, renamed: Renamed): string =>
  text.replaceAll(/[0-9a-f]{64}/g, (hash) => renamed.get(hash) ?? hash)

/** The device signs its text, and the acceptance names that. */
export function signByDevice(receipt: Written, text: string): void {
  const { device, acceptance, refusal } = receipt
  if (device === undefined) throw new Error('no device signed')
  const [was, now] = [sha256(device.text), sha256(text)]
  Object.assign(device, { text, signature: signedByDevice(text) })
  for (const one of [acceptance, refusal]) if (one) one.text = one.text.replace(was, now)
}

/** The public log has the acceptance as it is now. */
export function logAgain(receipt: Written): void {
  if (receipt.inclusion && 'record' in receipt.inclusion) return mend(receipt)
  holdInTree(receipt)
}

function holdInTree(receipt: Written): void {
  const { acceptance } = receipt
  const inclusion = inTree(receipt.inclusion)
  if (inclusion === undefined) return
  const { leaf, size, path, salt, checkpoint } = inclusionOf(acceptance.text)
  const orders = /^orders .*$/m.exec(checkpoint.text)?.[0] ?? ''
  const text = inclusion.checkpoint.text.replace(/^orders .*$/m, orders)
  receipt.inclusion = { leaf, size, path, salt, checkpoint: signed(text) }
}

/** From format 6 on: the text names the root to which the path leads from the line beside it. */
export function nameInTree(checkpoint: NonNullable<Segment['checkpoint']>): void {
  const { text, product } = checkpoint
  if (product === undefined) return
  const size = Number(/^products (\d+)/m.exec(text)?.[1])
  const root = rootByPath({ ...product, size }, leafOfLine(product.line), tools.sha256Bytes)
  if (root !== null) checkpoint.text = text.replace(/^products .*$/m, `products ${size} ${root}`)
}

/** The checkpoint of a slice names its last record. */
function nameLast(symbol: string, { records, checkpoint }: Segment): void {
  const last = records.at(-1)
  if (checkpoint === null || last === undefined) return
  const named = (lines: string): string =>
    lines.replace(
      new RegExp(`^${symbol} \\d+ [0-9a-f]{64}`, 'm'),
      `${symbol} ${last.seq} ${last.hash}`,
    )
  checkpoint.text = named(checkpoint.text)
  if (checkpoint.product) checkpoint.product.line = named(checkpoint.product.line)
  nameInTree(checkpoint)
}

/** Everything is hashed, named, signed and logged again, so that only what the records say may be wrong. */
export function mend(receipt: Written): void {
  const { entry, exit, device, seeds = [] } = receipt
  const { symbol } = receipt.order
  const renamed: Renamed = new Map()
  for (const segment of [entry, exit]) chainAgain(receipt, segment, renamed)
  if (device !== undefined) linkAgain('devices', device.registration, renamed)
  for (const { anchor, promise } of seeds) {
    linkAgain('seeds', anchor, renamed)
    linkAgain('seeds', promise, renamed)
  }
  for (const [, statement] of statementsOf(receipt))
    statement.text = renamedIn(statement.text, renamed)
  for (const segment of [entry, exit]) nameLast(symbol, segment)
  if (device !== undefined) signByDevice(receipt, renamedIn(device.text, renamed))
  for (const [, statement] of statementsOf(receipt)) signAgain(statement)
  holdInTree(receipt)
}

const spotOf = (tick: { seq: number; timeMs: number; price: number } | null) =>
  tick && { seq: tick.seq, timeMs: tick.timeMs, price: tick.price }

/** The order ends as the rule has it by the records that the receipt has now, and the ledger moves that. */
export function settleAgain(receipt: Written): void {
  const read: AnyReceipt = z.decode(anyReceipt, receipt)
  const result = settleReceipt(read)
  if (result === null) throw new Error('not decided')
  const order = {
    ...read.order,
    status: result.outcome,
    entry: result.entry,
    exit: result.exit,
    voidReason: result.outcome === 'void' ? result.reason : null,
  }
  const profitAndLoss = profitAndLossOf(order) ?? 0n
  const settled = { ...read, order: { ...order, profitAndLoss } } as AnyReceipt
  const { order: written } = z.encode(anyReceipt, settled)
  Object.assign(receipt.order, written, { entry: spotOf(result.entry), exit: spotOf(result.exit) })
  if ('transfers' in receipt && 'transfers' in read) {
    const amount = read.order.stake + profitAndLoss
    const back = z.encode(anyReceipt, {
      ...read,
      transfers: read.transfers.map((one) =>
        one.kind === 'order_settle' ? { ...one, amount } : one,
      ),
    })
    if ('transfers' in back) receipt.transfers = back.transfers
  }
  const ticks = [result.entry, result.exit].flatMap((tick) => tick ?? [])
  const deciding = [...new Map(ticks.map((tick) => [tick.seq, tick])).values()]
  if (receipt.venues !== undefined)
    receipt.venues = deciding.map((tick) => ({ seq: tick.seq, inputs: liveInputs(tick) }))
  if (receipt.quotes !== undefined)
    receipt.quotes = deciding.map((tick) => ({ seq: tick.seq, quote: quoteOf(tick) }))
}
