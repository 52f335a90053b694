/** Orders that a server voids for what may not void them, each beside one that the same kind of prices may void. */
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import type { GapReason, HaltReason } from '#contract/tick-log.ts'
import { checkpointText, readCheckpointText } from '#rules/checkpoint.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import { DEALER } from '#support/dealer-receipts.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import {
  forgedBy,
  type ForgeryRow,
  other,
  put,
  RECORDED,
  without,
} from '#support/honest-receipts.ts'
import { LIVE } from '#support/live-receipts.ts'
import { gap, halt, heartbeat } from '#support/records.ts'
import {
  ANCHORS,
  DURATION_MS,
  NO_ORDERS,
  NUMBERS,
  ordinaryLog,
  settledReceipt,
  signed,
  SYMBOL,
  T0,
} from '#support/settled-receipt.ts'

type Forgery = Parameters<typeof settledReceipt>[1]
const SIMULATED: Forgery = {}

const LOG = ordinaryLog(100_010)
const EXPIRY = T0 + DURATION_MS

const gapAt = (ms: number, reason: GapReason, prices: Forgery) => (): SettledReceipt =>
  settledReceipt(put(LOG, gap(T0 + ms, reason)), prices)
const gapAtStart = (reason: GapReason, prices: Forgery) => gapAt(200, reason, prices)
const gapAtExpiry = (reason: GapReason, prices: Forgery) => gapAt(30_200, reason, prices)
/** The market halts in the second before the expiry, and opens again after it. */
const halted = (reason: HaltReason, prices: Forgery) => (): SettledReceipt =>
  settledReceipt(without(EXPIRY - 2_000, EXPIRY + 3_000, halt(EXPIRY - 1_200, reason)), prices)
/** The market is halted at the start, and opens again after it. */
const haltedAtStart = (reason: HaltReason, prices: Forgery) => (): SettledReceipt =>
  settledReceipt(without(T0 - 1_000, T0 + 500, halt(T0 - 550, reason)), prices)
/** No price for more than three seconds before the expiry. */
const silentAtExpiry = (prices: Forgery) => (): SettledReceipt =>
  settledReceipt(without(EXPIRY - 3_500, EXPIRY), prices)
/** No price for more than three seconds after the start. */
const silentAtStart = (prices: Forgery) => (): SettledReceipt =>
  settledReceipt(without(T0, T0 + 3_500), prices)

/** A gap at the start, and all checkpoints in the format from before outages were filled in. */
const former = (reason: GapReason, prices: Forgery) => (): SettledReceipt =>
  other(gapAtStart(reason, { ...prices, format: 2 })(), ({ device, entry }) => {
    const facts = readCheckpointText(device?.registration.checkpoint?.text ?? '')
    const anchors = readCheckpointText(entry.checkpoint?.text ?? '')?.anchors
    if (device === undefined || facts === null || !anchors) throw new Error('no device signed')
    const checkpoint = signed(checkpointText({ ...facts, anchors }))
    return { device: { ...device, registration: { ...device.registration, checkpoint } } }
  })

/** The last record before the entry is a heartbeat. */
const beatAtStart = (): SettledReceipt => settledReceipt(put(LOG, heartbeat(T0 + 100)), RECORDED)
const NO_SEEDS = { ...ANCHORS, seeds: NO_ORDERS.seeds }
/** A true checkpoint ends the slice at that heartbeat, as if no price had come. */
const withoutEntry = (): SettledReceipt =>
  other(beatAtStart(), ({ entry, order, transfers }) => {
    const records = entry.records.filter(({ timeMs }) => timeMs <= T0 + 100)
    const heads = records.slice(-1).map(({ seq, hash }) => ({ symbol: SYMBOL, seq, hash }))
    const facts = { number: NUMBERS.inclusion - 5, timeMs: T0 + 200, previous: GENESIS_HASH }
    const text = checkpointText({ ...facts, anchors: NO_SEEDS, heads })
    const voided = { status: 'void', voidReason: 'late_entry', profitAndLoss: 0n } as const
    return {
      entry: { ...entry, records, checkpoint: signed(text) },
      order: { ...order, ...voided, entry: null },
      transfers: transfers.map((each) => ({ ...each, amount: order.stake })),
    }
  })

const loopAtExpiry = gapAtExpiry('loop', RECORDED)
/** A void order with another number of a deciding tick. */
const misnamed = (spot: 'entry' | 'exit') => (): SettledReceipt =>
  other(loopAtExpiry(), ({ order }) => {
    const tick = order[spot]
    return { order: { ...order, [spot]: tick && { ...tick, seq: tick.seq - 1 } } }
  })

const ROWS: readonly ForgeryRow[] = [
  [
    'an outage voids at the expiry, and nothing was filled',
    'outcome record 36',
    gapAtExpiry('restart', RECORDED),
    gapAtExpiry('loop', RECORDED),
  ],
  [
    'a loss of prices voids at the start, and nothing was filled',
    'outcome record 6',
    gapAtStart('feed', RECORDED),
    gapAtStart('loop', RECORDED),
  ],
  [
    'an outage voids an order on simulated prices at its start',
    'outcome record 6',
    gapAtStart('restart', SIMULATED),
    haltedAtStart('closed', SIMULATED),
  ],
  [
    'a loop voids live prices, and the checkpoints say that they are from before',
    'outcome record 6',
    former('loop', LIVE),
    former('feed', LIVE),
  ],
  [
    "a loop voids a dealer's prices, and the checkpoints say that they are from before",
    'outcome record 6',
    former('loop', DEALER),
    former('feed', DEALER),
  ],
  [
    'a series without end begins again at the expiry',
    'outcome record 36',
    gapAtExpiry('loop', SIMULATED),
    gapAtExpiry('loop', RECORDED),
  ],
  [
    'a series without end begins again at the start',
    'outcome record 6',
    gapAtStart('loop', SIMULATED),
    gapAtStart('loop', RECORDED),
  ],
  [
    'live prices begin again',
    'outcome record 6',
    gapAtStart('loop', LIVE),
    gapAtStart('feed', LIVE),
  ],
  [
    'an operator voids by a halt at the expiry',
    'outcome record 34',
    halted('maintenance', SIMULATED),
    halted('closed', SIMULATED),
  ],
  [
    'an operator voids by a halt at the start',
    'outcome record 5',
    haltedAtStart('maintenance', RECORDED),
    haltedAtStart('ended', RECORDED),
  ],
  [
    'a series without end has ended at the expiry',
    'outcome record 34',
    halted('ended', SIMULATED),
    halted('ended', RECORDED),
  ],
  [
    'a live market has ended at the start',
    'outcome record 5',
    haltedAtStart('ended', LIVE),
    haltedAtStart('maintenance', LIVE),
  ],
  [
    "a dealer's market has ended at the start",
    'outcome record 5',
    haltedAtStart('ended', DEALER),
    haltedAtStart('maintenance', DEALER),
  ],
  [
    "a dealer's market has ended at the expiry",
    'outcome record 34',
    halted('ended', DEALER),
    halted('closed', DEALER),
  ],
  [
    "a dealer's prices begin again",
    'outcome record 6',
    gapAtStart('loop', DEALER),
    gapAtStart('feed', DEALER),
  ],
  [
    "a dealer's prices begin again at the expiry",
    'outcome record 36',
    gapAtExpiry('loop', DEALER),
    gapAtExpiry('restart', DEALER),
  ],
  ['the entry is left out by a slice that ends before it', 'outcome', withoutEntry, beatAtStart],
  ['a void order names an entry that there was not', 'outcome', misnamed('entry'), loopAtExpiry],
  ['a void order names an exit that there was not', 'outcome', misnamed('exit'), loopAtExpiry],
  [
    'simulated prices are left out before the expiry',
    'outcome',
    silentAtExpiry(SIMULATED),
    silentAtExpiry(RECORDED),
  ],
  [
    'simulated prices are left out after the start',
    'outcome',
    silentAtStart(SIMULATED),
    silentAtStart(RECORDED),
  ],
]

/** Every kind of order that was voided for what may not void it. */
export const VOID_FORGERIES: readonly ForgedReceipt[] = forgedBy(ROWS)
