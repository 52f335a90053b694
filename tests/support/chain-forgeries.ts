/** Histories that are hashed and signed in order, and are none: numbers, times and moments that no rule allows. */
import { timeMs } from '#contract/scalars.ts'
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import type { TickRecord } from '#contract/tick-log.ts'
import { checkpointText, readCheckpointText } from '#rules/checkpoint.ts'
import { chainRecordText } from '#rules/record-chain.ts'
import { chained, sha256 } from '#support/chained.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import { honestSigned } from '#support/device-forgeries.ts'
import { forgedBy, type ForgeryRow, honest, other } from '#support/honest-receipts.ts'
import { piece } from '#support/sequence-forgeries.ts'
import { signed, SYMBOL, T0 } from '#support/settled-receipt.ts'

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

const FALSE_START = { seq: 0, hash: 'a'.repeat(64) }
/** The history is said to continue another one, before its first record. */
const withFalseStart = (): SettledReceipt =>
  other(honest(), ({ entry }) => {
    const records = chained(SYMBOL, entry.records, FALSE_START.hash)
    const whole = { ...piece({ ...entry, records }, 1, {}), before: FALSE_START }
    return { entry: whole, exit: whole }
  })
/** The same of the chain of device keys. Other checkpoints name its record with another hash. */
const withFalseKeys = (): SettledReceipt =>
  other(honestSigned(), ({ device }) => {
    const { records, checkpoint } = device?.registration ?? { records: [], checkpoint: null }
    const facts = readCheckpointText(checkpoint?.text ?? '')
    const [first] = records
    if (!device || !facts?.anchors || !first) throw new Error('no device signed')
    const hash = sha256(chainRecordText('devices', first, FALSE_START.hash))
    const anchors = { ...facts.anchors, devices: { seq: first.seq, hash } }
    const registration = {
      before: FALSE_START,
      records: [{ ...first, hash }],
      checkpoint: signed(checkpointText({ ...facts, anchors })),
    }
    return { device: { ...device, registration } }
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
  ['the history starts with a hash that is none', 'chain record 1', withFalseStart],
  [
    'the chain of device keys starts with a hash that is none',
    'moment, checkpoint',
    withFalseKeys,
    honestSigned,
  ],
]

/** Every kind of history that is none. */
export const CHAIN_FORGERIES: readonly ForgedReceipt[] = forgedBy(ROWS)
