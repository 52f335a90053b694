/** Forged receipts of orders that a record of the price log holds, or should hold. */
import { timeMs } from '#contract/scalars.ts'
import type { InRecord, SettledReceipt } from '#contract/settlement-receipt.ts'
import { SEALED_SINCE_MS } from '#rules/public-log.ts'
import { undone } from '#support/device-forgeries.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import {
  forgedBy,
  type ForgeryRow,
  honest,
  other,
  put,
  RECORDED,
} from '#support/honest-receipts.ts'
import { LIVE, LIVE_TERMS, liveReceipt } from '#support/live-receipts.ts'
import { gap, heartbeat, type Planned, rejected, tick } from '#support/records.ts'
import {
  ANCHORS,
  inclusionOf,
  ordinaryLog,
  settledReceipt,
  signed,
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
/** On recorded prices, with more records. */
const recorded = (...more: Planned[]): SettledReceipt => sealed({}, RECORDED, put(LOG, ...more))
const TO_JUMP = [
  ...[41, 42, 43].map((second) => rejected(T0 + second * 1_000, 110_000)),
  gap(T0 + 44_000, 'jump'),
]
/** On live prices, and held half a second before the start. */
function liveTerms(change: (terms: string) => string): SettledReceipt {
  const log = put(LOG, heartbeat(T0 - 500))
  const more = { ...LIVE, terms: change(LIVE_TERMS), signing: { acceptedAt: T0 - 1_000 } }
  return sealed({ afterMs: T0 - 500 }, more, log)
}
/** Both checkpoints have another text, which the server signed. */
const withCheckpoints = (change: (text: string) => string): SettledReceipt =>
  other(honest(), ({ entry, exit }) => {
    const checkpoint = signed(change(entry.checkpoint?.text ?? ''))
    return { entry: { ...entry, checkpoint }, exit: { ...exit, checkpoint } }
  })
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
  [
    'a rejected price states another band than the terms',
    'band record 22',
    () => recorded(rejected(T0 + 15_000, 110_000, 500)),
    () => recorded(rejected(T0 + 15_000, 110_000)),
  ],
  [
    'a price is too far from the one before, after a restart',
    'band record 49',
    () => recorded(gap(T0 + 41_000, 'restart'), tick(T0 + 41_500, 110_000)),
    () => recorded(gap(T0 + 41_000, 'restart'), tick(T0 + 41_500, 100_020)),
  ],
  [
    'the last price after a jump is not where it jumped to',
    'band record 51',
    () => recorded(...TO_JUMP, tick(T0 + 44_000, 100_020)),
    () => recorded(...TO_JUMP, tick(T0 + 44_000, 110_000)),
  ],
  [
    'a checkpoint of the older format names a tree in place of the operators',
    'checkpoint',
    () => withCheckpoints((text) => text.replace(/operators .*/, `earlier ${SOME_ROOT}`)),
  ],
  [
    'the terms about live prices are malformed, and their lead counts for nothing',
    'terms, venues record 8',
    () => liveTerms((terms) => terms.replace('"needed":3', '"needed":0')),
    () => liveTerms((terms) => terms.replace('"leadMs":1000', '"leadMs":500')),
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
  ['held, with checkpoints of format 5', sealed({}, { format: 5 })],
  ['held alone', sealed({ others: 0 })],
  ['held with many', sealed({ others: 12 })],
  ['held, and signed by a device', sealedSigned()],
]
