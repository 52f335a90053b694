/** Honest receipts of which readers say that they prove less, or not yet. */
import type { AnyReceipt, SettledReceipt } from '#contract/settlement-receipt.ts'
import { shared } from '#support/honest-receipts.ts'
import { away } from '#support/receipt-readings.ts'
import { sharedAfterOutage } from '#support/silence-receipts.ts'
import { ordinaryLog, settledReceipt, T0 } from '#support/settled-receipt.ts'

const honest = settledReceipt(ordinaryLog(100_010))
const former: SettledReceipt = settledReceipt(ordinaryLog(100_010), {
  checkpointMs: T0 + 130_000,
  format: 1,
})
const waiting: SettledReceipt = { ...honest, exit: { ...honest.exit, checkpoint: null } }

/** Each with its name, and with what every reader says of it. */
export const WEAKER_RECEIPTS: readonly (readonly [string, AnyReceipt, string])[] = [
  ['waits for a checkpoint', waiting, 'waits'],
  ['waits for the log', { ...honest, inclusion: null }, 'waits'],
  ['before the log', former, 'holds without log'],
  ['shared', shared(honest), 'holds without ledger'],
  ['shared, before the log', shared(former), 'holds without log, ledger'],
  [
    'shared, the server was away',
    sharedAfterOutage(),
    away([{ fromMs: T0 + 30_400, toMs: T0 + 100_400 }]),
  ],
  ['shared, waits for a checkpoint', shared(waiting), 'waits'],
]
