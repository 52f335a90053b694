/**
 * The purchase receipts that this device received. They are the user's evidence: a settled receipt is later compared
 * with them. The first receipt of a purchase is kept and is never replaced.
 */
import { atom } from 'jotai/vanilla'
import { z } from 'zod/mini'
import { type AcceptanceReceipt, acceptanceReceipt } from '#contract/order.ts'
import { hash } from '#contract/scalars.ts'
import { fingerprintOf, removeOthers } from '#device/sweep.ts'
import { deviceRows, type StoredRow, type StoredRows } from '#device/rows.ts'
import { orderOfReceipt, receiptFingerprint } from '#rules/receipt.ts'
import type { Sha256 } from '#rules/tick-chain.ts'

const storedPurchase = z.object({
  fingerprint: hash,
  /** Null after a log-out: the comparison is still possible, but no one can read what was bought. */
  receipt: z.nullable(acceptanceReceipt),
  /** Only for refusals: the order as this device signed it. */
  intent: z.optional(z.string()),
})
export type StoredPurchase = z.infer<typeof storedPurchase>

export interface Purchase {
  account: string
  /** The order number. */
  id: string
}

/** A refused order has no number, so it is found by the key of its tap. */
export const refusedPurchase = (account: string, key: string): Purchase => ({
  account,
  id: `refused/${key}`,
})

export interface StoredReceipts {
  /**
   * Resolves to false when the device already has a different receipt of this purchase, which it keeps. The receipt of
   * a refused order is the signed refusal, with the order as this device had signed it.
   */
  keep(purchase: Purchase, receipt: AcceptanceReceipt, intent?: string): Promise<boolean>
  /** Resolves to null when this device has no receipt of the purchase. */
  find(purchase: Purchase): Promise<StoredPurchase | null>
  /** The receipts of an account are compared under its new name from now on, as fingerprints. */
  passOn(from: string, to: string): Promise<void>
  /** Keeps only fingerprints of the receipts of every other account. Null means that no user is logged in. */
  belongTo(account: string | null): Promise<void>
  drop(): Promise<void>
}

const MAX_KEPT = 500

/** The key reveals neither the account nor the order. */
const keyOf = ({ account, id }: Purchase, sha256: Sha256): string => sha256(`${account}/${id}`)

function found(rows: readonly StoredRow[], key: string): StoredPurchase | null {
  const row = rows.find((each) => each.key === key)
  return storedPurchase.safeParse(row?.value).data ?? null
}

/** The id of the purchase of a whole row. */
function idOf(value: unknown): string | null {
  const { receipt, intent } = storedPurchase.safeParse(value).data ?? {}
  const refused = /^key (.+)$/m.exec(intent ?? '')?.[1]
  return refused === undefined ? orderOfReceipt(receipt?.text ?? '') : `refused/${refused}`
}

/** The keys of the oldest excess rows. Fingerprints without a receipt count as older than any receipt. */
const tooMany = (rows: readonly StoredRow[]): string[] =>
  [...rows]
    .sort((a, b) => b.asOf - a.asOf)
    .slice(MAX_KEPT)
    .map(({ key }) => key)

/** Runs tasks one after the other, because each reads what the previous one wrote. */
function inTurn() {
  let last: Promise<unknown> = Promise.resolve()
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work)
    last = next
    return next
  }
}

/** `now` is the device's clock; it is used only to order the receipts. */
export function storedReceipts(
  rows: StoredRows,
  { sha256, now }: { sha256: () => Promise<Sha256>; now: () => number },
): StoredReceipts {
  const turn = inTurn()
  const keep = async (
    purchase: Purchase,
    receipt: AcceptanceReceipt,
    intent?: string,
  ): Promise<boolean> => {
    const hashOf = await sha256()
    const key = keyOf(purchase, hashOf)
    const fingerprint = receiptFingerprint(receipt, hashOf)
    const all = await rows.all()
    const before = found(all, key)
    if (before !== null && before.fingerprint !== fingerprint) return false
    const value = { fingerprint, receipt, ...(intent !== undefined && { intent }) }
    const row = { key, account: purchase.account, asOf: now(), value }
    await rows.put([row])
    await rows.remove(tooMany([row, ...all.filter((each) => each.key !== key)]))
    return true
  }
  const passOn = async (from: string, to: string): Promise<void> => {
    const hashOf = await sha256()
    const own = (await rows.all()).filter(({ account }) => account === from)
    const passed = own.flatMap((row) => {
      const id = idOf(row.value)
      const fingerprint = fingerprintOf(row)
      return id && fingerprint ? [{ ...fingerprint, key: keyOf({ account: to, id }, hashOf) }] : []
    })
    await rows.put(passed)
    await rows.remove(own.map(({ key }) => key))
  }
  return {
    keep: (purchase, receipt, intent) => turn(() => keep(purchase, receipt, intent)),
    find: (purchase) => turn(async () => found(await rows.all(), keyOf(purchase, await sha256()))),
    passOn: (from, to) => turn(() => passOn(from, to)),
    belongTo: (account) => turn(() => removeOthers(rows, account, fingerprintOf)),
    drop: () => turn(async () => rows.remove((await rows.all()).map(({ key }) => key))),
  }
}

export const storedReceiptsAtom = atom<StoredReceipts>(
  storedReceipts(deviceRows('purchases'), {
    sha256: async () => (await import('#proof/device-tools.ts')).sha256Hex,
    now: Date.now,
  }),
)
