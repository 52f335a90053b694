/** Detects by its content what kind of file the user chose. */
import { z } from 'zod/mini'
import { listCheckpoints } from '#contract/endpoints/history.ts'
import { type AcceptanceReceipt, acceptanceReceipt } from '#contract/order.ts'
import { type ChainRecord, chainRecord } from '#contract/record-chain.ts'
import { type AnyReceipt, anyReceipt } from '#contract/settlement-receipt.ts'
import { type SignedText, signedText } from '#contract/signed-text.ts'
import { type TickRecord, tickRecord } from '#contract/tick-log.ts'
import { orderOfReceipt } from '#rules/receipt.ts'
import { strictJson } from '#rules/strict-json.ts'

export type ReadFile =
  | { kind: 'receipt'; receipt: AnyReceipt }
  /** The receipt issued at the purchase of that order. */
  | { kind: 'purchase'; order: string; purchase: AcceptanceReceipt }
  | { kind: 'ticks'; records: TickRecord[] }
  /** Public keys: a PEM file, or a reply of `/api/checkpoints`, which names the server's keys, with its checkpoints. */
  | { kind: 'keys'; publicKeys: string[]; checkpoints: SignedText[] }
  /** A reply of `/api/chains/starts`. */
  | { kind: 'starts'; records: ChainRecord[] }
  | { kind: 'unknown' }

function ticksOf(text: string): TickRecord[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const records = lines.map((line) => tickRecord.safeParse(strictJson(line)))
  const good = records.flatMap((each) => (each.success ? [each.data] : []))
  return good.length > 0 && good.length === lines.length ? good : null
}

/** A line of its own: a receipt has keys within its JSON. */
const PEM = /^-----BEGIN PUBLIC KEY-----/m
const keysReply = z.object({
  keys: listCheckpoints.reply.shape.keys,
  checkpoints: z.optional(z.array(signedText)),
})

const START = /^(start|restored) /
const startsReply = z.object({
  records: z.array(chainRecord).check(
    z.minLength(1),
    z.refine((records) => records.every(({ text }) => START.test(text))),
  ),
})

export function readFileText(text: string): ReadFile {
  const receipt = anyReceipt.safeParse(strictJson(text))
  if (receipt.success) return { kind: 'receipt', receipt: receipt.data }
  const purchase = acceptanceReceipt.safeParse(strictJson(text))
  const order = purchase.success ? orderOfReceipt(purchase.data.text) : null
  if (purchase.success && order !== null)
    return { kind: 'purchase', order, purchase: purchase.data }
  const reply = keysReply.safeParse(strictJson(text))
  if (reply.success) {
    const { keys, checkpoints = [] } = reply.data
    return { kind: 'keys', publicKeys: keys.map(({ publicKey }) => publicKey), checkpoints }
  }
  if (PEM.test(text)) return { kind: 'keys', publicKeys: [text], checkpoints: [] }
  const starts = startsReply.safeParse(strictJson(text))
  if (starts.success) return { kind: 'starts', records: starts.data.records }
  const records = ticksOf(text)
  return records === null ? { kind: 'unknown' } : { kind: 'ticks', records }
}
