/** Forged receipts of orders that a record of the price log holds, or should hold. */
import { timeMs } from '#contract/scalars.ts'
import type { InRecord, SettledReceipt } from '#contract/settlement-receipt.ts'
import { SEALED_SINCE_MS } from '#rules/public-log.ts'
import { undone } from '#support/device-forgeries.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import { forgedBy, type ForgeryRow, honest, other, put } from '#support/honest-receipts.ts'
import { LIVE, LIVE_TERMS, liveReceipt } from '#support/live-receipts.ts'
import { heartbeat } from '#support/records.ts'
import {
  ANCHORS,
  inclusionOf,
  ordinaryLog,
  settledReceipt,
  SOME_ROOT,
  T0,
} from '#support/settled-receipt.ts'

type Forgery = NonNullable<Parameters<typeof settledReceipt>[1]>
type Held = NonNullable<Forgery['held']>
const LOG = ordinaryLog(100_010)

/** A won order that a record of the price log holds. */
const sealed = (held: Held = {}, more: Forgery = {}, log = LOG): SettledReceipt =>
  settledReceipt(log, { format: 4, held, ...more })
/** Its device signed the start. */
const sealedSigned = (held: Held = {}): SettledReceipt => sealed(held, { signing: {} })
/** It is held directly after a record of this time. */
const heldAfter = (afterMs: number) => () => sealed({ afterMs }, {}, put(LOG, heartbeat(afterMs)))
/** On live prices, accepted 1 s before the start, and held directly after a record of this time. */
const liveAfter =
  (afterMs: number, leadMs = 1_000) =>
  () => {
    const terms = LIVE_TERMS.replace('"leadMs":1000', `"leadMs":${leadMs}`)
    const signing = { acceptedAt: T0 - Math.max(leadMs, 1_000) }
    return sealed({ afterMs }, { ...LIVE, terms, signing }, put(LOG, heartbeat(afterMs)))
  }
const undoneLive = (refusedAt: number) => () => undone({ refusedAt }, liveReceipt())
const proofOf = ({ inclusion }: SettledReceipt): InRecord => {
  if (!inclusion || !('record' in inclusion)) throw new Error('no record holds it')
  return inclusion
}
/** The proof is changed by what it is. */
const proving = (change: (proof: InRecord) => Partial<InRecord>) => () =>
  other(sealed(), (receipt) => {
    const proof = proofOf(receipt)
    return { inclusion: { ...proof, ...change(proof) } }
  })
const unproved = (receipt: SettledReceipt): SettledReceipt => {
  const { inclusion: _, ...rest } = receipt
  return rest
}
/** Undone as too late, with the refusal of its text. No record holds it. */
const tooLate = (): SettledReceipt => unproved(undone({}, sealedSigned()))

const ROWS: readonly ForgeryRow[] = [
  ['no proof is shown where acceptances are in the price log', 'log', () => unproved(sealed())],
  ['the proof is null there', 'log', () => other(sealed(), () => ({ inclusion: null }))],
  [
    'the tree of a checkpoint of the same format holds the acceptance',
    'log',
    () =>
      other(sealed(), ({ acceptance }) => ({
        inclusion: inclusionOf(acceptance.text, {
          anchors: { ...ANCHORS, earlier: SOME_ROOT },
        }),
      })),
  ],
  ['the record is from after the start', 'log', () => sealed({ afterMs: T0 + 400 })],
  ['the record is of the moment of the start', 'log', heldAfter(T0), heldAfter(T0 - 1)],
  [
    'the record of a signed order is from after the start',
    'log',
    () => sealedSigned({ afterMs: T0 + 400 }),
    sealedSigned,
  ],
  [
    'the record of a live order is nearer to the start than the lead of its terms',
    'log',
    liveAfter(T0 - 999),
    liveAfter(T0 - 1_000),
  ],
  [
    'the terms of a live order have a longer lead',
    'log',
    liveAfter(T0 - 1_000, 1_001),
    liveAfter(T0 - 1_001, 1_001),
  ],
  [
    'the record of a live order without a lead is of the moment of the start',
    'log',
    liveAfter(T0, 0),
    liveAfter(T0 - 1, 0),
  ],
  [
    'a live order is undone while a record could still hold it',
    'outcome',
    undoneLive(T0 - 1_000),
    undoneLive(T0 - 999),
  ],
  ['the record holds another acceptance', 'log', () => sealed({ text: 'another acceptance' })],
  ['the record says another number of orders', 'log', () => sealed({ record: { size: 4 } })],
  ['the record has another root', 'log', () => sealed({ record: { root: 'a'.repeat(64) } })],
  ['the proof says another number of orders', 'log', proving(() => ({ size: 4 }))],
  ['the proof names another leaf', 'log', proving(({ leaf }) => ({ leaf: leaf - 1 }))],
  ['the proof has another salt', 'log', proving(() => ({ salt: 'f'.repeat(32) }))],
  ['the proof has no path', 'log', proving(() => ({ path: [] }))],
  ['the proof names a price', 'log', proving(({ record }) => ({ record: record + 1 }))],
  ['the proof names a record that is not shown', 'log', proving(() => ({ record: 9_999 }))],
  ['the record has a time of its own', 'chain record 6', () => sealed({ timeMs: T0 - 599 })],
  [
    'an order that a record holds is undone as too late',
    'log',
    () => undone({}, sealedSigned()),
    sealedSigned,
  ],
  [
    'the terms are not those that the checkpoints name as in force',
    'terms',
    () => sealed({}, { inForce: ['0123456789abcdef'] }),
    () => sealed({}, { inForce: ['0123456789abcdef', sealed().order.termsId] }),
  ],
  [
    'the terms are in force for another product',
    'terms',
    () => sealed({}, { inForce: ['0123456789abcdef'], elsewhere: [sealed().order.termsId] }),
    () => sealed({}, { elsewhere: ['0123456789abcdef'] }),
  ],
  ['the checkpoints name no terms', 'checkpoint', () => sealed({}, { inForce: [] })],
  [
    'an order of December 2026 waits for a tree',
    'terms, log, outcome',
    () =>
      other(honest(), ({ order }) => ({
        order: { ...order, acceptedAt: timeMs.parse(SEALED_SINCE_MS) },
        inclusion: null,
      })),
  ],
]

/** Forgeries of what a record of the price log holds. */
export const SEALED_FORGERIES: readonly ForgedReceipt[] = forgedBy(ROWS, sealed)

/** An order that is undone has no acceptance that a log could have. */
export const UNDONE_WITHOUT_LOG: readonly (readonly [string, SettledReceipt])[] = [
  ['undone as too late, and held by no record', tooLate()],
]
/** Orders that a record holds at the last moment, alone, or among many. */
export const SEALED_EDGES: readonly (readonly [string, SettledReceipt])[] = [
  ['held in the last millisecond before the start', heldAfter(T0 - 1)()],
  [
    'held by the first record that is as long before the start as live prices ask',
    liveAfter(T0 - 1_001)(),
  ],
  ['held alone', sealed({ others: 0 })],
  ['held with many', sealed({ others: 12 })],
  ['held, and signed by a device', sealedSigned()],
]
