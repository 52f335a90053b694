/** The honest receipts of which others are made by random changes. */
import { z } from 'zod/mini'
import { anyReceipt, type SettledReceipt } from '#contract/settlement-receipt.ts'
import { FORGED_RECEIPTS } from '#support/forgeries.ts'
import { honest, jumpedLog, put, RECORDED, shared } from '#support/honest-receipts.ts'
import { DEALER } from '#support/dealer-receipts.ts'
import { LIVE } from '#support/live-receipts.ts'
import { mend, type Written } from '#support/mended-receipts.ts'
import { overExpiry } from '#support/outage-forgeries.ts'
import { halt, heartbeat, type Planned } from '#support/records.ts'
import { NUMBERS, ordinaryLog, settledReceipt, signed, T0 } from '#support/settled-receipt.ts'

/** A receipt whose slices are short: the one of the entry ends after it, and the one of the exit begins before it. */
function shortSlices(): Written {
  const receipt = z.encode(anyReceipt, honest())
  const { entry, exit } = receipt
  const before = exit.records[27]
  if (before === undefined || entry.checkpoint === null) throw new Error('too few records')
  exit.before = { seq: before.seq, hash: before.hash }
  exit.records = exit.records.slice(28)
  entry.records = entry.records.slice(0, 20)
  const text = entry.checkpoint.text
    .split('\n')
    .with(1, `${NUMBERS.inclusion - 5}`)
    .with(2, `${T0 + 20_000}`)
    .join('\n')
  entry.checkpoint = signed(text)
  mend(receipt)
  return receipt
}

type Forgery = Parameters<typeof settledReceipt>[1]
const LOG = ordinaryLog(100_010)
const newest = (log: readonly Planned[], more: Forgery = {}): SettledReceipt =>
  settledReceipt(log, { format: 6, ...more })

/** Receipts as servers write them today, of every source and result. */
const newestReceipts = (): SettledReceipt[] => [
  newest(LOG),
  newest(LOG, { signing: {} }),
  newest(overExpiry(), { signing: {} }),
  newest(ordinaryLog(99_990), RECORDED),
  newest(jumpedLog(), RECORDED),
  newest(put(LOG, halt(T0 - 300)), { signing: {} }),
  newest(put(LOG, heartbeat(T0 - 1_000)), { ...LIVE, held: { afterMs: T0 - 1_000 } }),
  newest(put(LOG, heartbeat(T0 - 2_000)), { ...DEALER, held: { afterMs: T0 - 2_000 } }),
]
/** So often is each of them among the receipts, which are mostly older. */
const TIMES = 5

/** The honest twin of every kind of forgery, some of them as they are shared, and those that are written today. */
export function baseReceipts(): Written[] {
  const twins = [...new Set(FORGED_RECEIPTS.map(({ twin }) => twin))].map((twin) => twin())
  const today = newestReceipts()
  const all = [
    ...twins,
    ...twins.filter((_, n) => n % 5 === 0).map(shared),
    ...Array.from({ length: TIMES }, () => [...today, ...today.slice(0, 1).map(shared)]).flat(),
  ]
  return [...all.map((receipt) => z.encode(anyReceipt, receipt)), shortSlices(), shortSlices()]
}
