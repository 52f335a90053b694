/** Forgeries of single details: what is beside the lines, records and terms that the other forgeries change. */
import type { LogSegment, SeedProof, SettledReceipt } from '#contract/settlement-receipt.ts'
import { checkpointText, readCheckpointText } from '#rules/checkpoint.ts'
import { sha256 } from '#support/chained.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import {
  forgedBy,
  type ForgeryRow,
  honest,
  other,
  put,
  RECORDED,
  without,
  withTerms,
} from '#support/honest-receipts.ts'
import { LIVE, LIVE_TERMS, liveReceipt } from '#support/live-receipts.ts'
import { filled, gap, halt, heartbeat, type Planned, rejected, tick } from '#support/records.ts'
import { piece } from '#support/sequence-forgeries.ts'
import {
  ANCHORS,
  NO_ORDERS,
  NUMBERS,
  ordinaryLog,
  seedProof,
  settledReceipt,
  signed,
  T0,
  TERMS,
} from '#support/settled-receipt.ts'

const LOG = ordinaryLog(100_010)
const recorded = (log: readonly Planned[]): SettledReceipt => settledReceipt(log, RECORDED)
/** Before all other checkpoints of a receipt on prices without seeds. */
const EARLY = {
  number: NUMBERS.inclusion - 5,
  anchors: { ...ANCHORS, seeds: NO_ORDERS.seeds },
}
const until = (segment: LogSegment, last: number): LogSegment => ({
  ...segment,
  records: segment.records.slice(0, last),
})
/** The slice of the start ends with a record, and its checkpoint is of that moment. */
const startUntil = (receipt: SettledReceipt, last: number, timeMs: number): SettledReceipt =>
  other(receipt, ({ entry }) => ({ entry: piece(until(entry, last), 1, { ...EARLY, timeMs }) }))

/** After a gap, a price comes that is far from the one before. */
const farAfter = (reason: 'loop' | 'restart') => (): SettledReceipt =>
  recorded(
    without(T0 + 33_000, T0 + 34_000, gap(T0 + 33_200, reason), tick(T0 + 33_400, 999_000)).map(
      (each) => (reason === 'restart' && each.at > T0 + 34_000 ? tick(each.at, 999_000) : each),
    ),
  )

/** The checkpoints of both slices say that they are of another format than the former or the newest one. */
const inFormat =
  (format: number, written: 5 | 6 = 5) =>
  (): SettledReceipt => {
    const ofFormat = (segment: LogSegment): LogSegment => ({
      ...segment,
      checkpoint: segment.checkpoint && {
        ...segment.checkpoint,
        ...signed(
          segment.checkpoint.text.replace(
            /^fairtick-checkpoint-\d/,
            `fairtick-checkpoint-${format}`,
          ),
        ),
      },
    })
    return other(settledReceipt(LOG, { format: written }), ({ entry, exit }) => ({
      entry: ofFormat(entry),
      exit: ofFormat(exit),
    }))
  }

const SEALED = put(LOG, heartbeat(T0 - 550))
const sealed = (): SettledReceipt => settledReceipt(SEALED, { format: 4 })
/** The acceptance is said to be in a record of another kind. */
const heldBy = (kind: string) => (): SettledReceipt =>
  other(sealed(), ({ entry, inclusion }) => {
    const record = entry.records.find((each) => each.kind === kind)?.seq
    if (!inclusion || !('record' in inclusion) || record === undefined) throw new Error('no record')
    return { inclusion: { ...inclusion, record } }
  })

/** The slice of the result begins with the marker of an outage, which that of the start does not reach. */
function fromMarker(fromMs: number): SettledReceipt {
  const receipt = settledReceipt(put(LOG, filled(T0 + 20_000, fromMs)))
  const marker = receipt.exit.records.findIndex(({ kind }) => kind === 'filled') + 1
  return other(receipt, ({ entry, exit }) => ({
    entry: piece(until(entry, 15), 1, {
      number: NUMBERS.inclusion - 5,
      timeMs: T0 + 10_000,
    }),
    exit: piece(exit, marker, {}),
  }))
}
const APART = 31
/** The slice of the start begins after that of the result, whose last records are later. */
function turnedRound(): SettledReceipt {
  const ahead = settledReceipt([
    ...LOG.slice(0, 19),
    ...[45_000, 45_400].map((ms) => tick(T0 + ms, 100_000)),
  ])
  const early = { number: NUMBERS.inclusion - 5, timeMs: T0 + 46_000 }
  return other(honest(), ({ entry }) => ({
    entry: piece(entry, APART, {}),
    exit: piece(ahead.entry, 1, early),
  }))
}

/** Terms that the order names by their hash. */
const underTerms =
  (terms: string, order: Partial<SettledReceipt['order']> = {}) =>
  () =>
    settledReceipt(LOG, { terms, order: { termsId: sha256(terms).slice(0, 16), ...order } })
const liveUnder = (symbols: unknown) => (): SettledReceipt => {
  const terms = JSON.parse(LIVE_TERMS)
  const text = JSON.stringify({ ...terms, index: { ...terms.index, symbols } })
  return settledReceipt(LOG, { ...LIVE, terms: text })
}
const RATE_OF_ONE = { payoutRate: 1, payout: honest().order.stake } as const

/** Void at the start, by a slice that ends with what voids it or with the record after it. */
const voidAt = (log: Planned[], endMs: number, checkpointMs = endMs + 100) => {
  const receipt = recorded(log)
  const last = receipt.entry.records.findLastIndex(({ timeMs }) => timeMs <= endMs) + 1
  const short = startUntil(receipt, last, checkpointMs)
  return other(short, ({ order }) => ({ order: { ...order, entry: null } }))
}
const gapAt = (ms: number): Planned[] => put(LOG, gap(T0 + ms, 'loop'))
const tickAtStart = put(LOG, tick(T0, 100_000), heartbeat(T0 + 200))
/** Recorded prices, and checkpoints of format 2. */
const recordedIn2 = (): SettledReceipt => settledReceipt(LOG, { ...RECORDED, format: 2 })
const haltedAtStart = without(T0 - 1_000, T0 + 500, halt(T0 - 550), heartbeat(T0 + 100))

const ROWS: readonly ForgeryRow[] = [
  [
    'a far price after a loop of the recording',
    'band record 40',
    farAfter('loop'),
    farAfter('restart'),
  ],
  ['the checkpoints are of the next format', 'checkpoint', inFormat(6), inFormat(5)],
  [
    'the checkpoints are of a format that is none yet',
    'checkpoint',
    inFormat(7, 6),
    inFormat(6, 6),
  ],
  ['the acceptance is said to be in a heartbeat', 'log', heldBy('heartbeat'), sealed],
  ['the acceptance is said to be in a price', 'log', heldBy('tick'), sealed],
  [
    'a slice begins with an outage that took no time',
    'chain record 26',
    () => fromMarker(T0 + 20_000),
    () => fromMarker(T0 + 18_400),
  ],
  [
    'the slice of the start is after the one of the result',
    'chain record 31, outcome',
    turnedRound,
  ],
  [
    'a permitted gap follows the one that may not void',
    'outcome record 6',
    () => recorded(put(LOG, gap(T0 + 100, 'restart'), gap(T0 + 200, 'loop'))),
    () => recorded(put(LOG, gap(T0 + 100, 'loop'), gap(T0 + 200, 'restart'))),
  ],
  [
    'void by a gap of the start, with which the slice ends',
    'outcome',
    () => voidAt(gapAt(0), T0),
    () => voidAt(gapAt(200), T0 + 200),
  ],
  [
    'void by a halt, by a slice that ends before the start',
    'outcome',
    () => voidAt(haltedAtStart, T0),
    () => voidAt(haltedAtStart, T0 + 100),
  ],
  [
    'void for a late entry by a slice that ends before it could be late',
    'outcome',
    () =>
      other(voidAt(tickAtStart, T0 + 200), ({ order, transfers }) => ({
        order: { ...order, status: 'void', voidReason: 'late_entry', profitAndLoss: 0n },
        transfers: transfers.map((each) => ({ ...each, amount: order.stake })),
      })),
    () => recorded(tickAtStart),
  ],
  [
    'the acceptance is in no record, and the checkpoint of the start is not signed yet',
    'log',
    () =>
      other(sealed(), ({ entry }) => ({ entry: { ...entry, checkpoint: null }, inclusion: null })),
    sealed,
  ],
  [
    'the terms are left out, in the oldest format that has them',
    'terms',
    () => withTerms(recordedIn2()),
    recordedIn2,
  ],
  [
    'the text of the device has a line more',
    'moment',
    () => settledReceipt(LOG, { signing: { text: (text) => `${text}\nmore 1` } }),
    () => settledReceipt(LOG, { signing: {} }),
  ],
  ['the terms are a list', 'terms', underTerms('[]')],
  [
    'the terms have no number as the version of the rule',
    'terms',
    underTerms(TERMS.replace('"ruleVersion":1', '"ruleVersion":true')),
  ],
  [
    'the terms have no number as the rate',
    'terms',
    underTerms(TERMS.replace(',8500]', ',true]'), RATE_OF_ONE),
    underTerms(TERMS.replace(',8500]', ',1]'), RATE_OF_ONE),
  ],
  ...(
    [
      ['a list', ['EURUSDT']],
      ['the symbol at a venue that is none', { bitfinex: 'EURUSDT' }],
      ['a number as a symbol', { okx: 7 }],
      ['a symbol of 25 letters', { okx: 'X'.repeat(25) }],
    ] as const
  ).map(
    ([name, symbols]): ForgeryRow => [
      `the terms of live prices have as symbols ${name}`,
      'terms, venues record 6',
      liveUnder(symbols),
      liveReceipt,
    ],
  ),
]

/** Every kind of forged detail. */
export const DETAIL_FORGERIES: readonly ForgedReceipt[] = forgedBy(ROWS)

/** The level changes after four prices were rejected, of which the first is another. */
const jumpAfterFour = (): SettledReceipt =>
  recorded(
    put(
      without(T0 + 20_000, T0 + 24_400, tick(T0 + 24_400, 110_000)).map((each) =>
        each.at > T0 + 24_400 ? tick(each.at, 110_000) : each,
      ),
      rejected(T0 + 21_000, 120_000),
      ...[21_500, 22_000, 23_000].map((ms) => rejected(T0 + ms, 110_000)),
      gap(T0 + 24_300, 'jump'),
    ),
  )
/** The hour was promised in the first checkpoint of all. */
function withFirstCheckpoint(): SeedProof {
  const proof = seedProof()
  const facts = readCheckpointText(proof.promise.checkpoint?.text ?? '')
  if (facts === null) throw new Error('no checkpoint')
  const checkpoint = signed(checkpointText({ ...facts, number: 1 }))
  return {
    ...proof,
    anchor: { ...proof.anchor, checkpoint },
    promise: { ...proof.promise, checkpoint },
  }
}
const ofNewChain = (): SeedProof =>
  seedProof({
    records: (all) =>
      all.map((each) => (each.kind === 'chain' ? { ...each, broken: 'the disk failed' } : each)),
  })
const threeSecondsLate = without(T0, T0 + 3_000, tick(T0 + 3_000, 100_000))
/** Honest receipts in which these details are as they may just be. */
export const DETAIL_EDGES: readonly (readonly [string, SettledReceipt, string])[] = [
  [
    'waits for a checkpoint, and the first of all is another',
    other(settledReceipt(LOG, { seeds: [withFirstCheckpoint()] }), ({ exit }) => ({
      exit: { ...exit, checkpoint: null },
    })),
    'waits',
  ],
  [
    'the hash chain follows one that was lost',
    settledReceipt(LOG, { seeds: [ofNewChain()] }),
    'holds',
  ],
  ['a jump after four prices of which the first is another', jumpAfterFour(), 'holds'],
  [
    'a slice that ends with a price exactly three seconds after the start',
    startUntil(recorded(threeSecondsLate), 6, T0 + 3_100),
    'holds',
  ],
  ['live terms with a symbol of 24 letters', liveUnder({ okx: 'X'.repeat(24) })(), 'holds'],
  [
    'live terms with a symbol of 24 characters of two units',
    liveUnder({ okx: '𝄞'.repeat(24) })(),
    'holds',
  ],
  ['live terms without symbols', liveUnder({})(), 'holds'],
]
