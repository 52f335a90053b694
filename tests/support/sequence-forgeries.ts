/** Receipts whose parts hold each by itself, and are of two histories. */
import type { LogSegment, SettledReceipt } from '#contract/settlement-receipt.ts'
import { type Anchors, type CheckpointFacts, checkpointText } from '#rules/checkpoint.ts'
import { GENESIS_HASH } from '#rules/tick-chain.ts'
import type { ForgedReceipt } from '#support/forgeries.ts'
import { forgedBy, type ForgeryRow, honest, other, put } from '#support/honest-receipts.ts'
import { tick } from '#support/records.ts'
import {
  ANCHORS,
  inclusionOf,
  NO_ORDERS,
  NUMBERS,
  ordinaryLog,
  settledReceipt,
  signed,
  SYMBOL,
  T0,
} from '#support/settled-receipt.ts'

/** The records from one number to another, with a checkpoint of their end. */
export function piece(
  { records }: LogSegment,
  from: number,
  facts: Partial<CheckpointFacts>,
): LogSegment {
  const shown = records.slice(from - 1)
  const before = records[from - 2] ?? { seq: 0, hash: GENESIS_HASH }
  const heads = shown.slice(-1).map(({ seq, hash }) => ({ symbol: SYMBOL, seq, hash }))
  const named = { number: NUMBERS.segments, timeMs: T0 + 60_000, previous: GENESIS_HASH, heads }
  return {
    before: { seq: before.seq, hash: before.hash },
    records: shown,
    checkpoint: signed(checkpointText({ anchors: ANCHORS, ...named, ...facts })),
  }
}
const until = (segment: LogSegment, last: number): LogSegment => ({
  ...segment,
  records: segment.records.slice(0, last),
})

const EARLY = { number: NUMBERS.inclusion - 5, timeMs: T0 + 46_000 }
const EXIT_FROM = 31
/** The entry's segment ends before the one of the exit begins. */
const apart = (entryUntil = 20, entryOf = honest()) =>
  other(honest(), ({ exit }) => ({
    entry: piece(until(entryOf.entry, entryUntil), 1, EARLY),
    exit: piece(exit, EXIT_FROM, {}),
  }))
/** Another history of the product, with one record more. */
const another = () =>
  settledReceipt(
    put(
      ordinaryLog(100_010).map((each) => (each.at < T0 - 2_000 ? tick(each.at, 99_990) : each)),
      tick(T0 + 40_900, 100_000),
    ),
  )
/** Its twentieth record is from after the first one of the exit's segment. */
const ahead = () =>
  settledReceipt([
    ...ordinaryLog(100_010).slice(0, 19),
    ...[45_000, 45_400].map((ms) => tick(T0 + ms, 100_000)),
  ])

const withExit = (facts: Partial<CheckpointFacts>) => () =>
  other(honest(), ({ exit }) => ({ exit: piece(exit, 1, facts) }))
const LATER = { number: NUMBERS.later, timeMs: T0 + 60_001 }

/** The checkpoint of the public log, with heads of the product or chains of its own. */
const logged = (facts: Partial<CheckpointFacts>) => () =>
  other(honest(), ({ acceptance }) => {
    const { checkpoint, ...proof } = inclusionOf(acceptance.text, { facts })
    return { inclusion: { ...proof, checkpoint } }
  })
const headAt = (seq: number, hash?: string) => ({
  heads: [{ symbol: SYMBOL, seq, hash: hash ?? honest().exit.records[seq - 1]?.hash ?? '' }],
})

const signing = () => settledReceipt(ordinaryLog(100_010), { signing: {} })
/** Both segments are signed with these chains. */
const anchored = (of: () => SettledReceipt, anchors: Partial<Anchors>) => () =>
  other(of(), ({ entry, exit, acceptance }) => ({
    entry: piece(entry, 1, { anchors: { ...ANCHORS, ...anchors } }),
    exit: piece(exit, 1, { anchors: { ...ANCHORS, ...anchors } }),
    inclusion: inclusionOf(acceptance.text, { anchors: { ...ANCHORS, ...anchors } }),
  }))
const { devices, seeds } = NO_ORDERS

const ROWS: readonly ForgeryRow[] = [
  [
    'the segments have other records under the same numbers',
    'chain record 1, checkpoint',
    () => other(honest(), () => ({ exit: piece(another().exit, 1, LATER) })),
  ],
  [
    'a segment continues another record than the other one ends with',
    'chain record 30, checkpoint',
    () => other(apart(30), () => ({ exit: piece(another().exit, EXIT_FROM, {}) })),
    () => apart(30),
  ],
  ['time goes back between the segments', 'chain record 31', () => apart(20, ahead()), apart],
  [
    'one number of a checkpoint has two texts',
    'checkpoint',
    withExit({ timeMs: T0 + 60_001 }),
    withExit(LATER),
  ],
  [
    'the number of a checkpoint rises, and its time goes back',
    'checkpoint',
    withExit({ ...LATER, timeMs: T0 + 59_999 }),
    withExit(LATER),
  ],
  [
    'the next checkpoint does not name the one before',
    'checkpoint',
    withExit({ ...LATER, number: NUMBERS.segments + 1 }),
    withExit(LATER),
  ],
  [
    'the log is shorter in a later checkpoint',
    'checkpoint',
    logged(headAt(47, 'a'.repeat(64))),
    logged(headAt(46)),
  ],
  [
    'a checkpoint names another record than the segment has',
    'checkpoint',
    logged(headAt(40, 'a'.repeat(64))),
    logged(headAt(40)),
  ],
  [
    'the checkpoint of the public log is later by its number and earlier by its time',
    'checkpoint',
    logged({ number: NUMBERS.later, timeMs: T0 + 59_999 }),
    logged({ number: NUMBERS.later, timeMs: T0 + 60_000, ...headAt(46) }),
  ],
  [
    'the chain of devices is shorter at the result than at the registration',
    'checkpoint',
    anchored(signing, { devices }),
    signing,
  ],
  [
    'the chain of devices is another at the result than at the registration',
    'checkpoint',
    anchored(signing, { devices: { ...ANCHORS.devices, hash: 'a'.repeat(64) } }),
    signing,
  ],
  [
    'the chain of seeds is shorter at the result than at the promise',
    'checkpoint',
    anchored(honest, { seeds }),
  ],
  [
    'the chain of seeds is another at the result than at the promise',
    'checkpoint',
    anchored(honest, { seeds: { ...ANCHORS.seeds, hash: 'a'.repeat(64) } }),
  ],
]

/** Every kind of receipt whose parts contradict each other. */
export const SEQUENCE_FORGERIES: readonly ForgedReceipt[] = forgedBy(ROWS)
