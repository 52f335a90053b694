/** The receipts in which a change of a reader must show: forgeries, their honest twins, and honest ones at an edge. */
import { z } from 'zod/mini'
import { type AnyReceipt, anyReceipt } from '#contract/settlement-receipt.ts'
import { type SignedText } from '#contract/signed-text.ts'
import { EDGE_RECEIPTS } from '#support/edge-receipts.ts'
import { FORGED_RECEIPTS } from '#support/forgeries.ts'
import type { SeenRecord } from '#rules/one-history.ts'
import { honest, shared } from '#support/honest-receipts.ts'
import { WEAKER_RECEIPTS } from '#support/weaker-receipts.ts'

export interface ReceiptCase {
  name: string
  receipt: AnyReceipt
  /** The receipt of the purchase, if its buyer kept it. */
  kept: SignedText | null
  /** Records that the device was shown while the order was open. */
  seen: readonly SeenRecord[]
}

/** An honest receipt beside what a device was shown: the same record, another one, and one that the receipt lacks. */
function seenCases() {
  const [record] = honest().entry.records.slice(-1)
  if (record === undefined) throw new Error('no records')
  const changes = { same: {}, other: { hash: 'a'.repeat(64) }, unknown: { seq: 9_999 } }
  return Object.entries(changes).map(([name, change]) => ({
    name: `a device was shown the ${name} record`,
    receipt: honest(),
    seen: [{ ...record, ...change }],
  }))
}

/** As a reader gets it: from a file. */
const asRead = (receipt: AnyReceipt): AnyReceipt =>
  anyReceipt.parse(JSON.parse(JSON.stringify(z.encode(anyReceipt, receipt))))

export function receiptCases(): ReceiptCase[] {
  const twins = new Map(FORGED_RECEIPTS.map((each) => [each.twin, each]))
  const cases = [
    ...FORGED_RECEIPTS.map(({ name, make, kept }) => ({ name, receipt: make(), kept })),
    ...[...twins].map(([make, { name, kept }]) => ({
      name: `the twin of: ${name}`,
      receipt: make(),
      kept,
    })),
    ...[...WEAKER_RECEIPTS, ...EDGE_RECEIPTS].map(([name, receipt]) => ({ name, receipt })),
    ...seenCases(),
    ...FORGED_RECEIPTS.slice(0, 1).map(({ name, make }) => ({
      name: `shared: ${name}`,
      receipt: shared(make()),
    })),
  ]
  return cases.map((each) => ({ kept: null, seen: [], ...each, receipt: asRead(each.receipt) }))
}
