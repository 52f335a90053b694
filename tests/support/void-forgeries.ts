/** Orders that a server voids for what may not void them, each beside one that the same kind of prices may void. */
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import type { GapReason, HaltReason } from '#contract/tick-log.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import { checkpointText, readCheckpointText } from '#rules/checkpoint.ts'
import { forgedBy, type ForgeryRow, other, put, RECORDED } from '#support/honest-receipts.ts'
import { LIVE } from '#support/live-receipts.ts'
import { gap, halt, type Planned } from '#support/records.ts'
import { DURATION_MS, ordinaryLog, settledReceipt, signed, T0 } from '#support/settled-receipt.ts'

type Forgery = Parameters<typeof settledReceipt>[1]
const SIMULATED: Forgery = {}

const LOG = ordinaryLog(100_010)
const EXPIRY = T0 + DURATION_MS
const without = (from: number, to: number, ...more: Planned[]): Planned[] =>
  put(
    LOG.filter(({ at }) => at <= from || at > to),
    ...more,
  )

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

/** Live prices with a gap at the start, and all checkpoints in the format from before outages were filled in. */
const formerLive = (reason: GapReason) => (): SettledReceipt =>
  other(gapAtStart(reason, { ...LIVE, format: 2 })(), ({ device, entry }) => {
    const facts = readCheckpointText(device?.registration.checkpoint?.text ?? '')
    const anchors = readCheckpointText(entry.checkpoint?.text ?? '')?.anchors
    if (device === undefined || facts === null || !anchors) throw new Error('no device signed')
    const checkpoint = signed(checkpointText({ ...facts, anchors }))
    return { device: { ...device, registration: { ...device.registration, checkpoint } } }
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
    formerLive('loop'),
    formerLive('feed'),
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
