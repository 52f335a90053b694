/** Detects by its content what kind of file the user chose. */
import { z } from 'zod/mini'
import { listCheckpoints } from '#contract/endpoints/history.ts'
import { type AcceptanceReceipt, acceptanceReceipt } from '#contract/order.ts'
import { type AnyReceipt, anyReceipt } from '#contract/settlement-receipt.ts'
import { type TickRecord, tickRecord } from '#contract/tick-log.ts'
import { orderOfReceipt } from '#rules/receipt.ts'

export type ReadFile =
  | { kind: 'receipt'; receipt: AnyReceipt }
  /** The receipt issued at the purchase of that order. */
  | { kind: 'purchase'; order: string; purchase: AcceptanceReceipt }
  | { kind: 'ticks'; records: TickRecord[] }
  /** Public keys: a PEM file, or a reply of `/api/checkpoints`, which names the server's keys. */
  | { kind: 'keys'; publicKeys: string[] }
  | { kind: 'unknown' }

/** A JSON text; undefined when it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function ticksOf(text: string): TickRecord[] | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const records = lines.map((line) => tickRecord.safeParse(parsed(line)))
  const good = records.flatMap((each) => (each.success ? [each.data] : []))
  return good.length > 0 && good.length === lines.length ? good : null
}

const keysReply = z.pick(listCheckpoints.reply, { keys: true })

export function readFileText(text: string): ReadFile {
  const receipt = anyReceipt.safeParse(parsed(text))
  if (receipt.success) return { kind: 'receipt', receipt: receipt.data }
  const purchase = acceptanceReceipt.safeParse(parsed(text))
  const order = purchase.success ? orderOfReceipt(purchase.data.text) : null
  if (purchase.success && order !== null)
    return { kind: 'purchase', order, purchase: purchase.data }
  const reply = keysReply.safeParse(parsed(text))
  if (reply.success)
    return { kind: 'keys', publicKeys: reply.data.keys.map(({ publicKey }) => publicKey) }
  if (text.includes('-----BEGIN PUBLIC KEY-----')) return { kind: 'keys', publicKeys: [text] }
  const records = ticksOf(text)
  return records === null ? { kind: 'unknown' } : { kind: 'ticks', records }
}
