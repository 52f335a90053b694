/** Histories that are hashed and signed in order, and are none: numbers, times and moments that no rule allows. */
import { timeMs } from '#contract/scalars.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { chained } from '#support/chained.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import { forgedBy, type ForgeryRow, honest, other } from '#support/honest-receipts.ts'
import { piece } from '#support/sequence-forgeries.ts'
import { SYMBOL, T0 } from '#support/settled-receipt.ts'

/** The server changes records after the purchase, chains them and signs their end. */
const chainedWith =
  (change: (record: TickRecord) => Partial<Pick<TickRecord, 'seq' | 'timeMs'>>) =>
  (): SettledReceipt =>
    other(honest(), ({ order, entry }) => {
      const changed = entry.records.map((record) => ({ ...record, ...change(record) }))
      const records = chained(SYMBOL, changed)
      const whole = piece({ ...entry, records }, 1, {})
      const last = records.find((record) => record.timeMs === order.exit?.timeMs)
      const exit = order.exit && { ...order.exit, seq: last?.seq ?? order.exit.seq }
      return { entry: whole, exit: whole, order: { ...order, exit } }
    })

const ROWS: readonly ForgeryRow[] = [
  [
    'a number is left out of the history',
    'chain record 21',
    chainedWith(({ seq }) => (seq >= 20 ? { seq: seq + 1 } : {})),
  ],
  [
    'a number occurs twice in the history',
    'chain record 19',
    chainedWith(({ seq }) => (seq >= 20 ? { seq: seq - 1 } : {})),
  ],
  [
    'the time of the history goes back',
    'chain record 20',
    chainedWith(({ seq }) => (seq === 20 ? { timeMs: timeMs.parse(T0 + 10_000) } : {})),
  ],
]

/** Every kind of history that is none. */
export const CHAIN_FORGERIES: readonly ForgedReceipt[] = forgedBy(ROWS)
