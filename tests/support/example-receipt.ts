/**
 * The receipt that docs/VERIFY.md shows. To write its file: `node tests/support/example-receipt.ts`. The keys are made
 * for it, so hashes and signatures in the document change with it; `tests/tidy/receipt-example.test.ts` names them.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod/mini'
import { anyReceipt } from '#contract/settlement-receipt.ts'
import type { Written } from '#support/mended-receipts.ts'
import { ordinaryLog, settledReceipt } from '#support/settled-receipt.ts'

/** Where it is stored. */
export const EXAMPLE_FILE = join(import.meta.dirname, '../../docs/receipt-example.json')
/** The last record before the exit's slice. */
const BEFORE_EXIT = 34

/** A won order that a device signed, as a server writes its receipt today. */
export function exampleReceipt(): Written {
  const receipt = settledReceipt(ordinaryLog(100_010), { format: 6, signing: {} })
  const { exit } = receipt
  const before = exit.records[BEFORE_EXIT - 1]
  if (before === undefined) throw new Error('too few records')
  const { seq, hash } = before
  const records = exit.records.slice(BEFORE_EXIT)
  return z.encode(anyReceipt, { ...receipt, exit: { ...exit, before: { seq, hash }, records } })
}

if (import.meta.main) writeFileSync(EXAMPLE_FILE, `${JSON.stringify(exampleReceipt(), null, 2)}\n`)
