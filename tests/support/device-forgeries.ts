/** Forged receipts about the start of an order: another moment, another key, and a refusal that is none. */
import type { SettledReceipt } from '#contract/settlement-receipt.ts'
import { orderId, timeMs } from '#contract/scalars.ts'
import { UNSIGNED_LEAD_MS } from '#contract/signed-order.ts'
import { checkpointText, readCheckpointText } from '#rules/checkpoint.ts'
import { type DeviceMark, readReceipt, receiptText } from '#rules/receipt.ts'
import { refusalText } from '#rules/signed-order.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import { sha256 } from '#support/chained.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import { forgedBy, type ForgeryRow, honest, other, UNSIGNED } from '#support/honest-receipts.ts'
import {
  ANCHORS,
  inclusionOf,
  NO_ORDERS,
  NUMBERS,
  ordinaryLog,
  settledReceipt,
  signed,
  type Signing,
  T0,
} from '#support/settled-receipt.ts'
import { signingDevice } from '#support/signing-device.ts'

const stranger = signingDevice()
const at = (ms: number) => timeMs.parse(T0 + ms)

const made = (signing: Signing): SettledReceipt => settledReceipt(ordinaryLog(100_010), { signing })
/** A won order that a device signed. */
export const honestSigned = (): SettledReceipt => made({})

/** A won order without a signature, whose start the server gave. */
const honestGiven = (leadMs = UNSIGNED_LEAD_MS): SettledReceipt =>
  settledReceipt(ordinaryLog(100_010), {
    headMs: T0 - leadMs,
    order: { acceptedAt: at(-leadMs), startsAt: at(0) },
  })

type Device = NonNullable<SettledReceipt['device']>
const deviceOf = ({ device }: SettledReceipt): Device => {
  if (device === undefined) throw new Error('no device signed')
  return device
}
const withDevice = (change: (device: Device, receipt: SettledReceipt) => Partial<Device>) => () =>
  other(honestSigned(), (receipt) => ({
    device: { ...deviceOf(receipt), ...change(deviceOf(receipt), receipt) },
  }))
const withRegistration = (
  change: (device: Device, receipt: SettledReceipt) => Partial<Device['registration']>,
) =>
  withDevice((device, receipt) => ({
    registration: { ...device.registration, ...change(device, receipt) },
  }))
const without = (given: SettledReceipt): SettledReceipt => {
  const { device: _, ...receipt } = given
  return receipt
}

function withoutSeeds(given: SettledReceipt): SettledReceipt {
  const { seeds: _, ...receipt } = given
  return receipt
}

/** As if the checkpoints of the prices were from before the log of orders. */
function inFormerFormat(receipt: SettledReceipt): SettledReceipt {
  const former = (segment: SettledReceipt['exit']) => {
    const facts = readCheckpointText(segment.checkpoint?.text ?? '')
    if (facts === null) throw new Error('no checkpoint')
    return { ...segment, checkpoint: signed(checkpointText({ ...facts, anchors: null })) }
  }
  const { inclusion: _, ...rest } = receipt
  return { ...rest, entry: former(receipt.entry), exit: former(receipt.exit) }
}

const BEFORE_DEVICES = {
  number: NUMBERS.registration - 3,
  timeMs: T0 - 30_000,
  previous: GENESIS_HASH,
  heads: [],
  anchors: { ...ANCHORS, devices: NO_ORDERS.devices },
}

const recordHash = (seq: number): string => honest().entry.records[seq - 1]?.hash ?? ''
/** The history of the start begins with its third record. */
const cutTo3 = (receipt: SettledReceipt): SettledReceipt =>
  other(receipt, ({ entry }) => ({
    entry: {
      ...entry,
      before: { seq: 2, hash: recordHash(2) },
      records: entry.records.slice(2),
    },
  }))
/** The server signs a purchase with another mark of the device. */
const marked = (mark: Partial<DeviceMark>) => (): SettledReceipt =>
  other(honestSigned(), ({ order, acceptance: { text } }) => {
    const facts = readReceipt(text, order)
    if (facts?.mark == null) throw new Error('no device signed')
    const acceptance = signed(receiptText(order, facts.head, { ...facts.mark, ...mark }))
    return { acceptance, inclusion: inclusionOf(acceptance.text) }
  })
/** When the orders here are accepted that a device signed. */
const ACCEPTED_MS = T0 - 500
/** The key is registered at a time, and sealed after the order has begun. */
function registeredLate(registeredMs: number): SettledReceipt {
  return other(made({ registeredMs }), ({ device, exit }) => {
    const facts = readCheckpointText(exit.checkpoint?.text ?? '')
    if (device === undefined || facts === null) throw new Error('no device signed')
    const late = { ...facts, number: NUMBERS.inclusion - 5, timeMs: T0 + 1_000, heads: [] }
    const checkpoint = signed(checkpointText(late))
    return { device: { ...device, registration: { ...device.registration, checkpoint } } }
  })
}

const MOMENT: readonly ForgeryRow[] = [
  [
    'another start than the device signed',
    'moment',
    () => made({ intent: { startsAt: at(-200) } }),
  ],
  [
    'the text of the device was altered after it was signed',
    'moment',
    withDevice(({ text }) => ({ text: text.replace('tapped 1', 'tapped 2') })),
  ],
  [
    'another device signed',
    'moment',
    withDevice(({ text }) => ({ signature: stranger.sign(text) })),
  ],
  [
    'the key of the device is not the one named',
    'moment',
    withDevice(({ text }) => ({ publicKey: stranger.publicKey, signature: stranger.sign(text) })),
  ],
  [
    'the text names another key of a device',
    'moment',
    () => made({ intent: { deviceKeyId: stranger.keyId } }),
  ],
  [
    'the head that was seen has the hash of another number',
    'moment record 999',
    () => cutTo3(made({ intent: { head: { seq: 999, hash: recordHash(2) } } })),
  ],
  [
    'the purchase names another text of the device',
    'moment',
    marked({ intent: sha256('another') }),
  ],
  ['the purchase names another device', 'moment', marked({ deviceKeyId: stranger.keyId })],
  [
    'another key is registered under the name of the key',
    'moment',
    () => {
      const { keyId, text } = deviceOf(honestSigned())
      const { publicKey } = stranger
      return other(made({ registered: `key ${keyId} ${publicKey}` }), ({ device }) => ({
        device: device && { ...device, publicKey, signature: stranger.sign(text) },
      }))
    },
  ],
  [
    'the key was registered a millisecond after the acceptance',
    'moment',
    () => registeredLate(ACCEPTED_MS + 1),
    () => registeredLate(ACCEPTED_MS),
  ],
  [
    'the signature of the device is left out, at the distance of a given start',
    'moment',
    () => without(made({ acceptedAt: T0 - UNSIGNED_LEAD_MS })),
    () => made({ acceptedAt: T0 - UNSIGNED_LEAD_MS }),
  ],
  [
    'the checkpoints are of the format before devices signed, and the registration is not sealed',
    'checkpoint',
    () => inFormerFormat(withoutSeeds(withRegistration(() => ({ checkpoint: null }))())),
  ],
  ['accepted at the start', 'moment', () => made({ acceptedAt: T0 })],
  ['accepted after the start', 'moment', () => made({ acceptedAt: T0 + 300 })],
  [
    'a lead beyond three seconds',
    'moment',
    () => made({ intent: { tappedAt: at(-3_001) }, seenMs: T0 - 3_000 }),
  ],
  ['a lead below 300 ms', 'moment', () => made({ intent: { tappedAt: at(-299) } })],
  ['a clock too uncertain to sign', 'moment', () => made({ intent: { uncertaintyMs: 2_001 } })],
  [
    'a head that was seen long before the tap',
    'moment record 1',
    () => made({ seenMs: T0 - 4_500 }),
  ],
  ['a head from after the start', 'moment record 6', () => made({ seenMs: T0 + 1_000 })],
  [
    'a head of another log',
    'moment record 4',
    () => made({ intent: { head: { seq: 4, hash: 'a'.repeat(64) } } }),
  ],
  [
    'a head before the first record',
    'moment',
    () => made({ intent: { head: { seq: 0, hash: GENESIS_HASH } } }),
  ],
  [
    'the device signed the other direction',
    'moment',
    () => made({ intent: { direction: 'down' } }),
  ],
  ['the device signed another stake', 'moment', () => made({ intent: { stake: 999n } })],
  ['the device signed another duration', 'moment', () => made({ intent: { durationMs: 60_000 } })],
  ['the device signed other terms', 'moment', () => made({ intent: { termsId: 'f'.repeat(16) } })],
  [
    'the terms that the device signed are no number of terms',
    'terms, moment',
    () => settledReceipt(ordinaryLog(100_010), { signing: {}, order: { termsId: 'F'.repeat(16) } }),
  ],
  ['the device signed another product', 'moment', () => made({ intent: { symbol: 'GBPUSD' } })],
  [
    'the number of the tap is not canonical',
    'moment',
    () => made({ text: (text) => text.replace('tapped ', 'tapped 0') }),
  ],
  [
    'the digits of the tap are of another script',
    'moment',
    () => made({ text: (text) => text.replace('uncertainty 20', 'uncertainty ٢٠') }),
  ],
  [
    'a key that was never registered',
    'moment',
    () => made({ registered: `key ${stranger.keyId} -` }),
  ],
  [
    'a key that was registered after the order',
    'moment',
    () => made({ registeredMs: T0 + 40_000 }),
  ],
  [
    'a registration that was altered',
    'moment',
    withRegistration(({ registration: { records } }) => ({
      records: records.map((each) => ({ ...each, timeMs: at(-90_000) })),
    })),
  ],
  [
    'a registration that the checkpoint does not name',
    'moment',
    withRegistration(() => ({
      checkpoint: signed(checkpointText(BEFORE_DEVICES)),
    })),
  ],
  [
    'the checkpoint of the registration is not signed',
    'moment',
    withRegistration(({ registration: { checkpoint } }) => ({
      checkpoint: checkpoint && { ...checkpoint, ...UNSIGNED },
    })),
  ],
  ['the signature of the device is left out', 'moment', () => without(honestSigned())],
  [
    'the checkpoints are of the format before devices signed',
    'checkpoint',
    () => inFormerFormat(honestSigned()),
  ],
]

/** What the server refuses, and what of it is forged. */
interface Refused {
  intent?: string
  reason?: string
  refusedAt?: number
  text?: (text: string) => string
}

/** An order that the server stored too late and undid, with the refusal that proves it. */
export function undone(forgery: Refused = {}, receipt = honestSigned()): SettledReceipt {
  const { order, transfers, entry } = receipt
  const head = { seq: 5, hash: entry.records[4]?.hash ?? '' }
  const {
    intent = (receipt.device ?? receipt.acceptance).text,
    reason = 'too_late',
    refusedAt = T0 + 200,
  } = forgery
  const text = refusalText({ intent, reason, startsAt: T0, refusedAt, head }, sha256)
  const none = { entry: null, exit: null, profitAndLoss: 0n }
  return {
    ...receipt,
    order: { ...order, ...none, status: 'void', voidReason: 'too_late' },
    refusal: signed(forgery.text?.(text) ?? text),
    transfers: transfers.map((each) => ({ ...each, amount: order.stake })),
  }
}

const UNDONE: readonly ForgeryRow[] = [
  [
    'undone as too late without a refusal',
    'outcome',
    () => {
      const { refusal: _, ...receipt } = undone()
      return receipt
    },
  ],
  ['undone by the refusal of another text', 'outcome', () => undone({ intent: 'another text' })],
  ['undone by a refusal for another reason', 'outcome', () => undone({ reason: 'price_stale' })],
  [
    'undone, and lost',
    'outcome',
    () =>
      other(undone(), ({ order, transfers }) => ({
        order: { ...order, status: 'lost', profitAndLoss: -order.stake },
        transfers: transfers.map((each, n) => (n === 0 ? each : { ...each, amount: 0n })),
      })),
    () => undone({ refusedAt: T0 }),
  ],
  ['undone by a refusal from before the start', 'outcome', () => undone({ refusedAt: T0 - 1 })],
  [
    'undone by a refusal of another start',
    'outcome',
    () => undone({ text: (text) => text.replace(`starts ${T0}`, `starts ${T0 - 1}`) }),
  ],
  [
    'undone by a refusal that names no head',
    'outcome',
    () => undone({ text: (text) => text.replace(/head .*$/, 'head none') }),
  ],
  [
    'undone by a refusal whose time is no number',
    'outcome',
    () => undone({ text: (text) => text.replace(/refused \d+/, 'refused late') }),
  ],
  [
    'undone by a refusal that is not signed',
    'outcome',
    () => other(undone(), ({ refusal }) => ({ refusal: refusal && { ...refusal, ...UNSIGNED } })),
  ],
  ['undone without the text of the device', 'moment, outcome', () => without(undone())],
  [
    'undone although it won',
    'outcome',
    () => other(undone(), ({ order }) => ({ order: { ...order, voidReason: 'too_few_ticks' } })),
  ],
]

const undoneGiven = (forgery?: Refused): SettledReceipt => undone(forgery, honestGiven())

const GIVEN: readonly ForgeryRow[] = [
  ['a given start a little too early', 'moment', () => honestGiven(UNSIGNED_LEAD_MS - 1)],
  ['a given start a little too late', 'moment', () => honestGiven(UNSIGNED_LEAD_MS + 1)],
]
const UNDONE_GIVEN: readonly ForgeryRow[] = [
  [
    'an unsigned order undone by the refusal of another',
    'outcome',
    () => undoneGiven({ intent: honest().acceptance.text }),
  ],
]

/** An order of which the buyer kept the receipt of the purchase. It has a number of its own. */
const keptSigned = (): SettledReceipt =>
  settledReceipt(ordinaryLog(100_010), { signing: {}, order: { id: orderId.parse('44') } })
const TAKEN_BACK: ForgedReceipt = {
  name: 'undone although the buyer was given the purchase',
  fails: 'kept',
  make: () => undone({}, keptSigned()),
  twin: keptSigned,
  kept: keptSigned().acceptance,
}

/** Every kind of forgery of the start of an order. */
export const DEVICE_FORGERIES: readonly ForgedReceipt[] = [
  ...forgedBy(MOMENT, honestSigned),
  ...forgedBy(UNDONE, undone),
  ...forgedBy(GIVEN, honestGiven),
  ...forgedBy(UNDONE_GIVEN, undoneGiven),
  TAKEN_BACK,
]
